"""One-sided bounds on a rate that is measured on groups: how bad can it be, given what was seen?

Items of one group stand or fall together, so the exact binomial bound on items claims too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, log1p
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.stats.intervals import LEVEL

Floats = NDArray[np.float64]

BoundMethod = Literal["groups", "design-effect"]
"""How a bound respects groups.

``groups`` is exact: the bound of Clopper and Pearson (1934) on the share of groups with *any*
event, which is never below the mean over groups of their own rates. ``design-effect`` is sharper
and an approximation: the same bound on as many items as the groups are worth (Kish 1965). It bounds
the rate over items. Where no event was seen there is nothing to estimate the effect from, and it
counts groups. The lower bound is this approximation under either, since an exact one would be of no
use: it would count only groups where *all* items had the event.
"""

METHODS: tuple[BoundMethod, ...] = get_args(BoundMethod)


@dataclass(frozen=True)
class RateBound:
    """A rate and the bounds that its groups allow.

    ``value`` is the mean over groups (``groups``) or over items (``design-effect``). ``low`` and
    ``high`` are one-sided bounds, each at the level asked for. ``events`` of ``n`` items happened,
    in ``hit`` of ``groups`` groups. The upper bound is that of ``counted`` events in ``trials``
    independent trials.
    """

    value: float
    low: float
    high: float
    events: int
    n: int
    hit: int
    groups: int
    counted: float
    trials: float


def rate_bound(
    events: NDArray[np.bool_],
    groups: Sequence[str] | NDArray[np.intp],
    *,
    method: BoundMethod = "groups",
    level: float = LEVEL,
) -> RateBound:
    """Bound the rate of ``events`` on one side at a time.

    Args:
        events: whether it happened, one an item, shape ``(n,)``.
        groups: the group of each item, by name or number.
        method: see :data:`BoundMethod`.
        level: of each one-sided bound.

    Raises:
        InputError: there is no item, not one group for each, or no such method.

    >>> found = rate_bound(np.zeros(59, bool), [str(i) for i in range(59)])
    >>> found.value, found.hit, round(found.high, 4)
    (0.0, 0, 0.0495)
    """
    if method not in METHODS:
        raise InputError(f"there is no bound {method!r}. Bounds: {', '.join(METHODS)}.")
    if not len(events) or len(events) != len(groups):
        raise InputError(f"{len(events)} items and {len(groups)} groups: give a group for each.")
    places = np.unique(np.asarray(groups), return_inverse=True)[1]
    sizes = np.bincount(places).astype(np.float64)
    found: Floats = np.bincount(places, weights=events.astype(np.float64)).astype(np.float64)
    count, hit = len(sizes), int((found > 0).sum())
    rate, worth = float(found.sum() / sizes.sum()), _worth(found, sizes)
    if method == "groups":
        value, counted, trials = float((found / sizes).mean()), float(hit), float(count)
    else:
        value, counted, trials = rate, rate * worth, worth
    return RateBound(
        value=value,
        low=lower_bound(rate * worth, worth, level),
        high=upper_bound(counted, trials, level),
        events=int(events.sum()),
        n=len(events),
        hit=hit,
        groups=count,
        counted=counted,
        trials=trials,
    )


def upper_bound(events: float, trials: float, level: float = LEVEL) -> float:
    """The exact one-sided upper bound on a rate; counts may be fractions.

    >>> round(upper_bound(0, 299), 5), round(upper_bound(2, 100), 4)
    (0.00997, 0.0616)
    """
    from scipy.special import betaincinv

    return float(betaincinv(events + 1, trials - events, level)) if events < trials else 1.0


def lower_bound(events: float, trials: float, level: float = LEVEL) -> float:
    """The exact one-sided lower bound on a rate; counts may be fractions.

    >>> round(lower_bound(100, 100), 4), lower_bound(0, 100)
    (0.9705, 0.0)
    """
    from scipy.special import betaincinv

    return float(betaincinv(events, trials - events + 1, 1 - level)) if events > 0 else 0.0


def most_events(trials: int, budget: float, level: float = LEVEL) -> int:
    """The most events in ``trials`` whose upper bound is within ``budget``; −1 if not even none.

    >>> most_events(58, 0.05), most_events(59, 0.05), most_events(93, 0.05)
    (-1, 0, 1)
    """
    low, high = -1, trials
    while low < high:
        middle = (low + high + 1) // 2
        if upper_bound(middle, trials, level) <= budget:
            low = middle
        else:
            high = middle - 1
    return low


def trials_needed(budget: float, rate: float = 0.0, level: float = LEVEL) -> int | None:
    """How many trials certify ``budget`` when events come at ``rate``; ``None`` if none can.

    The count is about the least at which the expected number of events, rounded up, passes.

    >>> trials_needed(0.05), trials_needed(0.01), trials_needed(0.001), trials_needed(0.05, 0.05)
    (59, 299, 2995, None)
    """
    if rate >= budget:
        return None
    if rate == 0:
        return ceil(log(1 - level) / log1p(-budget))
    low, high = 1, 1
    while upper_bound(ceil(rate * high), high, level) > budget:
        low, high = high, 2 * high
        if high > LARGEST:
            return None
    while low < high:
        middle = (low + high) // 2
        if upper_bound(ceil(rate * middle), middle, level) <= budget:
            high = middle
        else:
            low = middle + 1
    return high


LARGEST = 1 << 40
"""More trials than anybody has; a rate this near to the budget is on it."""


def _worth(found: Floats, sizes: Floats) -> float:
    """How many independent items the groups are worth: items over the design effect.

    The effect is the variance of the rate with groups kept together (linearised, as for a ratio)
    over that of as many independent items; it is never taken to be below 1.
    """
    items, count = sizes.sum(), len(sizes)
    rate = found.sum() / items
    if count < 2 or rate in (0.0, 1.0):
        return float(count)
    residuals = found - rate * sizes
    variance = count / (count - 1) * float((residuals**2).sum()) / items**2
    return float(items / max(1.0, variance / (rate * (1 - rate) / items)))
