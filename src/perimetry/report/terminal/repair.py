"""A repair's certificate in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from perimetry.report.sections.repair import GAIN_COLUMNS, HARM_COLUMNS, Row, view_repair
from perimetry.report.terminal.rows import Cell, print_rows
from perimetry.results.repair import RepairCertificate

STYLES = {
    "gained": "green", "lost": "bold red", "no harm": "green", "harmed": "bold red",
    "cannot be ruled out": "yellow",
}  # fmt: skip
OUTCOME_STYLES = {
    "Repaired without harm": "bold green",
    "The gain was bought with harm": "bold red",
}
OTHER_OUTCOME = "bold yellow"


def print_repair(certificate: RepairCertificate, console: Console) -> None:
    """Print ``certificate``; the outcome comes last, where eyes rest."""
    view = view_repair(certificate)
    console.print(Text(view.title, style="bold"))
    _print(GAIN_COLUMNS, view.gains, console)
    console.print()
    if view.harms:
        console.print(Text("What must not become worse", style="bold"))
        _print(HARM_COLUMNS, view.harms, console)
        console.print()
    for note in view.notes:
        console.print(Text(note, style="dim"))
    style = OUTCOME_STYLES.get(view.outcome, OTHER_OUTCOME)
    console.print(Text(view.outcome, style=style))
    console.print(Text(view.reason))


def _print(columns: Row, rows: Sequence[Row], console: Console) -> None:
    last = len(columns) - 1
    styled: list[list[Cell]] = [
        [*row[:-1], Text(row[-1], style=STYLES.get(row[-1].partition(" (")[0], ""))] for row in rows
    ]
    print_rows(console, columns, styled, left=(0, 1, last), wrapped=(last,))
