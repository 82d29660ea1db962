"""The guard of numbers: counts, shares, ranks and amounts, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.decisions.guards.difference import differing
from perimetry.decisions.guards.english.figures import Number, figures_of
from perimetry.decisions.guards.reading import part


@dataclass(frozen=True)
class NumberGuard:
    """Objects where either text names a number that the other does not.

    >>> guard = NumberGuard()
    >>> guard.objection("It covers 2 adults.", "It covers three adults.")
    'numbers differ: 2 / three'
    >>> guard.objection("We sold 1,000 of them.", "We sold one thousand of them.")
    """

    name: str = "number"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, figures_of)
        if not mine.numbers:
            return None
        theirs = part(b, figures_of)
        if not theirs.numbers:
            return None
        only_a = [number for number in mine.numbers if number.value not in theirs.values]
        only_b = [number for number in theirs.numbers if number.value not in mine.values]
        if not only_a or not only_b:
            return None
        return differing("numbers", _outright(only_a, only_b), _outright(only_b, only_a))


def _outright(mine: Sequence[Number], theirs: Sequence[Number]) -> list[Number]:
    """``mine`` without what was said in passing, unless the other text counts the same thing."""
    counted = {number.noun for number in theirs}
    return [number for number in mine if not number.loose or number.noun in counted]
