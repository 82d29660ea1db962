"""How many words the pairs of an audit share, beside what HEROS printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perimetry.measures.overlap import PRINTED, Overlap
from perimetry.records import DatasetNote
from perimetry.report.wording import edit_label, short
from perimetry.results import Audit


@dataclass(frozen=True)
class OverlapRow:
    """Mean word overlap of a set of pairs; ``printed`` ones stand in the paper, without counts."""

    label: str
    overlap: Overlap
    printed: bool


def build_overlap(audit: Audit) -> list[OverlapRow]:
    """The rows of every data set."""
    return [row for note in audit.datasets.values() for row in _overlap(note)]


def _overlap(note: DatasetNote) -> list[OverlapRow]:
    ours = [
        OverlapRow(short(f"{note.name}, {edit_label(subset)}"), _measured(values), printed=False)
        for subset, values in note.overlap.items()
    ]
    if not note.relations:  # not made by edits, so not to be compared with HEROS
        return ours
    printed = [OverlapRow(name, overlap, printed=True) for name, overlap in PRINTED.items()]
    return [*ours, *printed] if ours else []


def _measured(values: Mapping[str, float]) -> Overlap:
    return Overlap(
        rouge_1=values["rouge_1"],
        rouge_2=values["rouge_2"],
        rouge_l=values["rouge_l"],
        levenshtein=values["levenshtein"],
        length=values["length"],
        pairs=int(values["pairs"]),
    )
