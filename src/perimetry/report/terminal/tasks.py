"""Advanced tasks in a terminal: a row a task."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from perimetry.records import Estimate
from perimetry.report.sections.tasks import TasksView
from perimetry.report.terminal.cells import with_interval
from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import number

COLUMNS = ("task", "n", "accuracy", "wordings", "withheld", "pool", "best baseline")


def print_tasks(view: TasksView, place: int, console: Console) -> None:
    """Print what the encoder at ``place`` scores on each task."""
    rows: list[list[str | Text]] = []
    for row in view.rows:
        cell = row.cells[place]
        values = [found.value for found in cell.wordings]
        rows.append(
            [
                row.name,
                f"{row.n:,}",
                with_interval(cell.accuracy),
                f"{number(min(values))} to {number(max(values))}" if values else "–",
                _value(cell.withheld),
                _value(cell.pool),
                number(row.best_baseline) if cell.accuracy else "–",
            ]
        )
    print_rows(console, COLUMNS, rows)


def _value(estimate: Estimate | None) -> str:
    return "–" if estimate is None else number(estimate.value)
