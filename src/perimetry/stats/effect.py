"""How large a difference is, how small a one could be seen, and how many groups would show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, nan, sqrt

from perimetry.errors import InputError
from perimetry.stats.bootstrap import Floats, GroupSums
from perimetry.stats.intervals import LEVEL
from perimetry.stats.paired import paired_differences

POWER = 0.8


@dataclass(frozen=True)
class EffectSize:
    """The mean difference over items, and the same in units of how much groups vary.

    ``spread`` is the standard deviation of the groups' differences; ``spread / sqrt(groups)`` is
    the standard error of ``difference``. Nan with a single group.
    """

    difference: float
    spread: float
    groups: int

    @property
    def points(self) -> float:
        """The difference in percentage points, for scores within 0 to 1."""
        return 100 * self.difference

    @property
    def standardised(self) -> float:
        """The paired standardised mean difference, Cohen's d_z; nan where groups do not vary."""
        return self.difference / self.spread if self.spread > 0 else nan


def effect_size(old: Floats, new: Floats, groups: Sequence[str]) -> EffectSize:
    """The paired effect of going from ``old`` to ``new``. Cohen (1988), section 2.3.5.

    With groups of one size the spread is the standard deviation of the groups' mean differences.
    Otherwise a group counts by its size, as it does in the mean over items: its difference is
    ``(its total − mean × its size) / mean size`` (Cochran 1977, section 6.3, ratio estimate).

    Args:
        old: one score an item, shape ``(items,)``.
        new: the scores of the same items in the same order.
        groups: the group of each item.

    Raises:
        InputError: shapes differ, there is no item, or a score is not finite.

    >>> import numpy as np
    >>> effect = effect_size(np.zeros(4), np.array([0.0, 1, 0, 1]), ["a", "b", "c", "d"])
    >>> effect.points, round(effect.standardised, 4)
    (50.0, 0.866)
    """
    differences = paired_differences(old, new)
    sums = GroupSums.of(differences, groups)
    count, mean = len(sums.sizes), float(differences.mean())
    deviations = (sums.totals - mean * sums.sizes) / sums.sizes.mean()
    spread = sqrt(float((deviations**2).sum()) / (count - 1)) if count > 1 else nan
    return EffectSize(mean, spread, count)


def minimum_detectable_effect(
    spread: float, groups: int, *, power: float = POWER, level: float = LEVEL, sides: int = 2
) -> float:
    """The smallest true difference that a test of ``groups`` groups would find often enough.

    Normal approximation, in the units of ``spread`` (:attr:`EffectSize.spread`).

    Args:
        spread: the standard deviation of the groups' differences.
        groups: how many independent groups there are.
        power: how often the difference is to be found.
        level: 1 − the type I error rate.
        sides: 2, or 1 for a one-sided test.

    Raises:
        InputError: no groups, a negative spread, or a rate out of range.

    >>> round(minimum_detectable_effect(0.5, 270), 4)
    0.0852
    """
    if groups < 1 or not spread >= 0:
        raise InputError(f"spread {spread} over {groups} groups: neither may be negative or absent")
    return _distance(power, level, sides) * spread / sqrt(groups)


def groups_needed(
    effect: float, spread: float, *, power: float = POWER, level: float = LEVEL, sides: int = 2
) -> int:
    """How many groups find a true difference of ``effect`` often enough. Normal approximation.

    Args:
        effect: the difference to find, in the units of ``spread``; its sign does not matter.
        spread: the standard deviation of the groups' differences.
        power: how often it is to be found.
        level: 1 − the type I error rate.
        sides: 2, or 1 for a one-sided test.

    Raises:
        InputError: no effect, a negative spread, or a rate out of range.

    >>> groups_needed(0.05, spread=0.5)
    785
    """
    if not effect or not spread >= 0:
        raise InputError(f"no number of groups finds an effect of {effect} at spread {spread}")
    return max(1, ceil((_distance(power, level, sides) * spread / effect) ** 2))


def _distance(power: float, level: float, sides: int) -> float:
    """How many standard errors from zero the truth must lie."""
    from scipy.special import ndtri

    if not (0 < level < 1 and 0 < power < 1 and sides in (1, 2)):
        raise InputError(f"level {level}, power {power}, {sides} sides: rates lie between 0 and 1")
    critical, reached = ndtri([1 - (1 - level) / sides, power])
    return float(critical + reached)
