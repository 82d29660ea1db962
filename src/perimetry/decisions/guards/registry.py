"""The guards that ship with perimetry, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from perimetry.decisions.guards.base import Guard
from perimetry.decisions.guards.date import DateGuard
from perimetry.decisions.guards.direction import DirectionGuard
from perimetry.decisions.guards.entity import EntityGuard
from perimetry.decisions.guards.identifier import IdentifierGuard
from perimetry.decisions.guards.modality import ModalityGuard
from perimetry.decisions.guards.negation import NegationGuard
from perimetry.decisions.guards.number import NumberGuard
from perimetry.decisions.guards.quantifier import QuantifierGuard
from perimetry.decisions.guards.unit import UnitGuard
from perimetry.errors import InputError

GUARDS: Mapping[str, Guard] = {
    guard.name: guard
    for guard in (
        NumberGuard(),
        DateGuard(),
        UnitGuard(),
        IdentifierGuard(),
        NegationGuard(),
        EntityGuard(),
        QuantifierGuard(),
        ModalityGuard(),
        DirectionGuard(),
    )
}
"""Each guard by its name."""


def guards_named(names: Iterable[str]) -> tuple[Guard, ...]:
    """The guards of these names, in the order of :data:`GUARDS`.

    Raises:
        InputError: there is no such guard.

    >>> [guard.name for guard in guards_named(["unit", "number"])]
    ['number', 'unit']
    """
    asked = list(names)
    for name in asked:
        if name not in GUARDS:
            raise InputError(f"there is no guard {name!r}. Guards: {', '.join(GUARDS)}.")
    return tuple(guard for name, guard in GUARDS.items() if name in asked)
