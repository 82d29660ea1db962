"""The trial of one threshold: chosen on half of the groups, tested once on the others."""

from __future__ import annotations

from dataclasses import dataclass

from perimetry.decisions.threshold.choice import choose
from perimetry.decisions.threshold.rates import false_accepts
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import ScoredPairs, halves
from perimetry.errors import InputError
from perimetry.stats.binomial_bound import RateBound


@dataclass(frozen=True)
class Trial:
    """The threshold that calibration chose, if one, and what the other half says of it."""

    calibration: ScoredPairs
    certification: ScoredPairs
    threshold: float | None = None
    tested: RateBound | None = None


def tried(pairs: ScoredPairs, asked: Requirements, seed: int) -> Trial:
    """Choose on one half, test on the other; ``seed`` draws the halves.

    Raises:
        InputError: there are too few groups to have two halves.
    """
    calibration, certification = halves(pairs, seed)
    for half in (calibration, certification):
        if half.same.all() or not half.same.any():
            raise InputError(
                "one half of the groups has only same or only different pairs. Two groups of each "
                "are the least; give more."
            )
    threshold = choose(calibration, asked, len(certification.worst))
    if threshold is None:
        return Trial(calibration, certification)
    tested = false_accepts(certification, threshold, asked)
    return Trial(calibration, certification, threshold, tested)
