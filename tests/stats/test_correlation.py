from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from perimetry.errors import InputError
from perimetry.stats.correlation import (
    Kind,
    board_correlation,
    correlation,
    encoder_correlation,
)

SEED = (2, 8)
KINDS: dict[Kind, object] = {
    "pearson": stats.pearsonr,
    "spearman": stats.spearmanr,
    "kendall": stats.kendalltau,
}


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), size=st.integers(3, 12))
def test_correlations_equal_scipy_with_ties(kind: Kind, size: int, data: st.DataObject) -> None:
    values = st.lists(st.integers(0, 5).map(float), min_size=size, max_size=size)
    first, second = (np.array(data.draw(values)) for _ in range(2))
    found = float(correlation(first, second, kind))
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(KINDS[kind](first, second).statistic)  # type: ignore[operator]


def test_rows_are_correlated_one_by_one() -> None:
    first, second = np.random.default_rng(0).random((2, 7, 5))
    found = correlation(first, second, "kendall")
    assert found.shape == (7,)
    assert found[3] == pytest.approx(stats.kendalltau(first[3], second[3]).statistic)


@pytest.mark.parametrize("kind", KINDS)
def test_more_items_narrow_the_board_interval(kind: Kind) -> None:
    generator = np.random.default_rng(1)
    quality = np.linspace(0, 1, 8)
    few, many = (generator.normal(quality, 1, (n, 8)) for n in (40, 4000))
    widths = []
    for scores in (few, many):
        groups = singles(len(scores))
        found = board_correlation(scores, groups, scores[::-1], groups, kind=kind, seed=SEED)
        assert -1 <= found.low <= found.high <= 1
        widths.append(found.high - found.low)
    assert widths[1] < widths[0] / 2


def test_boards_may_have_different_items() -> None:
    generator = np.random.default_rng(2)
    quality = np.array([0.1, 0.5, 0.9, 0.3])
    first, second = (generator.normal(quality, 0.1, (n, 4)) for n in (300, 200))
    found = board_correlation(first, singles(300), second, singles(200), kind="spearman", seed=SEED)
    assert (found.value, found.low, found.high) == (1.0, 1.0, 1.0)


def test_the_encoder_interval_is_scipys_paired_bootstrap() -> None:
    generator = np.random.default_rng(3)
    first = generator.normal(0, 1, 40)
    second = first + generator.normal(0, 1, 40)
    found = encoder_correlation(first, second, kind="pearson", seed=SEED, resamples=9999)
    reference = stats.bootstrap(
        (first, second),
        lambda a, b, axis: stats.pearsonr(a, b, axis=axis).statistic,
        paired=True,
        method="percentile",
        rng=4,
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high), abs=0.02)


def test_resamples_of_a_single_encoder_are_left_out() -> None:
    found = encoder_correlation(
        np.array([1.0, 2, 3]), np.array([1.0, 3, 2]), kind="spearman", seed=SEED
    )
    assert -1 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize(
    ("first", "second"),
    [([1, 2], [1, 2]), ([1, 2, 3], [1, 2, 3, 4]), ([1, 2, 3], [5, 5, 5])],
    ids=["two encoders", "other encoders", "all tie"],
)
def test_boards_that_cannot_correlate_are_refused(first: list[int], second: list[int]) -> None:
    with pytest.raises(InputError):
        encoder_correlation(
            np.array(first, dtype=float), np.array(second, dtype=float), kind="kendall", seed=SEED
        )


def test_another_kind_is_refused() -> None:
    with pytest.raises(InputError, match="pearson"):
        correlation(np.arange(3.0), np.arange(3.0), "Pearson")  # type: ignore[arg-type]
