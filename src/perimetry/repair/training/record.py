"""What a repair did, for the folder of the new model: ``repair.json`` and the model card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from perimetry.files import write_text
from perimetry.repair.training.held_out import SliceScore
from perimetry.repair.training.replay import Moved

RECORD = "repair.json"
LIBRARIES = ("perimetry", "sentence-transformers", "transformers", "torch", "peft")


@dataclass(frozen=True)
class LearntTask:
    """A task that was learnt from: how many examples of how many groups, and how many held out."""

    name: str
    digest: str
    examples: int
    groups: int
    held_out: int
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class RepairRecord:
    """A repair: of what, from what, how, and the held-out slice before and after.

    ``moved`` is how far background texts have gone from where the base model has them.
    ``parameters`` counts the numbers that were learnt.
    """

    base: str
    base_digest: str
    method: str
    settings: Mapping[str, object]
    tasks: Sequence[LearntTask]
    removed: Sequence[str]
    protected: Mapping[str, int]
    before: Sequence[SliceScore]
    after: Sequence[SliceScore]
    moved: Moved | None
    parameters: int
    steps: int
    best_step: int
    minutes: float
    versions: Mapping[str, str] = field(default_factory=dict)


def versions() -> dict[str, str]:
    """The versions of what a training rests on."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def write_record(record: RepairRecord, folder: Path) -> None:
    """Write ``repair.json`` into ``folder``."""
    text = json.dumps(asdict(record), indent=2, ensure_ascii=False, sort_keys=True)
    write_text(folder / RECORD, text + "\n")
