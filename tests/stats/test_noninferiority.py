from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from perimetry.errors import InputError
from perimetry.stats.noninferiority import least_groups, non_inferiority

SEED = (9, 2)


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


def losing(lost: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores of ``count`` items of which the new encoder loses ``lost``."""
    return np.ones(count), np.repeat([0.0, 1.0], [lost, count - lost])


@pytest.mark.parametrize("lost", [0, 1, 3, 10])
def test_where_items_are_lost_or_not_the_bound_is_scipys_exact_one(lost: int) -> None:
    old, new = losing(lost, 80)
    found = non_inferiority(old, new, singles(80), margin=0.3, seed=SEED, resamples=100_000)
    exact = binomtest(lost, 80, alternative="less").proportion_ci(0.95, method="exact")
    assert found.bound == pytest.approx(-exact.high, abs=0.002)


def test_without_a_loss_the_number_of_groups_decides() -> None:
    """0.95 ^ 59 = 0.0485 and 0.95 ^ 58 = 0.0510."""
    assert least_groups(0.05) == 59
    for count, passes in ((56, False), (62, True)):
        found = non_inferiority(*losing(0, count), singles(count), margin=0.05, seed=SEED)
        assert found.passes is passes
        assert (found.p < 0.05) is passes
        assert (found.difference, found.groups, found.groups_needed) == (0.0, count, 59)


def test_needed_groups_are_those_of_the_methods() -> None:
    assert [least_groups(margin) for margin in (0.05, 0.01, 0.001)] == [59, 299, 2995]


def test_items_of_one_group_are_no_further_evidence() -> None:
    old, new = losing(0, 300)
    by_item = non_inferiority(old, new, singles(300), margin=0.05, seed=SEED)
    by_group = non_inferiority(old, new, [str(i % 30) for i in range(300)], margin=0.05, seed=SEED)
    assert (by_item.passes, by_group.passes) == (True, False)


def test_an_improvement_passes() -> None:
    new, old = losing(30, 200)
    found = non_inferiority(old, new, singles(200), margin=0.02, seed=SEED)
    assert found.difference == 0.15
    assert found.passes


def test_a_wider_span_of_scores_asks_for_more() -> None:
    old, new = np.zeros(100), np.full(100, -0.01)
    narrow, wide = (
        non_inferiority(old, new, singles(100), margin=0.04, seed=SEED, span=span)
        for span in (0.1, 2.0)
    )
    assert narrow.passes
    assert not wide.passes


@settings(max_examples=25)
@given(st.integers(2, 80), st.integers(0, 999))
def test_the_bound_lies_below_the_difference_and_within_the_span(items: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    old, new = generator.random((2, items))
    groups = generator.integers(0, 20, items).astype(str).tolist()
    found = non_inferiority(old, new, groups, margin=0.1, seed=SEED, resamples=2000)
    assert -1 <= found.bound < found.difference
    assert 0 < found.p <= 1
    assert found == non_inferiority(old, new, groups, margin=0.1, seed=SEED, resamples=2000)


@pytest.mark.parametrize("margin", [0.0, 1.0, -0.1])
def test_a_margin_that_says_nothing_is_refused(margin: float) -> None:
    with pytest.raises(InputError, match="margin"):
        non_inferiority(np.ones(3), np.ones(3), singles(3), margin=margin, seed=SEED)


def test_scores_beyond_the_span_are_refused() -> None:
    with pytest.raises(InputError, match="span"):
        non_inferiority(np.zeros(3), np.full(3, 1.5), singles(3), margin=0.1, seed=SEED)
