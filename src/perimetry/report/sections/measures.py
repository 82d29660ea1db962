"""A table of whatever a probe measures, for probes that have no section of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Estimate
from perimetry.report.sections.map import is_map
from perimetry.report.sections.tasks import is_task
from perimetry.report.wording import edit_label, short
from perimetry.results import Audit

HEROS = "heros"
TITLES = {
    "safety": "What it knows of safety",
    "claim_search": "Is an edited claim still found?",
}
NOTES = {
    "safety": "Safe-Embed (arXiv 2407.06851): how alike a safe and an unsafe request of one kind "
    "look (normalised by the floor; lower is better), and how many of a request's nearest "
    "neighbours have its label or its kind (higher is better, beside what chance gives).",
    "claim_search": "When Claims Evolve (arXiv 2503.03417): how high the fact-check of a claim "
    "ranks before and after an edit, with a rule's first edit and with the worst of five.",
}


@dataclass(frozen=True)
class MeasureRow:
    """One subset under one encoder or baseline; ``cells`` go with the columns."""

    subset: str
    scorer: str
    n: int
    cells: Sequence[Estimate | None]


@dataclass(frozen=True)
class MeasuresView:
    """All estimates of one probe."""

    probe: str
    title: str
    note: str
    columns: Sequence[str]
    rows: Sequence[MeasureRow]


def build_measures(audit: Audit) -> list[MeasuresView]:
    """A table for each probe that is neither HEROS nor a map nor a task with choices."""
    others = [
        probe
        for probe in audit.datasets
        if probe != HEROS and not is_map(audit.part(probe)) and not is_task(audit, probe)
    ]
    return [_table(audit.part(probe), probe) for probe in others]


def _table(part: Audit, probe: str) -> MeasuresView:
    found = [entry.estimate for entry in part.estimates]
    measures = list(dict.fromkeys(estimate.measure for estimate in found))
    subsets = list(dict.fromkeys(estimate.subset for estimate in found))
    scorers = [*(record.name for record in part.encoders), *part.baselines]
    rows = []
    for subset in subsets:
        for scorer in scorers:
            cells = [part.get(scorer, subset, measure) for measure in measures]
            counts = [cell.n for cell in cells if cell]
            if counts:
                rows.append(MeasureRow(edit_label(subset), short(scorer), max(counts), cells))
    return MeasuresView(
        probe=probe,
        title=TITLES.get(probe, short(probe)),
        note=NOTES.get(probe, ""),
        columns=[short(measure.replace("_", " ")) for measure in measures],
        rows=rows,
    )
