"""A gate in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.gate.view import Section, view_gate
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
            console.print(_table(section))
        for row in section.shown:
            if row.note and row.outcome != "pass":
                console.print(Text(f"{row.cells[0]}: {row.note}"))
        if section.summary:
            console.print(Text(section.summary))
    console.print()
    for note in view.footnotes:
        console.print(Text(note, style="dim"))
    console.print(Text(view.headline, style="bold" if report.passed else "bold red"))


def _table(section: Section) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in section.columns:
        table.add_column(column, justify="left" if column in TEXT_COLUMNS else "right")
    for row in section.shown:
        *cells, outcome = row.cells
        table.add_row(*map(Text, cells), Text(outcome, style=STYLES[row.outcome]))
    return table
