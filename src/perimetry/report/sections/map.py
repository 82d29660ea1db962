"""The map of a labelled set in a report: a row a phenomenon, what each encoder makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from perimetry.measures.distance import DISTANCES
from perimetry.probes.separation import BUDGET, CUTOFFS
from perimetry.records import DatasetNote, Estimate
from perimetry.report.wording import edit_label, number, short
from perimetry.results import Audit
from perimetry.stats.balance import Balance

ALL = "all"
OVER_REACTION = "over_reaction"
KEPT = f"same_kept_at_{BUDGET:g}"

DETAILS = (
    ("naive_auroc", "naive"),
    ("pooled_auroc", "pooled"),
    ("adjusted_auroc", "adjusted"),
    ("auroc_close", "close"),
    ("auroc_distant", "distant"),
)
"""The AUROCs beside the stratified one, and their heads in the table."""

DISTANCE_LABELS = {
    **{name: name.replace("_", "–").title() for name in DISTANCES},
    "bray_curtis": "Bray–Curtis",
    "mahalanobis": "Mahalanobis",
}


@dataclass(frozen=True)
class MapCell:
    """What one encoder or baseline makes of one phenomenon; ``details`` go with DETAILS."""

    auroc: Estimate | None
    order: Estimate | None
    over_reaction: Estimate | None
    details: Sequence[Estimate | None]


@dataclass(frozen=True)
class MapRow:
    """One phenomenon; a cell for each encoder, then one for each baseline."""

    label: str
    groups: int
    cells: Sequence[MapCell]
    baselines: Sequence[MapCell]


@dataclass(frozen=True)
class CutoffRow:
    """What one cut-off for all phenomena does, an estimate for each encoder."""

    label: str
    cells: Sequence[Estimate | None]


@dataclass(frozen=True)
class BalanceRow(Balance):
    """The manipulation check of one stratum."""

    stratum: str


@dataclass(frozen=True)
class MapView:
    """The map of one labelled set.

    ``rows`` begin with the most harmful, over all encoders; ``total`` is all of them in one.
    """

    probe: str
    data: str
    rows: Sequence[MapRow]
    total: MapRow
    baselines: Sequence[str]
    cutoffs: Sequence[CutoffRow]
    distances: Sequence[CutoffRow]
    balance: Sequence[BalanceRow]

    @property
    def keeps(self) -> bool:
        """Whether its rows are edits that keep the meaning."""
        return self.probe == OVER_REACTION


def build_maps(audit: Audit) -> list[MapView]:
    """The maps of an audit, one for each labelled set in it."""
    parts = {probe: audit.part(probe) for probe in audit.datasets}
    return [_map(probe, part) for probe, part in parts.items() if is_map(part)]


def is_map(part: Audit) -> bool:
    """Whether this part of an audit has a map's measures."""
    return any(e.estimate.measure in ("auroc", "over_reaction") for e in part.estimates)


def _map(probe: str, part: Audit) -> MapView:
    names = [record.name for record in part.encoders]
    subsets = list(
        dict.fromkeys(
            entry.estimate.subset
            for entry in part.estimates
            if entry.estimate.measure in ("auroc", "order_accuracy", "pooled_auroc")
        )
    )
    rows = [_row(part, subset, names) for subset in subsets if subset != ALL]
    return MapView(
        probe=probe,
        data=short(part.datasets[probe].name),
        rows=sorted(rows, key=partial(_sight, keeps=probe == OVER_REACTION)),
        total=_row(part, ALL, names),
        baselines=list(part.baselines),
        cutoffs=[row for row in _cutoffs(part, names) if any(row.cells)],
        distances=[row for row in _distances(part, names) if any(row.cells)],
        balance=_balance(part.datasets[probe]),
    )


def _row(part: Audit, subset: str, names: Sequence[str]) -> MapRow:
    cells = [_cell(part, name, subset) for name in names]
    groups = [e.groups for cell in cells for e in (cell.auroc, cell.order) if e]
    return MapRow(
        edit_label(subset),
        max(groups, default=0),
        cells,
        [_cell(part, name, subset) for name in part.baselines],
    )


def _sight(row: MapRow, *, keeps: bool) -> tuple[bool, float]:
    """How well a phenomenon is seen, the mean over encoders; what was not measured comes last."""
    scores = [cell.order if keeps else cell.auroc or cell.order for cell in row.cells]
    seen = [score.value for score in scores if score]
    return not seen, sum(seen) / max(len(seen), 1)


def _cell(part: Audit, name: str, subset: str) -> MapCell:
    return MapCell(
        auroc=part.get(name, subset, "auroc"),
        order=part.get(name, subset, "order_accuracy"),
        over_reaction=part.get(name, subset, "over_reaction"),
        details=[part.get(name, subset, measure) for measure, _ in DETAILS],
    )


def _cutoffs(part: Audit, names: Sequence[str]) -> list[CutoffRow]:
    measures = {f"cosine ≥ {number(c)}": f"balanced_accuracy_at_{c:.2f}" for c in CUTOFFS}
    measures["the best for each encoder"] = "best_balanced_accuracy"
    return [
        CutoffRow(label, [part.get(name, ALL, measure) for name in names])
        for label, measure in measures.items()
    ]


def _distances(part: Audit, names: Sequence[str]) -> list[CutoffRow]:
    rows = {"cosine": "order_accuracy"} | {
        name: f"pass_{name}" for name in DISTANCE_LABELS if name != "cosine"
    }
    return [
        CutoffRow(DISTANCE_LABELS[name], [part.get(encoder, ALL, measure) for encoder in names])
        for name, measure in rows.items()
    ]


def _balance(note: DatasetNote) -> list[BalanceRow]:
    return [
        BalanceRow(
            difference=values["difference"],
            standardised=values["standardised"],
            p=values["p"],
            groups=int(values["groups"]),
            stratum=stratum,
        )
        for stratum, values in note.balance.items()
    ]
