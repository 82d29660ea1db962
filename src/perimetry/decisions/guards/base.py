"""The guard protocol: two texts in, a reason why they cannot say the same out, or none.

A guard sees one cue that cosine similarity lacks. It never says that two texts are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from perimetry.decisions.guards.reading import read


@runtime_checkable
class Guard(Protocol):
    """Objects to calling two texts the same, by one cue."""

    @property
    def name(self) -> str:
        """How tables and certificates call it."""
        ...

    def objection(self, a: str, b: str) -> str | None:
        """One short reason, or None.

        Whether it objects does not depend on the order of the two texts, and no text is objected
        to beside itself.
        """
        ...


def first_objection(a: str, b: str, guards: Sequence[Guard]) -> tuple[Guard, str] | None:
    """The first of ``guards`` that objects, and why; None where none does.

    Either text is read once for all guards, and not at all where it already is a
    :class:`~perimetry.decisions.guards.reading.Reading`.
    """
    if a == b:
        return None
    a, b = read(a), read(b)
    for guard in guards:
        reason = guard.objection(a, b)
        if reason is not None:
            return guard, reason
    return None


def objections(pairs: Sequence[tuple[str, str]], guards: Sequence[Guard]) -> list[str | None]:
    """For each pair the name of the first guard that objects, None where none does.

    Args:
        pairs: two texts each.
        guards: asked in this order.
    """
    readings = {text: read(text) for pair in pairs for text in pair}
    found = (first_objection(readings[a], readings[b], guards) for a, b in pairs)
    return [None if objection is None else objection[0].name for objection in found]
