"""The guard of units: measures and money as amounts, and how often something happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

from perimetry.decisions.guards.difference import differing
from perimetry.decisions.guards.english.figures import figures_of
from perimetry.decisions.guards.english.measures import Measure
from perimetry.decisions.guards.reading import part

MOST = 200
"""Measures of a text that are compared: a pair of longer lists would cost their product."""


@dataclass(frozen=True)
class UnitGuard:
    """Objects where either text names an amount that the other does not, in whatever unit.

    >>> guard = UnitGuard()
    >>> guard.objection("It weighs 750 g.", "It weighs 750 mg.")
    'amounts differ: 750 g / 750 mg'
    >>> guard.objection("Walk 1 km.", "Walk 1,000 metres.")
    >>> guard.objection("It costs $5 a week.", "It costs $5 monthly.")
    'rates differ: a week / monthly'
    """

    name: str = "unit"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, figures_of)
        if not mine.measures and not mine.rates:
            return None
        theirs = part(b, figures_of)
        amounts = _alone(mine.measures, theirs.measures)
        rates = _alone(mine.rates, theirs.rates)
        if amounts and rates and _same_flow(amounts, rates):
            return None
        if amounts:
            reason = differing("amounts", *amounts)
            if reason is not None:
                return reason
        return differing("rates", *rates) if rates else None


Alone = tuple[Sequence[Measure], Sequence[Measure]]


def _alone(mine: Sequence[Measure], theirs: Sequence[Measure]) -> Alone | None:
    """What either text says alone, where both do."""
    if not mine or not theirs:
        return None
    mine, theirs = mine[:MOST], theirs[:MOST]
    only_a = [one for one in mine if not any(one.equals(other) for other in theirs)]
    if not only_a:
        return None
    only_b = [one for one in theirs if not any(one.equals(other) for other in mine)]
    return (only_a, only_b) if only_b else None


def _same_flow(amounts: Alone, rates: Alone) -> bool:
    """Whether the two texts say *10 litres a second* and *600 litres a minute*."""
    one, other = (
        {
            (amount.options[0].dimension, rate.options[0].dimension): amount.base / rate.base
            for amount in amounts[side]
            for rate in rates[side]
            if rate.base and not amount.loose
        }
        for side in (0, 1)
    )
    return any(isclose(one[key], other[key], rel_tol=0.01) for key in one.keys() & other.keys())
