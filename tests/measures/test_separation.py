from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from perimetry.measures.separation import Separation, control_slope, equal_cells

SCORED = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=2, max_size=40).filter(
    lambda rows: len({same for _, same in rows}) == 2
)


def arrays(rows: list[tuple[int, bool]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([s for s, _ in rows], float), np.array([same for _, same in rows])


@given(SCORED)
def test_auroc_is_that_of_mann_and_whitney(rows: list[tuple[int, bool]]) -> None:
    scores, same = arrays(rows)
    u = mannwhitneyu(scores[same], scores[~same]).statistic
    expected = u / (same.sum() * (~same).sum())
    assert Separation(scores, same).auroc(np.ones(len(rows))) == pytest.approx(expected)


@given(SCORED)
def test_auroc_is_the_same_without_comparing_one_by_one(rows: list[tuple[int, bool]]) -> None:
    scores, same = arrays(rows)
    weights = 1 + np.arange(3 * len(rows)).reshape(3, -1) % 5.0
    quick = Separation(scores, same).auroc(weights)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("perimetry.measures.separation.COMPARED", 0)
        assert Separation(scores, same).auroc(weights) == pytest.approx(quick)


@given(SCORED, st.integers(0, 2**32))
def test_a_weight_is_a_repetition(rows: list[tuple[int, bool]], seed: int) -> None:
    scores, same = arrays(rows)
    weights = np.random.default_rng(seed).integers(0, 4, len(rows))
    if not (weights[same].any() and weights[~same].any()):
        weights += 1
    weighted = Separation(scores, same)
    repeated = Separation(np.repeat(scores, weights), np.repeat(same, weights))
    ones, counts = np.ones(weights.sum()), weights.astype(float)
    assert weighted.auroc(counts) == pytest.approx(repeated.auroc(ones))
    assert weighted.best_balanced_accuracy(counts) == pytest.approx(
        repeated.best_balanced_accuracy(ones)
    )
    assert weighted.balanced_accuracy(counts, 3) == pytest.approx(
        repeated.balanced_accuracy(ones, 3)
    )
    assert weighted.kept(counts, 0.3) == pytest.approx(repeated.kept(ones, 0.3))


@given(SCORED)
def test_no_cut_off_beats_the_best_balanced_accuracy(rows: list[tuple[int, bool]]) -> None:
    scores, same = arrays(rows)
    separation, ones = Separation(scores, same), np.ones(len(rows))
    tried = [float(separation.balanced_accuracy(ones, cutoff)) for cutoff in range(-1, 8)]
    assert float(separation.best_balanced_accuracy(ones)) == pytest.approx(max(tried))


def test_what_a_budget_keeps_is_worked_by_hand() -> None:
    # Accepting from 0.9 keeps 1 of 4 and no different one; from 0.7 on it keeps 3 and lets 1 of 2.
    scores = np.array([0.9, 0.8, 0.7, 0.2, 0.8, 0.1])
    same = np.array([True, True, True, True, False, False])
    separation, ones = Separation(scores, same), np.ones(6)
    assert separation.kept(ones, 0.01) == 0.25
    assert separation.kept(ones, 0.5) == 1.0 - 0.25 + 0.25  # all four are at or above 0.2
    assert separation.kept(ones, 0.49) == 0.25


def test_nothing_accepted_is_a_balanced_accuracy_of_a_half() -> None:
    separation = Separation(np.array([0.1, 0.2]), np.array([True, False]))
    assert separation.balanced_accuracy(np.ones(2), 0.9) == 0.5
    assert separation.balanced_accuracy(np.ones((3, 2)), 0.9).tolist() == [0.5] * 3


def test_a_class_without_weight_has_no_auroc() -> None:
    separation = Separation(np.array([0.1, 0.2]), np.array([True, False]))
    assert np.isnan(separation.auroc(np.array([1.0, 0.0])))


def test_weightings_are_rows() -> None:
    separation = Separation(np.array([0.9, 0.1, 0.5]), np.array([True, True, False]))
    found = separation.auroc(np.array([[1.0, 1, 1], [1, 0, 1], [0, 1, 1]]))
    assert found.tolist() == [0.5, 1.0, 0.0]


def test_equal_cells_turn_pooled_rates_into_means_over_strata() -> None:
    # Close: 1 of 1 same accepted. Distant: 0 of 3. The mean is 0.5, the pooled rate 0.25.
    scores = np.array([0.9, 0.1, 0.1, 0.1, 0.5, 0.5])
    same = np.array([True, True, True, True, False, False])
    close = np.array([True, False, False, False, True, False])
    cells = [close & same, close & ~same, ~close & same, ~close & ~same]
    weights = equal_cells(np.ones(6), cells)
    assert Separation(scores, same).balanced_accuracy(weights, 0.6) == (0.5 + 1) / 2


def test_a_score_that_the_covariate_explains_is_chance_once_adjusted() -> None:
    covariate = np.array([0.1, 0.4, 0.2, 0.3, 0.6, 0.9])
    scores = 2 * covariate
    same = np.array([False, False, False, True, True, True])
    slope = control_slope(scores, covariate, ~same)
    assert slope == pytest.approx(2)
    adjusted = Separation((scores - slope * covariate).round(9), same)
    assert adjusted.auroc(np.ones(6)) == 0.5


def test_a_covariate_that_does_not_vary_has_no_slope() -> None:
    assert control_slope(np.array([1.0, 2.0]), np.ones(2), np.array([True, True])) == 0.0
