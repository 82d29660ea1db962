"""From measurements to decisions: which encoder, which cut-off, and may this be merged?

A gate runs inside people's caches, so a name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perimetry.decisions.gate import Decision, Gate

__all__ = ["Decision", "Gate"]

_HOMES = {"perimetry.decisions.gate": ("Decision", "Gate")}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'perimetry.decisions' has no attribute {name!r}")
