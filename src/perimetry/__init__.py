"""perimetry maps the blind spots of text encoders.

>>> import perimetry
>>> encoder = perimetry.open_encoder("hash:")
>>> encoder.encode(["a b", "b a"], role="symmetric").shape
(2, 1024)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perimetry.decisions import Decision, Gate
    from perimetry.encoders import Encoder, open_encoder
    from perimetry.errors import PerimetryError
    from perimetry.probes import Probe, load_suite
    from perimetry.records import Estimate, ItemScores, Role, Score, Text
    from perimetry.report import write_report
    from perimetry.results import Audit, load_audits, read_audit, write_audit
    from perimetry.runner import run_audit
    from perimetry.store import VectorStore

__version__ = "0.1.0"

__all__ = [
    "Audit",
    "Decision",
    "Encoder",
    "Estimate",
    "Gate",
    "ItemScores",
    "PerimetryError",
    "Probe",
    "Role",
    "Score",
    "Text",
    "VectorStore",
    "load_audits",
    "load_suite",
    "open_encoder",
    "read_audit",
    "run_audit",
    "write_audit",
    "write_report",
]

_HOMES = {
    "perimetry.decisions": ("Decision", "Gate"),
    "perimetry.encoders": ("Encoder", "open_encoder"),
    "perimetry.errors": ("PerimetryError",),
    "perimetry.probes": ("Probe", "load_suite"),
    "perimetry.records": ("Estimate", "ItemScores", "Role", "Score", "Text"),
    "perimetry.report": ("write_report",),
    "perimetry.results": ("Audit", "load_audits", "read_audit", "write_audit"),
    "perimetry.runner": ("run_audit",),
    "perimetry.store": ("VectorStore",),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that ``import perimetry`` is quick."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'perimetry' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
