"""A gate in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from perimetry.report.gate.view import Section, view_gate
from perimetry.report.terminal.rows import Cell, print_rows
from perimetry.results.gate import GateReport

STYLES = {"pass": "green", "fail": "bold red", "missing": "bold red", "untested": "yellow"}
TEXT_COLUMNS = ("subset", "measure", "outcome", "check", "asked", "allowed")


def print_gate(report: GateReport, console: Console) -> None:
    """Print the gate; the sentence to take away comes last, where eyes rest."""
    view = view_gate(report)
    console.print(Text(view.title, style="bold"))
    for section in view.sections:
        console.print()
        console.print(Text(section.title, style="bold"))
        if section.shown:
            _print(section, console)
        for row in section.shown:
            if row.note and row.outcome != "pass":
                console.print(Text(f"{row.cells[0]}: {row.note}"))
        if section.summary:
            console.print(Text(section.summary))
    console.print()
    for note in view.footnotes:
        console.print(Text(note, style="dim"))
    console.print(Text(view.headline, style="bold" if report.passed else "bold red"))


def _print(section: Section, console: Console) -> None:
    rows: list[list[Cell]] = [
        [*row.cells[:-1], Text(row.cells[-1], style=STYLES[row.outcome])] for row in section.shown
    ]
    left = [place for place, column in enumerate(section.columns) if column in TEXT_COLUMNS]
    print_rows(console, section.columns, rows, left=left)
