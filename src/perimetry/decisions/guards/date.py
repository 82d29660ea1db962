"""The guard of dates and times: days, months, years, weekdays, times of day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from perimetry.decisions.guards.difference import quoted
from perimetry.decisions.guards.english.calendar import Moment
from perimetry.decisions.guards.english.figures import Figures, figures_of
from perimetry.decisions.guards.reading import part


@dataclass(frozen=True)
class DateGuard:
    """Objects where either text names a day, month, year or time that the other does not.

    A date that can be read in two ways, *3/4*, equals either of them.

    >>> guard = DateGuard()
    >>> guard.objection("Meet at 3 pm.", "Meet at 4 pm.")
    'dates or times differ: 3 pm / 4 pm'
    >>> guard.objection("due 3 March, 3 pm", "due March 3rd, 15:00")
    """

    name: str = "date"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, figures_of)
        if not mine.moments:
            return None
        theirs = part(b, figures_of)
        if not theirs.moments:
            return None
        one, other = _by_kind(mine), _by_kind(theirs)
        for kind in sorted(one.keys() & other.keys()):
            only_a = list(_alone(one[kind], other[kind], theirs))
            only_b = list(_alone(other[kind], one[kind], mine))
            if only_a and only_b:
                return f"dates or times differ: {quoted(only_a[0])} / {quoted(only_b[0])}"
        return None


Held = Mapping[str, list[tuple[Moment, str]]]


def _by_kind(figures: Figures) -> Held:
    kinds: dict[str, list[tuple[Moment, str]]] = {}
    for moment, written in figures.moments:
        kinds.setdefault(moment.kind, []).append((moment, written))
    return kinds


def _alone(
    mine: list[tuple[Moment, str]], theirs: list[tuple[Moment, str]], figures: Figures
) -> Iterator[str]:
    """What was written of each moment that no moment of the other text may be."""
    known = {key for moment, _ in theirs for key in moment.keys}
    for moment, written in mine:
        if not any(_may_be(moment.kind, key, known, figures) for key in moment.keys):
            yield written


def _may_be(kind: str, key: object, known: set[object], figures: Figures) -> bool:
    """Whether one of ``known`` is ``key``; a time without its half of the day may be in either."""
    if key in known:
        return True
    if not isinstance(key, tuple):
        return key in figures.values
    one, half = key
    if kind == "day":
        return False
    if half == -1:
        return (one, 0) in known or (one, 1) in known or one in figures.times
    return (one, -1) in known or one in figures.times
