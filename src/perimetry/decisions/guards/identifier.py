"""The guard of identifiers: codes, versions, file names and addresses, as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from perimetry.decisions.guards.difference import quoted
from perimetry.decisions.guards.english.figures import Figures, figures_of
from perimetry.decisions.guards.reading import Reading, part, read


@dataclass(frozen=True)
class IdentifierGuard:
    """Objects where either text holds an identifier that the other does not.

    Capitals and the separators inside do not count.

    >>> guard = IdentifierGuard()
    >>> guard.objection("Close ticket ABC-123.", "Close ticket ABC-124.")
    'identifiers differ: ABC-123 / ABC-124'
    >>> guard.objection("Close ticket ABC-123.", "close ticket abc123")
    """

    name: str = "identifier"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, figures_of)
        if not mine.identifiers:
            return None
        theirs = part(b, figures_of)
        if not theirs.identifiers:
            return None
        one, other = read(a), read(b)
        only_a, only_b = _alone(mine, theirs, other), _alone(theirs, mine, one)
        if not only_a or not only_b:
            return None
        return f"identifiers differ: {quoted(only_a[0])} / {quoted(only_b[0])}"


def _alone(mine: Figures, theirs: Figures, other: Reading) -> list[str]:
    return [
        written
        for code, written in mine.identifiers.items()
        if code not in theirs.identifiers and code not in other.words
    ]
