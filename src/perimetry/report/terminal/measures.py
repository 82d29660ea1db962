"""The first measures of a probe without a section of its own, in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from perimetry.report.sections.measures import MeasureRow, MeasuresView
from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import number

MEASURES = 4
"""How many measures a terminal has room for; the report has all."""


def print_measures(view: MeasuresView, encoder: str, console: Console) -> None:
    """Print what ``encoder`` scores, a row a subset."""
    console.print(Text(view.title))
    rows = [row for row in view.rows if row.scorer == encoder]
    shown = [
        place
        for place in range(len(view.columns))
        if any(row.cells[place] for row in rows)
    ][:MEASURES]  # fmt: skip
    columns = ("subset", "n", *(view.columns[place] for place in shown))
    print_rows(console, columns, [(row.subset, f"{row.n:,}", *_values(row, shown)) for row in rows])


def _values(row: MeasureRow, places: Sequence[int]) -> list[str]:
    cells = [row.cells[place] for place in places]
    return [number(cell.value, 3) if cell else "–" for cell in cells]
