from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap

from perimetry.stats.intervals import clopper_pearson, group_mean

SEED = (7, 11)


@given(st.integers(1, 400), st.data())
def test_clopper_pearson_equals_scipys_exact_interval(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))
    reference = binomtest(successes, trials).proportion_ci(0.95, method="exact")
    assert clopper_pearson(successes, trials) == pytest.approx((reference.low, reference.high))


def test_without_repeated_groups_the_interval_is_scipys_percentile_bootstrap() -> None:
    values = np.random.default_rng(0).normal(3, 2, 300)
    found = group_mean(values, [str(i) for i in range(300)], SEED)
    reference = bootstrap(
        (values,), np.mean, n_resamples=9999, method="percentile", rng=1
    ).confidence_interval
    assert found.value == pytest.approx(values.mean())
    assert found.low == pytest.approx(reference.low, abs=0.02)
    assert found.high == pytest.approx(reference.high, abs=0.02)


def test_items_of_one_group_count_as_one() -> None:
    """Forty copies of each value tell nothing new: the interval must not shrink."""
    values = np.random.default_rng(1).normal(0, 1, 50)
    once = group_mean(values, [str(i) for i in range(50)], SEED)
    copies = group_mean(np.repeat(values, 40), [str(i) for i in range(50) for _ in range(40)], SEED)
    assert (copies.low, copies.high) == pytest.approx((once.low, once.high))


def test_where_all_agree_the_interval_is_exact_on_groups() -> None:
    values = np.ones(60)
    found = group_mean(values, [str(i // 2) for i in range(60)], SEED)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(0.025 ** (1 / 30))


def test_all_zeros_have_the_mirrored_exact_interval() -> None:
    found = group_mean(np.zeros(30), [str(i) for i in range(30)], SEED)
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 30))


def test_coverage_is_nominal_with_repeated_groups() -> None:
    """400 worlds of true mean 0, 60 groups of 1 to 9 items; items as the unit miss far more."""
    generator = np.random.default_rng(3)
    missed = naive_missed = 0
    for world in range(400):
        sizes = generator.integers(1, 10, 60)
        values = np.repeat(generator.normal(0, 1, 60), sizes)
        groups = np.repeat(np.arange(60), sizes).astype(str).tolist()
        found = group_mean(values, groups, (world,))
        missed += not found.low <= 0 <= found.high
        spread = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
        naive_missed += abs(values.mean()) > spread
    assert binomtest(missed, 400, 0.05, alternative="greater").pvalue > 0.01
    assert binomtest(naive_missed, 400, 0.05, alternative="greater").pvalue < 1e-9
