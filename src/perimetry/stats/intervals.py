"""Intervals that respect groups: items made from one source stand or fall together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perimetry.stats.bootstrap import Floats, GroupSums, resampled_counts
from perimetry.stats.seeds import Seed

LEVEL = 0.95


@dataclass(frozen=True)
class Interval:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float


def percentile_interval(value: float, resampled: Floats, level: float = LEVEL) -> Interval:
    """The central ``level`` of ``resampled`` around ``value``."""
    tail = 100 * (1 - level) / 2
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

    Raises:
        InputError: no item, not one group for each item, or a value that is not finite.
    """
    sums = GroupSums.of(values, groups)
    count = len(sums.sizes)
    value = float(values.mean())
    if np.all(values == 0.0) or np.all(values == 1.0):
        low, high = clopper_pearson(round(value) * count, count)
        return Interval(value, low, high)
    return percentile_interval(value, sums.resampled(resampled_counts(count, seed)))


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
