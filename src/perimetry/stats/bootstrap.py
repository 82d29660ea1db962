"""The group bootstrap: whole groups are drawn with replacement, many encoders at once.

A mean over items needs each group's total and size and nothing else, so a resample is one row of
counts (how often each group was drawn) times two small tables. Efron and Tibshirani (1993),
chapters 6 and 8; Field and Welsh (2007) for clusters as the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.stats.seeds import Seed

RESAMPLES = 2000

BLOCK_CELLS = 2**16
"""Cells of one block of resamples: half a MiB, which stays in the processor's cache.

Larger products are split over threads that wait for each other, six times slower on a busy machine.
"""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GroupSums:
    """What is left of item scores where the group is the unit.

    ``totals`` has shape ``(groups,)`` for one encoder and ``(groups, encoders)`` for several;
    ``sizes`` (groups,) counts the items of each group.
    """

    totals: Floats
    sizes: Floats

    @classmethod
    def of(cls, scores: Floats, groups: Sequence[str]) -> GroupSums:
        """Add up ``scores``, shape ``(items,)`` or ``(items, encoders)``, within each group.

        Raises:
            InputError: no item, not one group for each item, or a score that is not finite.
        """
        if scores.ndim not in (1, 2) or len(scores) != len(groups) or not len(scores):
            raise InputError(
                f"scores of shape {scores.shape} with {len(groups)} groups: "
                "give one row of scores and one group for each item, and at least one item"
            )
        if not np.isfinite(scores).all():
            row = int(np.argwhere(~np.isfinite(scores))[0, 0])
            raise InputError(f"the score of item {row} (counted from 0) is not a finite number")
        index, count = group_index(groups)
        columns = scores.reshape(len(scores), -1).T
        totals = np.empty((count, len(columns)))
        for column, scored in enumerate(columns):
            totals[:, column] = np.bincount(index, weights=scored, minlength=count)
        sizes = np.bincount(index, minlength=count).astype(np.float64)
        return cls(totals[:, 0] if scores.ndim == 1 else totals, sizes)

    def resampled(self, counts: Floats) -> Floats:
        """The mean over items in each resample of ``counts`` (resamples, groups).

        Shape ``(resamples,)`` or ``(resamples, encoders)``.
        """
        drawn = counts @ self.sizes
        means = counts @ self.totals / (drawn if self.totals.ndim == 1 else drawn[:, np.newaxis])
        return np.asarray(means, dtype=np.float64)


def resampled_means(
    scores: Floats, groups: Sequence[str], *, seed: Seed, resamples: int = RESAMPLES
) -> Floats:
    """Each encoder's mean over items in each bootstrap resample of the groups.

    Every encoder sees the same resamples, so differences and ranks within a row are paired. Memory
    is bounded by the scores and the result.

    Args:
        scores: shape ``(items, encoders)``, or ``(items,)`` for one.
        groups: the group of each item.
        seed: the same seed draws the same groups, whatever the scores.
        resamples: how many.

    Returns:
        Shape ``(resamples, encoders)``, or ``(resamples,)``.

    Raises:
        InputError: see :meth:`GroupSums.of`.

    >>> resampled_means(np.ones((3, 2)), ["a", "a", "b"], seed=(1,), resamples=2)
    array([[1., 1.],
           [1., 1.]])
    """
    sums = GroupSums.of(scores, groups)
    blocks = _count_blocks(len(sums.sizes), seed, resamples)
    return np.concatenate([sums.resampled(counts) for counts in blocks])


def _count_blocks(groups: int, seed: Seed, resamples: int) -> Iterator[Floats]:
    """How often each group is drawn, a block of resamples at a time, in one reused array."""
    generator = np.random.default_rng(seed)
    rows = min(resamples, max(1, BLOCK_CELLS // groups))
    counts = np.empty((rows, groups))
    for start in range(0, resamples, rows):
        # 32-bit draws take a fifth of the time of 64-bit ones and do not depend on the block.
        size = (min(rows, resamples - start), groups)
        drawn = generator.integers(groups, size=size, dtype=np.int32)
        for row, draw in zip(counts, drawn, strict=False):
            row[:] = np.bincount(draw, minlength=groups)
        yield counts[: len(drawn)]


def resampled_statistic(
    statistic: Callable[[Floats], Floats],
    groups: Sequence[str],
    *,
    seed: Seed,
    resamples: int = RESAMPLES,
) -> Floats:
    """A statistic that is no mean, in each bootstrap resample of the groups.

    Args:
        statistic: from weights of shape ``(rows, items)``, how often each item's group was drawn,
            to one number a row, shape ``(rows,)``, or several, ``(rows, numbers)``.
        groups: the group of each item.
        seed: the same seed draws the same groups as for :func:`resampled_means`.
        resamples: how many.

    Returns:
        Shape ``(resamples,)``, or ``(resamples, numbers)``.

    Raises:
        InputError: there is no item.

    >>> resampled_statistic(lambda w: w.sum(axis=1), ["a", "b"], seed=(1,), resamples=2)
    array([2., 2.])
    """
    if not len(groups):
        raise InputError("a bootstrap needs at least one item")
    index, count = group_index(groups)
    rows = max(1, BLOCK_CELLS // len(groups))
    return np.concatenate(
        [
            statistic(counts[start : start + rows][:, index])
            for counts in _count_blocks(count, seed, resamples)
            for start in range(0, len(counts), rows)
        ]
    )


@lru_cache(maxsize=4)
def resampled_counts(groups: int, seed: Seed, resamples: int = RESAMPLES) -> Floats:
    """How often each group is drawn in each bootstrap resample, shape ``(resamples, groups)``.

    The draws are those of :func:`resampled_means`. They are kept for the next measure over the same
    groups, so the array is read-only.
    """
    blocks = [counts.copy() for counts in _count_blocks(groups, seed, resamples)]
    drawn = np.concatenate(blocks)
    drawn.flags.writeable = False
    return drawn


def group_index(groups: Sequence[str]) -> tuple[NDArray[np.intp], int]:
    """Each item's group as a number, in order of first appearance, and the number of groups.

    >>> group_index(["b", "a", "b"])
    (array([0, 1, 0]), 2)
    """
    numbers: dict[str, int] = {}
    index = np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.intp)
    return index, len(numbers)
