"""Chooses a threshold on calibration pairs: the one that accepts most and should still certify.

Choosing the threshold that barely meets the budget would fail every second certification, so the
choice asks how likely the other half is to agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, exp, floor, sqrt

import numpy as np

from perimetry.decisions.threshold.rates import false_accepts
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import REFUSED, Floats, ScoredPairs
from perimetry.stats.binomial_bound import RateBound, most_events

CHANCE = 0.9
"""How likely the certification should be to pass. There is one trial, so the odds are good."""

TAIL = 5
"""The fewest group maxima that the tail above the highest is judged by."""


def strictest_useful(pairs: ScoredPairs, min_accept: float) -> float | None:
    """The highest threshold that accepts ``min_accept`` of the same pairs, if one does."""
    ordered = np.sort(pairs.same_scores)[::-1]
    last = float(ordered[ceil(min_accept * len(ordered)) - 1])
    if last == REFUSED:
        return None
    lower = pairs.scores[pairs.scores < last]
    return threshold_between(float(lower.max(initial=REFUSED)), last)


def choose(pairs: ScoredPairs, asked: Requirements, certifying_groups: int) -> float | None:
    """The threshold to certify, or ``None`` where calibration already speaks against all.

    Of the thresholds that accept enough and whose own upper bound meets the budget, it is the
    lowest whose chance to certify is :data:`CHANCE`; where none has that, the strictest.

    Args:
        pairs: the calibration half.
        asked: what it has to meet.
        certifying_groups: how many groups with a different pair the other half has.
    """
    strictest = strictest_useful(pairs, asked.min_accept)
    if strictest is None:
        return None
    candidates = _candidates(pairs, strictest)

    def meets(threshold: float) -> bool:
        return false_accepts(pairs, threshold, asked).high <= asked.budget

    def promising(threshold: float) -> bool:
        found = false_accepts(pairs, threshold, asked)
        return _chance(pairs, asked, found, threshold, certifying_groups) >= CHANCE

    meeting = candidates[: _count(candidates, meets)]
    if not meeting:
        return None
    return meeting[max(_count(meeting, promising) - 1, 0)]


def threshold_between(low: float, high: float) -> float:
    """The shortest decimal above ``low`` and at most ``high``, which a person can copy.

    >>> threshold_between(0.81234, 0.81591)
    0.813
    """
    if low == REFUSED:
        low = high - 0.1
    for digits in range(2, 16):
        scale = 10.0**digits
        found = (floor(low * scale) + 1) / scale
        if low < found <= high:
            return found
    return high


def _candidates(pairs: ScoredPairs, strictest: float) -> list[float]:
    """Thresholds worth asking about, the strictest first.

    Between two neighbours the accepted different groups are the same, so only the lowest threshold
    above each group's worst pair is asked about; above the highest of them, those of same pairs.
    """
    scores = np.unique(pairs.scores[pairs.scores > REFUSED])
    worst = np.unique(pairs.worst[pairs.worst > REFUSED])
    lower = worst[worst < strictest]
    edges = [float(value) for value in lower[::-1]]
    top = float(worst.max(initial=-1.0))
    above = np.unique(pairs.same_scores[pairs.same_scores > top])
    found = [strictest]
    for place in np.unique(np.linspace(0, len(above) - 1, min(len(above), 200)).astype(int))[::-1]:
        value = float(above[place])
        before = scores[scores < value]
        found.append(threshold_between(float(before.max(initial=top)), value))
    for edge in edges:
        after = scores[np.searchsorted(scores, edge, side="right") :]
        if len(after):
            found.append(threshold_between(edge, float(after[0])))
    return sorted({value for value in found if value <= strictest}, reverse=True)


def _count(candidates: Sequence[float], holds: Callable[[float], bool]) -> int:
    """How many of the strictest candidates hold; what holds for one holds for stricter ones."""
    low, high = 0, len(candidates)
    while low < high:
        middle = (low + high) // 2
        if holds(candidates[middle]):
            low = middle + 1
        else:
            high = middle
    return low


def _chance(
    pairs: ScoredPairs,
    asked: Requirements,
    found: RateBound,
    threshold: float,
    certifying_groups: int,
) -> float:
    """How likely a certification on ``certifying_groups`` is to pass.

    A threshold just above the k-th worst of n independent groups lets through a share that is
    Beta(k, n + 1 − k) distributed, whatever the scores are, so the count in the other half is
    beta-binomial. Above the very worst the share falls off like the tail of the worst groups.
    """
    from scipy.stats import betabinom, binom

    trials = round(found.trials * certifying_groups / found.groups)
    passing = most_events(trials, asked.budget, asked.level)
    if passing < 0:
        return 0.0
    if found.hit:
        return float(
            betabinom.cdf(passing, trials, found.counted + 1, found.trials - found.counted)
        )
    share = _beyond(pairs.worst, threshold) / (found.groups + 1)
    return float(binom.cdf(passing, trials, share))


def _beyond(worst: Floats, threshold: float) -> float:
    """How much rarer than the worst group's score one above ``threshold`` is.

    The tail above a high score falls off exponentially for most distributions (Balkema and
    de Haan 1974; Pickands 1975); its scale is the mean excess of the worst groups.
    """
    top = worst[: max(TAIL, round(sqrt(len(worst))))]
    top = top[top > REFUSED]
    if len(top) < 2:
        return 1.0
    scale = float((top[:-1] - top[-1]).mean())
    return exp(-(threshold - float(top[0])) / scale) if scale > 0 else 1.0
