"""A certificate in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.sections.certificate import (
    CURVE_COLUMNS,
    Line,
    basis,
    curve_rows,
    data_line,
    needed,
    recheck_lines,
    rule_lines,
)
from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import short
from perimetry.results.certificate import Certificate, Recheck

STYLES = {"Certified": "bold green", "Too few pairs to certify": "bold yellow"}
REFUSED = "bold red"


def print_certificate(certificate: Certificate, console: Console) -> None:
    """Print what was found; the outcome comes last, where eyes rest."""
    console.print(Text(short(certificate.encoder.name), style="bold"))
    console.print(Text(data_line(certificate), style="dim"))
    console.print()
    console.print(Text("Cut-offs that people copy, on all pairs", style="bold"))
    print_rows(console, CURVE_COLUMNS, curve_rows(certificate.copied), left=())
    console.print()
    _print_lines(rule_lines(certificate), console)
    console.print(Text(basis(certificate), style="dim"))
    console.print(_outcome(certificate.outcome))
    console.print(Text(certificate.reason))
    if certificate.groups_needed:
        console.print(Text(needed(certificate.groups_needed)))


def print_recheck(certificate: Certificate, found: Recheck, console: Console) -> None:
    """Print what new pairs say of a certificate."""
    console.print(Text(short(certificate.encoder.name), style="bold"))
    _print_lines(recheck_lines(certificate, found), console)
    console.print(_outcome(found.outcome))
    if found.groups_needed:
        console.print(Text(needed(found.groups_needed)))


def _print_lines(lines: Iterable[Line], console: Console) -> None:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for line in lines:
        grid.add_row(line.name, Text(line.value))
    if grid.row_count:
        console.print(grid)
        console.print()


def _outcome(outcome: str) -> Text:
    return Text(outcome, style=STYLES.get(outcome, REFUSED))
