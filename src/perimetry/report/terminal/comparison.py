"""A comparison in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.sections.comparison import (
    CHANGE_COLUMNS,
    PLACE_COLUMNS,
    FlippedItem,
    view_comparison,
)
from perimetry.report.terminal.cells import changed_words
from perimetry.report.terminal.rows import print_rows
from perimetry.results.comparison import Comparison

SHOWN = 3
STYLES = {"improved": "green", "worse": "bold red"}


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print ``comparison``; the sentence to take away comes last, where eyes rest."""
    view = view_comparison(comparison)
    console.print(Text(view.title, style="bold"))
    outcome = len(CHANGE_COLUMNS) - 1
    changes = _styled(view.changes)
    print_rows(console, CHANGE_COLUMNS, changes, left=(0, outcome), wrapped=(outcome,))
    console.print()
    print_rows(console, PLACE_COLUMNS, view.places)
    console.print()
    for heading, flips in (("Now wrong", view.lost), ("Now right", view.gained)):
        _print_flips(heading, flips[:SHOWN], console)
    console.print(Text(view.flips))
    for note in view.footnotes:
        console.print(Text(note, style="dim"))
    console.print(Text(view.headline, style="bold"))


def _styled(rows: Sequence[tuple[str, ...]]) -> list[list[Text]]:
    return [[Text(cell, style=STYLES.get(cell, "")) for cell in row] for row in rows]


def _print_flips(heading: str, flips: Sequence[FlippedItem], console: Console) -> None:
    if not flips:
        return
    console.print(Text(heading, style="bold"))
    for flip in flips:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=9, style="dim")
        grid.add_column(overflow="fold")
        grid.add_row("sentence", Text(flip.anchor))
        grid.add_row("keeps", changed_words(flip.keeping))
        grid.add_row("breaks", changed_words(flip.breaking))
        console.print(grid)
        console.print()
