"""Learns from what an audit found: a better encoder, and the proof that nothing else broke.

Training needs the extra ``train``, so a name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perimetry.repair.examples.contamination import Guarded, Protected, guarded
    from perimetry.repair.examples.example import TrainingExample, TrainingTask
    from perimetry.repair.examples.gather import Sources, gathered
    from perimetry.repair.head.learn import learn_head
    from perimetry.repair.training.finetune import fine_tune
    from perimetry.repair.training.record import RepairRecord
    from perimetry.repair.training.settings import Settings

__all__ = [
    "Guarded",
    "Protected",
    "RepairRecord",
    "Settings",
    "Sources",
    "TrainingExample",
    "TrainingTask",
    "fine_tune",
    "gathered",
    "guarded",
    "learn_head",
]

_HOMES = {
    "perimetry.repair.examples.contamination": ("Guarded", "Protected", "guarded"),
    "perimetry.repair.examples.example": ("TrainingExample", "TrainingTask"),
    "perimetry.repair.examples.gather": ("Sources", "gathered"),
    "perimetry.repair.head.learn": ("learn_head",),
    "perimetry.repair.training.finetune": ("fine_tune",),
    "perimetry.repair.training.record": ("RepairRecord",),
    "perimetry.repair.training.settings": ("Settings",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'perimetry.repair' has no attribute {name!r}")
