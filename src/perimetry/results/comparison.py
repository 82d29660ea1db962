"""What a comparison of encoders found. Made by ``decisions/compare.py``, drawn by the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from perimetry.results.record_file import read_record, record_json

SCHEMA_VERSION = 1
KIND = "comparison"

Outcome = Literal["improved", "worse", "cannot be said", "no difference"]


@dataclass(frozen=True)
class Change:
    """One measure over one subset, old against new, on the same items.

    ``low`` and ``high`` are the 95 % interval of ``difference`` (new − old), ``p`` is of the
    sign-flip test over groups and ``p_adjusted`` after Holm over all changes of the comparison.
    ``groups_needed`` is how many groups would settle a difference of the observed size with a power
    of 0.8, and ``detectable`` the smallest difference that these groups would show as often.
    """

    subset: str
    measure: str
    old: float
    new: float
    difference: float
    low: float
    high: float
    p: float
    p_adjusted: float
    n: int
    groups: int
    outcome: Outcome
    groups_needed: int | None
    detectable: float


@dataclass(frozen=True)
class Flip:
    """An item that one encoder gets right and the other wrong; ``gained`` if the new is right."""

    subset: str
    item: str
    gained: bool
    anchor: str | None
    text_a: str | None
    text_b: str | None


@dataclass(frozen=True)
class Place:
    """An encoder among many: its value, its rank with an interval, its letters, its cost.

    Two encoders share a letter exactly where they cannot be told apart. ``None`` is not known.
    """

    encoder: str
    fingerprint: str
    value: float
    low: float
    high: float
    rank: int
    rank_low: int
    rank_high: int
    letters: str
    dimension: int | None
    weights_bytes: int | None
    texts_per_s: float | None


@dataclass(frozen=True)
class Comparison:
    """Encoders on the same items: ``old`` against ``new`` in detail, and all by rank.

    ``old`` and ``new`` are the first and the last encoder. ``measure`` ranks them over ``subset``.
    """

    old: str
    new: str
    same_fingerprint: bool
    measure: str
    subset: str
    changes: Sequence[Change]
    flips: Sequence[Flip]
    places: Sequence[Place]
    data: str
    seed: int


def comparison_json(comparison: Comparison) -> str:
    """The whole comparison as JSON, every flipped item included."""
    return record_json({"kind": KIND, "schema_version": SCHEMA_VERSION, **asdict(comparison)})


def read_comparison(path: Path) -> Comparison:
    """Read a comparison. Files from before it said what it is are read too.

    Raises:
        DataError: there is none at ``path``, it is damaged, or a newer perimetry wrote it.
    """
    return read_record(
        path,
        _from_record,
        newest=SCHEMA_VERSION,
        remedy="Make one with: perimetry compare OLD NEW --out FOLDER",
    )


def _from_record(record: dict[str, Any]) -> Comparison:
    changes = [Change(**entry) for entry in record["changes"]]
    for change in changes:
        if change.outcome not in get_args(Outcome):
            raise ValueError(f"{change.subset} has the outcome {change.outcome!r}")
    return Comparison(
        **{
            **record,
            "changes": changes,
            "flips": [Flip(**entry) for entry in record["flips"]],
            "places": [Place(**entry) for entry in record["places"]],
        }
    )
