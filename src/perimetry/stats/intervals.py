"""Intervals that respect groups: items made from one source stand or fall together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
RESAMPLES = 2000

Floats = NDArray[np.float64]
Seed = tuple[int, ...]


@dataclass(frozen=True)
class Interval:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float


@lru_cache(maxsize=4)
def resampled_counts(groups: int, seed: Seed, resamples: int = RESAMPLES) -> Floats:
    """How often each group is drawn in each bootstrap resample, shape ``(resamples, groups)``.

    Kept for the next measure over the same groups, so the array is read-only.
    """
    generator = np.random.default_rng(seed)
    even = np.full(groups, 1.0 / groups)
    drawn = generator.multinomial(groups, even, size=resamples).astype(np.float64)
    drawn.flags.writeable = False
    return drawn


def percentile_interval(value: float, resampled: Floats) -> Interval:
    """The central ``LEVEL`` of ``resampled`` around ``value``."""
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(resampled, [tail, 100 - tail])
    return Interval(value, float(low), float(high))


def group_mean(values: Floats, groups: Sequence[str], seed: Seed) -> Interval:
    """The mean over items, with a percentile interval from resampling whole groups.

    Where every item scores 0, or every item 1, resampling has nothing to vary and the interval is
    the exact one of Clopper and Pearson on the number of groups.

    Args:
        values: one an item, shape ``(n,)``, n ≥ 1.
        groups: the group of each item.
        seed: of the resampling; the same seed gives the same interval.
    """
    index, count = group_index(groups)
    value = float(values.mean())
    if np.all(values == 0.0) or np.all(values == 1.0):
        low, high = clopper_pearson(round(value) * count, count)
        return Interval(value, low, high)
    sums = np.bincount(index, weights=values, minlength=count)
    sizes = np.bincount(index, minlength=count).astype(np.float64)
    drawn = resampled_counts(count, seed)
    return percentile_interval(value, (drawn @ sums) / (drawn @ sizes))


def group_index(groups: Sequence[str]) -> tuple[NDArray[np.intp], int]:
    """Each item's group as a number, in order of first appearance, and the number of groups.

    >>> group_index(["b", "a", "b"])
    (array([0, 1, 0]), 2)
    """
    numbers: dict[str, int] = {}
    index = np.array([numbers.setdefault(group, len(numbers)) for group in groups], dtype=np.intp)
    return index, len(numbers)


def clopper_pearson(successes: int, trials: int, level: float = LEVEL) -> tuple[float, float]:
    """The exact two-sided binomial interval of Clopper and Pearson (1934).

    >>> low, high = clopper_pearson(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)
    """
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = betaincinv(successes, trials - successes + 1, tail) if successes else 0.0
    high = betaincinv(successes + 1, trials - successes, 1 - tail) if successes < trials else 1.0
    return float(low), float(high)
