from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from perimetry.errors import InputError
from perimetry.stats import bootstrap as module
from perimetry.stats.bootstrap import (
    BLOCK_CELLS,
    GroupSums,
    group_index,
    resampled_counts,
    resampled_means,
    resampled_statistic,
)

SEED = (7, 11)


def test_resamples_draw_as_many_groups_as_there_are() -> None:
    drawn = resampled_counts(13, SEED, 50)
    assert drawn.shape == (50, 13)
    assert np.all(drawn.sum(axis=1) == 13)


def test_the_same_seed_draws_the_same() -> None:
    resampled_counts.cache_clear()
    first = resampled_counts(13, SEED, 50).copy()
    resampled_counts.cache_clear()
    assert np.array_equal(first, resampled_counts(13, SEED, 50))
    assert not np.array_equal(first, resampled_counts(13, (7, 12), 50))


def test_groups_are_numbered_in_order_of_appearance() -> None:
    index, count = group_index(["x", "a", "x", "b"])
    assert index.tolist() == [0, 1, 0, 2]
    assert count == 3


def test_totals_and_sizes_by_hand() -> None:
    sums = GroupSums.of(np.array([[1.0, 10], [2, 20], [4, 40]]), ["x", "y", "x"])
    assert sums.totals.tolist() == [[5, 50], [2, 20]]
    assert sums.sizes.tolist() == [2, 1]


def test_a_resample_weighs_a_group_by_its_draws_and_its_size() -> None:
    """x holds 1 and 4, y holds 2: drawn twice and once, (2·5 + 1·2) / (2·2 + 1·1) = 12/5."""
    sums = GroupSums.of(np.array([1.0, 2, 4]), ["x", "y", "x"])
    assert sums.resampled(np.array([[2.0, 1.0], [0.0, 3.0]])).tolist() == pytest.approx([2.4, 2.0])


@given(st.integers(1, 40), st.integers(1, 5), st.integers(0, 99))
def test_each_encoder_is_resampled_as_if_it_were_alone(
    items: int, encoders: int, seed: int
) -> None:
    generator = np.random.default_rng(seed)
    scores = generator.random((items, encoders))
    groups = generator.integers(0, 9, items).astype(str).tolist()
    together = resampled_means(scores, groups, seed=(seed,), resamples=30)
    assert together.shape == (30, encoders)
    for encoder in range(encoders):
        alone = resampled_means(scores[:, encoder], groups, seed=(seed,), resamples=30)
        assert together[:, encoder] == pytest.approx(alone)
    assert np.all(
        (together >= scores.min(axis=0) - 1e-12) & (together <= scores.max(axis=0) + 1e-12)
    )


def test_the_block_size_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scores, groups = np.random.default_rng(0).random((70, 2)), [str(i) for i in range(70)]
    whole = resampled_means(scores, groups, seed=SEED, resamples=101)
    monkeypatch.setattr(module, "BLOCK_CELLS", 70 * 7)
    assert whole == pytest.approx(resampled_means(scores, groups, seed=SEED, resamples=101))
    monkeypatch.setattr(module, "BLOCK_CELLS", 1)
    assert whole == pytest.approx(resampled_means(scores, groups, seed=SEED, resamples=101))


def test_more_groups_than_a_block_holds_are_drawn_one_resample_at_a_time() -> None:
    groups = [str(i) for i in range(BLOCK_CELLS + 1)]
    means = resampled_means(np.ones(len(groups)), groups, seed=SEED, resamples=2)
    assert means.tolist() == [1.0, 1.0]


def test_differences_have_scipys_paired_bootstrap_interval() -> None:
    generator = np.random.default_rng(4)
    scores = generator.normal(0, 1, (200, 1)) + generator.normal(0, 0.3, (200, 2))
    means = resampled_means(scores, [str(i) for i in range(200)], seed=SEED, resamples=9999)
    found = np.percentile(means[:, 1] - means[:, 0], [2.5, 97.5])
    reference = bootstrap(
        (scores[:, 0], scores[:, 1]),
        lambda a, b, axis: b.mean(axis) - a.mean(axis),
        paired=True,
        n_resamples=9999,
        method="percentile",
        rng=2,
    ).confidence_interval
    assert found.tolist() == pytest.approx([reference.low, reference.high], abs=0.004)


def test_both_ways_of_drawing_have_the_same_spread() -> None:
    """The fast draw against the multinomial that audits rest on."""
    generator = np.random.default_rng(5)
    scores, groups = generator.random(300), generator.integers(0, 80, 300).astype(str).tolist()
    fast = resampled_means(scores, groups, seed=SEED, resamples=20_000)
    sums = GroupSums.of(scores, groups)
    kept = sums.resampled(resampled_counts(len(sums.sizes), SEED, 20_000))
    assert fast.mean() == pytest.approx(kept.mean(), abs=0.0005)
    assert fast.std() == pytest.approx(kept.std(), rel=0.03)


@pytest.mark.parametrize(
    ("scores", "groups"),
    [
        (np.ones(2), ["a"]),
        (np.ones(0), []),
        (np.ones((1, 1, 1)), ["a"]),
        (np.array([0.0, np.nan]), ["a", "b"]),
    ],
    ids=["a group short", "no item", "three axes", "nan"],
)
def test_scores_that_cannot_be_summed_are_refused(scores: object, groups: list[str]) -> None:
    with pytest.raises(InputError):
        GroupSums.of(scores, groups)  # type: ignore[arg-type]


def test_a_resampled_mean_is_the_same_as_a_statistic() -> None:
    scores = np.random.default_rng(1).normal(size=50)
    groups = [f"g{i % 17}" for i in range(50)]
    means = resampled_statistic(
        lambda weights: weights @ scores / weights.sum(axis=1), groups, seed=(7,), resamples=300
    )
    assert means == pytest.approx(resampled_means(scores, groups, seed=(7,), resamples=300))


def test_a_statistic_may_have_several_numbers_and_many_items() -> None:
    groups = [str(i) for i in range(1000)]
    found = resampled_statistic(
        lambda w: np.stack([w.sum(axis=1), w.max(axis=1)], axis=1), groups, seed=(7,), resamples=200
    )
    assert found.shape == (200, 2)
    assert set(found[:, 0]) == {1000.0}


def test_a_statistic_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="at least one item"):
        resampled_statistic(lambda w: w.sum(axis=1), [], seed=(1,))
