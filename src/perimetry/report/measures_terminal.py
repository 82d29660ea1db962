"""The first measures of a probe without a section of its own, in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.measures import MeasuresView
from perimetry.report.wording import number

COLUMNS = 4
"""How many measures a terminal has room for; the report has all."""


def print_measures(view: MeasuresView, encoder: str, console: Console) -> None:
    """Print what ``encoder`` scores, a row a subset."""
    console.print(Text(view.title))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("subset")
    table.add_column("n", justify="right")
    rows = [row for row in view.rows if row.scorer == encoder]
    shown = [
        place
        for place in range(len(view.columns))
        if any(row.cells[place] for row in rows)
    ][:COLUMNS]  # fmt: skip
    for place in shown:
        table.add_column(Text(view.columns[place]), justify="right")
    for row in rows:
        cells = [row.cells[place] for place in shown]
        values = [number(cell.value, 3) if cell else "–" for cell in cells]
        table.add_row(Text(row.subset), f"{row.n:,}", *values)
    console.print(table)
