"""Cheap checks of what cosine similarity lacks, by patterns and tables, for English."""

from perimetry.decisions.guards.base import Guard, first_objection, objections
from perimetry.decisions.guards.reading import Reading, part, read
from perimetry.decisions.guards.registry import GUARDS, guards_named

__all__ = [
    "GUARDS",
    "Guard",
    "Reading",
    "first_objection",
    "guards_named",
    "objections",
    "part",
    "read",
]
