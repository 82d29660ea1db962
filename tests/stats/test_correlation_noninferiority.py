from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, spearmanr

from perimetry.errors import InputError
from perimetry.stats.correlation_noninferiority import _Difference, spearman_non_inferiority

SEED = (3, 1)


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


def rated(
    count: int, generator: np.random.Generator, turned: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores of people, an encoder that follows them, and one that sends a few to the far end."""
    truth = np.round(generator.uniform(0, 5, count) * 5) / 5
    placed = (truth - 2.5) / 1.5
    old = placed + 0.7 * generator.normal(size=count)
    chosen = generator.random(count) < turned
    return truth, old, np.where(chosen, -3 * np.sign(placed), old)


def test_the_difference_is_that_of_scipys_rho_ties_and_all() -> None:
    truth, old, new = rated(200, np.random.default_rng(0), turned=0.1)
    found = spearman_non_inferiority(truth, old, new, singles(200), margin=0.1, seed=SEED)
    expected = spearmanr(truth, new).statistic - spearmanr(truth, old).statistic
    assert found.difference == pytest.approx(expected)


def test_whole_weights_are_repeated_items() -> None:
    generator = np.random.default_rng(1)
    truth, old, new = rated(40, generator, turned=0.2)
    times = generator.integers(0, 4, 40)
    drawn = np.repeat(np.arange(40), times)
    rho_new, rho_old = (spearmanr(truth[drawn], s[drawn]).statistic for s in (new, old))
    expected = rho_new - rho_old
    weighed = _Difference(truth, old, new, extra=False)(times[np.newaxis].astype(float))
    assert weighed[0] == pytest.approx(expected)


def test_without_a_loss_the_number_of_groups_decides() -> None:
    truth, old, _ = rated(2000, np.random.default_rng(2))
    needed = spearman_non_inferiority(
        truth, old, old, singles(2000), margin=0.02, seed=SEED
    ).groups_needed
    assert 300 < needed < 600
    for count, passes in ((round(0.9 * needed), False), (round(1.1 * needed), True)):
        part = slice(count)
        found = spearman_non_inferiority(
            truth[part], old[part], old[part], singles(count), margin=0.02, seed=SEED
        )
        assert found.difference == 0
        assert found.passes is passes
        assert (found.p < 0.05) is passes


def test_items_of_one_group_are_no_further_evidence() -> None:
    truth, old, _ = rated(1000, np.random.default_rng(2))
    by_item, by_group = (
        spearman_non_inferiority(truth, old, old, groups, margin=0.02, seed=SEED).passes
        for groups in (singles(1000), [str(i % 100) for i in range(1000)])
    )
    assert (by_item, by_group) == (True, False)


def test_an_improvement_passes_and_a_clear_loss_does_not() -> None:
    truth, old, new = rated(1200, np.random.default_rng(4), turned=0.05)
    worse = spearman_non_inferiority(truth, old, new, singles(1200), margin=0.02, seed=SEED)
    better = spearman_non_inferiority(truth, new, old, singles(1200), margin=0.02, seed=SEED)
    assert worse.bound < worse.difference < -0.1
    assert (worse.passes, better.passes) == (False, True)


def test_an_encoder_that_is_worse_by_the_margin_seldom_passes() -> None:
    """About 1 pair in 100 turned round costs 0.03 of rho: at most 5 % may pass, 12 of 120 by luck.

    The true loss at this rate is measured on 400,000 pairs.
    """
    rate, trials, passed = 0.0096, 120, 0
    truth, old, new = rated(400_000, np.random.default_rng(0), turned=rate)
    margin = float(spearmanr(truth, old).statistic - spearmanr(truth, new).statistic)
    assert 0.028 < margin < 0.032
    generator = np.random.default_rng(5)
    for _ in range(trials):
        scores = rated(300, generator, turned=rate)
        passed += spearman_non_inferiority(
            *scores, singles(300), margin=margin, seed=SEED, resamples=400
        ).passes
    assert passed <= binom.ppf(0.99, trials, 0.05)


@pytest.mark.parametrize("margin", [0, 1, -0.1])
def test_a_margin_out_of_range_is_refused(margin: float) -> None:
    truth, old, new = rated(20, np.random.default_rng(0))
    with pytest.raises(InputError, match="give one above 0 and below 1"):
        spearman_non_inferiority(truth, old, new, singles(20), margin=margin, seed=SEED)


def test_what_cannot_be_ranked_is_refused() -> None:
    values, flat = np.arange(5.0), np.ones(5)
    for truth, old, new, message in (
        (values, flat, values, "the old scores are all the same"),
        (values, values[:4], values, "shapes"),
        (values, values, np.array([1, 2, np.nan, 4, 5]), "the new scores hold a number"),
    ):
        with pytest.raises(InputError, match=message):
            spearman_non_inferiority(truth, old, new, singles(5), margin=0.1, seed=SEED)
