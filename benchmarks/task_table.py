"""The tables of docs/reference/tasks.md from a finished audit of tasks.

``python benchmarks/task_table.py audits/tasks-…`` prints Markdown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from perimetry.report.sections.tasks import TaskCell, TasksView, build_tasks
from perimetry.report.wording import interval, number
from perimetry.results import read_audit


def main() -> None:
    """Print accuracy, wordings, the shortcut check and the pool of each task and encoder."""
    audit = read_audit(Path(sys.argv[1]))
    view = build_tasks(audit)
    if view is None:
        sys.exit("this audit has no tasks")
    encoders = [record.name for record in audit.encoders]
    print("\nAccuracy\n")
    _accuracies(view, encoders)
    print("\nWordings: lowest to highest accuracy (share of items answered alike)\n")
    _each(view, encoders, _worded)
    print("\nWithheld\n")
    _each(view, encoders, lambda cell: number(cell.withheld.value) if cell.withheld else "")
    print("\nPool: found first, recall@10, nDCG@10\n")
    _each(view, encoders, _pooled)


def _accuracies(view: TasksView, encoders: list[str]) -> None:
    _row(["task", "n", "groups", *encoders, "chance", *view.baselines])
    _row(["---"] * (4 + len(encoders) + len(view.baselines)))
    for row in view.rows:
        if not row.cells[0].accuracy:
            continue
        shown = [
            f"{number(c.accuracy.value)} ({interval(c.accuracy)})" if c.accuracy else "–"
            for c in row.cells
        ]
        baselines = [number(found.value) if found else "–" for found in row.baselines]
        chance = number(row.chance.value) if row.chance else "–"
        _row([row.name, f"{row.n:,}", f"{row.groups:,}", *shown, chance, *baselines])


def _each(view: TasksView, encoders: list[str], cell: Callable[[TaskCell], str]) -> None:
    _row(["task", *encoders])
    _row(["---"] * (1 + len(encoders)))
    for row in view.rows:
        values = [cell(found) for found in row.cells]
        if any(values):
            _row([row.name, *values])


def _worded(cell: TaskCell) -> str:
    values = [found.value for found in cell.wordings]
    if not values or not cell.same_answer:
        return ""
    return f"{number(min(values))}–{number(max(values))} ({number(cell.same_answer.value)})"


def _pooled(cell: TaskCell) -> str:
    if not (cell.pool and cell.recall_10 and cell.ndcg_10):
        return ""
    found = (cell.pool, cell.recall_10, cell.ndcg_10)
    return ", ".join(number(estimate.value) for estimate in found)


def _row(cells: Iterable[str]) -> None:
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
