"""The rates of a rule at one threshold, and the curve over all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import REFUSED, ScoredPairs
from perimetry.results.certificate import CurvePoint, Rate, Rates, WrongHits
from perimetry.stats.binomial_bound import RateBound, rate_bound

COPIED = (0.70, 0.75, 0.80, 0.85, 0.90, 0.95)
"""The cut-offs that people copy from examples."""

POINTS = 100
"""How many thresholds a curve has at most."""


def false_accepts(pairs: ScoredPairs, threshold: float, asked: Requirements) -> RateBound:
    """P(accepted | different), which the budget bounds."""
    accepted = pairs.different_scores >= threshold
    return rate_bound(accepted, pairs.different_groups, method=asked.method, level=asked.level)


def accepts(pairs: ScoredPairs, threshold: float, asked: Requirements) -> RateBound:
    """P(accepted | same) over pairs, with the bounds that the design effect allows."""
    accepted = pairs.same_scores >= threshold
    return rate_bound(accepted, pairs.same_groups, method="design-effect", level=asked.level)


def wrong_hits(
    pairs: ScoredPairs, threshold: float, prevalence: float, asked: Requirements
) -> WrongHits | None:
    """P(different | accepted) at a prevalence of different pairs; ``None`` where none is accepted.

    Its bound takes either rate at half the error, so that both hold together.
    """
    half = replace(asked, level=(1 + asked.level) / 2)
    wrong, right = false_accepts(pairs, threshold, half), accepts(pairs, threshold, half)
    value = _share(wrong.value, right.value, prevalence)
    if value is None:
        return None
    return WrongHits(value, _share(wrong.high, right.low, prevalence) or 0.0)


def rates_at(pairs: ScoredPairs, threshold: float, prevalence: float, asked: Requirements) -> Rates:
    """All that is known of a rule at one threshold."""
    return Rates(
        false_accept=_as_rate(false_accepts(pairs, threshold, asked)),
        accept=_as_rate(accepts(pairs, threshold, asked)),
        wrong_hits=wrong_hits(pairs, threshold, prevalence, asked),
    )


def curve(
    pairs: ScoredPairs, thresholds: Sequence[float], prevalence: float, asked: Requirements
) -> list[CurvePoint]:
    """The rates at each of ``thresholds``. Where nothing is accepted no hit is wrong."""
    return [_point(pairs, threshold, prevalence, asked) for threshold in thresholds]


def curve_thresholds(pairs: ScoredPairs) -> list[float]:
    """At most :data:`POINTS` thresholds, with equally many scores between two of them."""
    scores = pairs.scores[pairs.scores > REFUSED]
    if not len(scores):
        return []
    found = np.quantile(scores, np.linspace(0, 1, POINTS), method="lower")
    return [float(value) for value in np.unique(found)]


def _as_rate(found: RateBound) -> Rate:
    return Rate(**{field.name: getattr(found, field.name) for field in fields(Rate)})


def _point(
    pairs: ScoredPairs, threshold: float, prevalence: float, asked: Requirements
) -> CurvePoint:
    wrong, right = false_accepts(pairs, threshold, asked), accepts(pairs, threshold, asked)
    return CurvePoint(
        threshold=threshold,
        false_accept=wrong.value,
        false_accept_high=wrong.high,
        accept=right.value,
        accept_low=right.low,
        wrong_hits=_share(wrong.value, right.value, prevalence) or 0.0,
    )


def _share(wrong: float, right: float, prevalence: float) -> float | None:
    accepted = prevalence * wrong + (1 - prevalence) * right
    return prevalence * wrong / accepted if accepted > 0 else None
