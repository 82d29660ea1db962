"""Advanced tasks in a report: a row a task, what each encoder and each baseline scores on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Estimate
from perimetry.report.sections.conclusion import Conclusion
from perimetry.report.wording import interval, listed, number, percent, short
from perimetry.results import Audit

SAFETY = "safety"


@dataclass(frozen=True)
class TaskCell:
    """What one encoder scores on one task; None where the task has no such measure."""

    accuracy: Estimate | None
    wordings: Sequence[Estimate]
    spread: Estimate | None
    same_answer: Estimate | None
    withheld: Estimate | None
    pool: Estimate | None
    recall_10: Estimate | None
    ndcg_10: Estimate | None
    gap: Estimate | None

    @property
    def main(self) -> Estimate | None:
        """The number to read first: own choices, or the pool where there are none."""
        return self.accuracy or self.pool


@dataclass(frozen=True)
class LabelRow:
    """The items of one label: how many an encoder gets right, and what it says instead."""

    label: str
    n: int
    recall: Estimate
    answers: Sequence[tuple[str, Estimate]]


@dataclass(frozen=True)
class TaskRow:
    """One task; ``cells`` go with the encoders, ``baselines`` with their names in the view."""

    name: str
    family: str
    n: int
    groups: int
    chance: Estimate | None
    cells: Sequence[TaskCell]
    baselines: Sequence[Estimate | None]
    confusion: Sequence[Sequence[LabelRow]]

    @property
    def best_baseline(self) -> float:
        """The highest score that needs no encoder, chance included."""
        known = [found.value for found in (*self.baselines, self.chance) if found]
        return max(known, default=0.0)


@dataclass(frozen=True)
class TasksView:
    """All tasks of an audit."""

    rows: Sequence[TaskRow]
    baselines: Sequence[str]

    @property
    def offensive(self) -> bool:
        """Whether the texts come from a safety set, which a reader is warned of."""
        return any(row.family == SAFETY for row in self.rows)


def build_tasks(audit: Audit) -> TasksView | None:
    """The tasks of an audit, None where it has none."""
    names = [probe for probe, note in audit.datasets.items() if is_task(audit, probe)]
    if not names:
        return None
    parts = {name: audit.part(name) for name in names}
    baselines = [
        name
        for name in audit.baselines
        if any(part.get(name, task, "accuracy") for task, part in parts.items())
    ]
    return TasksView([_row(part, name, baselines) for name, part in parts.items()], baselines)


def is_task(audit: Audit, probe: str) -> bool:
    """Whether a probe of the audit is a task with choices or a pool."""
    measures = {entry.estimate.measure for entry in audit.estimates if entry.probe == probe}
    return bool(measures & {"chance", "pool_success_1"})  # mteb calls a main score accuracy too


def conclude_tasks(audit: Audit, encoder: str) -> Conclusion:
    """In which tasks the encoder beats all that needs no encoder, and whether wording decides."""
    view = build_tasks(audit)
    place = [record.name for record in audit.encoders].index(encoder)
    scored = [
        (row, row.cells[place].accuracy) for row in (view.rows if view else ())
        if row.cells[place].accuracy
    ]  # fmt: skip
    if not scored:
        return Conclusion(short(encoder), "was asked no task with choices of its own.", "", "")
    better = [row.name for row, found in scored if found and found.low > row.best_baseline]
    finding = (
        f"beats what counting words, chance or one constant answer would score in "
        f"{len(better)} of {len(scored)} tasks"
        + (f": {listed([short(name) for name in better])}." if better else ".")
    )
    flips = [row.cells[place].same_answer for row, _ in scored if row.cells[place].same_answer]
    if flips:
        worst = min((found for found in flips if found), key=lambda found: found.value)
        finding += (
            f" With another wording of the labels it changes its answer in up to "
            f"{percent(1 - worst.value)} of the items."
        )
    evidence = "; ".join(
        f"{short(row.name)} {number(found.value)} ({interval(found)}), best baseline "
        f"{number(row.best_baseline)}"
        for row, found in scored[:6]
        if found
    )
    return Conclusion(short(encoder), finding, "", evidence)


def _row(part: Audit, task: str, baselines: Sequence[str]) -> TaskRow:
    encoders = [record.name for record in part.encoders]
    cells = [_cell(part, name, task) for name in encoders]
    mains = [cell.main for cell in cells if cell.main]
    return TaskRow(
        name=short(task),
        family=part.datasets[task].family,
        n=max((found.n for found in mains), default=0),
        groups=max((found.groups for found in mains), default=0),
        chance=part.get(encoders[0], task, "chance"),
        cells=cells,
        baselines=[part.get(name, task, "accuracy") for name in baselines],
        confusion=[_confusion(part, name, task) for name in encoders],
    )


def _cell(part: Audit, name: str, task: str) -> TaskCell:
    wordings: list[Estimate] = []
    while found := part.get(name, task, f"accuracy_wording_{len(wordings) + 1}"):
        wordings.append(found)
    return TaskCell(
        accuracy=part.get(name, task, "accuracy"),
        wordings=wordings,
        spread=part.get(name, task, "wording_spread"),
        same_answer=part.get(name, task, "same_answer"),
        withheld=part.get(name, task, "withheld_accuracy"),
        pool=part.get(name, task, "pool_success_1"),
        recall_10=part.get(name, task, "pool_recall_10"),
        ndcg_10=part.get(name, task, "pool_ndcg_10"),
        gap=part.get(name, task, "pool_gap"),
    )


def _confusion(part: Audit, name: str, task: str) -> list[LabelRow]:
    found = [entry.estimate for entry in part.estimates if entry.encoder == name]
    answers: dict[str, list[tuple[str, Estimate]]] = {}
    for estimate in found:
        if estimate.measure == "confusion":
            label, _, answer = estimate.subset.removeprefix(f"{task}/").rpartition(">")
            answers.setdefault(label, []).append((short(answer), estimate))
    rows = []
    for label, given in answers.items():
        recall = part.get(name, f"{task}/{label}", "recall")
        if recall:
            rows.append(LabelRow(short(label), recall.n, recall, given))
    return rows
