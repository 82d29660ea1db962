"""Advanced tasks in a terminal: a row a task."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.records import Estimate
from perimetry.report.map_terminal import with_interval
from perimetry.report.tasks import TasksView
from perimetry.report.wording import number


def print_tasks(view: TasksView, place: int, console: Console) -> None:
    """Print what the encoder at ``place`` scores on each task."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("task")
    for heading in ("n", "accuracy", "wordings", "withheld", "pool", "best baseline"):
        table.add_column(heading, justify="right")
    for row in view.rows:
        cell = row.cells[place]
        values = [found.value for found in cell.wordings]
        table.add_row(
            Text(row.name),
            f"{row.n:,}",
            with_interval(cell.accuracy),
            f"{number(min(values))} to {number(max(values))}" if values else "–",
            _value(cell.withheld),
            _value(cell.pool),
            number(row.best_baseline) if cell.accuracy else "–",
        )
    console.print(table)


def _value(estimate: Estimate | None) -> str:
    return "–" if estimate is None else number(estimate.value)
