"""A map in a terminal: a row a phenomenon, its word, and what counting words makes of it."""

from __future__ import annotations

from rich.console import Console

from perimetry.records import Estimate
from perimetry.report.sections.map import MapRow, MapView
from perimetry.report.terminal.cells import verdict_text, with_interval
from perimetry.report.terminal.rows import Cell, print_rows
from perimetry.report.wording import number

PHENOMENA = ("phenomenon", "n", "AUROC", "order", "words only", "in a word")
EDITS = ("harmless edit", "n", "over-reaction", "order", "in a word")

BASELINE = "token Jaccard"
"""The baseline that the terminal has room for; the report has all."""


def print_map(found: MapView, place: int, console: Console) -> None:
    """Print the map of the encoder at ``place``."""
    rows = [*found.rows, found.total]
    if found.keeps:
        print_rows(
            console, EDITS, [_over_reaction(row, place) for row in rows], left=(4,), wrapped=(0,)
        )
        return
    counted = found.baselines.index(BASELINE) if BASELINE in found.baselines else None
    cells = [_phenomenon(row, place, counted) for row in rows]
    print_rows(console, PHENOMENA, cells, left=(5,), wrapped=(0,))


def _phenomenon(row: MapRow, place: int, counted: int | None) -> list[Cell]:
    cell = row.cells[place]
    words_only = row.baselines[counted].auroc if counted is not None else None
    return [
        row.label,
        str(row.groups),
        with_interval(cell.auroc),
        _value(cell.order),
        _value(words_only),
        verdict_text(cell.auroc),
    ]


def _over_reaction(row: MapRow, place: int) -> list[Cell]:
    cell = row.cells[place]
    return [
        row.label,
        str(row.groups),
        with_interval(cell.over_reaction),
        with_interval(cell.order),
        verdict_text(cell.order),
    ]


def _value(estimate: Estimate | None) -> str:
    return "–" if estimate is None else number(estimate.value)
