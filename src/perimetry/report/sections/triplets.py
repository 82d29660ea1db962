"""The triplets that an encoder gets most wrong, with the words that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from perimetry.probes.order import TIE
from perimetry.records import pair_items
from perimetry.report.difference import Change, differences, excerpt
from perimetry.report.wording import edit_label, short, visible
from perimetry.results import Audit

SHOWN = 5


@dataclass(frozen=True)
class Partner:
    """One partner of a triplet's anchor. ``changes`` lead from the anchor to it.

    Without texts in the audit, ``changes`` is empty.
    """

    edit: str
    cosine: float | None
    changes: Sequence[Change]


@dataclass(frozen=True)
class WorstTriplet:
    """An anchor whose meaning-breaking partner lies as close as the keeping one, or closer."""

    item: str
    anchor: str | None
    keeping: Partner
    breaking: Partner
    margin: float
    relations: tuple[str, str] = ("keeps", "breaks")


def worst_triplets(audit: Audit, encoder: str, count: int = SHOWN) -> list[WorstTriplet]:
    """The ``count`` most negative margins, so chosen that none repeats another.

    At most one a group, since that is one anchor, and where the subsets are phenomena at most one
    of each.
    """
    margins = _rows(audit.items, encoder, "margin")
    worst: dict[str, dict[str, Any]] = {}
    for row in sorted(margins, key=lambda row: (row["value"], row["item"])):
        if row["value"] > TIE or len(worst) == count:
            break
        worst.setdefault(row["group"] if ">" in row["subset"] else row["subset"], row)
    if not worst:
        return []
    cosines = {row["item"]: row["value"] for row in _rows(audit.items, encoder, "cosine")}
    tasks = {probe for probe, note in audit.datasets.items() if note.family}
    return [_triplet(row, cosines, tasks) for row in worst.values()]


def _rows(items: pa.Table, encoder: str, measure: str) -> list[dict[str, Any]]:
    wanted = pc.and_(
        pc.equal(items["encoder"].cast(pa.string()), encoder),
        pc.equal(items["measure"].cast(pa.string()), measure),
    )
    found: list[dict[str, Any]] = items.filter(wanted).to_pylist()
    return found


def _triplet(row: dict[str, Any], cosines: dict[str, float], tasks: set[str]) -> WorstTriplet:
    items = pair_items(row["item"])
    source = items[0].rpartition("/")[0] or items[0]
    anchor = None if row["anchor"] is None else _one_line(row["anchor"])
    keeping_partner, breaking_partner = (
        Partner(label, cosines.get(item), _changes(anchor, row[column]))
        for label, item, column in zip(
            _labels(row["subset"]), items, ("text_a", "text_b"), strict=True
        )
    )
    return WorstTriplet(
        short(source),
        None if anchor is None else _shown(anchor),
        keeping_partner,
        breaking_partner,
        row["value"],
        ("right", "chosen") if row["probe"] in tasks else ("keeps", "breaks"),
    )


def _labels(subset: str) -> tuple[str, str]:
    """What the two partners are called: the edits of a kind, or the phenomenon for the second."""
    keeping, kind, breaking = subset.partition(">")
    return (edit_label(keeping), edit_label(breaking)) if kind else ("", edit_label(subset))


def _changes(anchor: str | None, partner: str | None) -> list[Change]:
    if anchor is None or partner is None:
        return []
    return excerpt(differences(anchor, _one_line(partner)))


def _shown(text: str) -> str:
    return " ".join(word for change in excerpt(differences(text, text)) for word in change.before)


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))
