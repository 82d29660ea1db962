"""A map in a terminal: a row a phenomenon, its word, and what counting words makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.records import Estimate
from perimetry.report.map import MapRow, MapView
from perimetry.report.wording import VERDICT_SIGNS, interval, number

VERDICT_STYLES = {
    "sees it": "green",
    "weak": "yellow",
    "blind": "red",
    "inverted": "bold red",
    "too few to say": "dim",
}
TABLE_COLUMNS = 76
"""What the table needs; a narrower terminal gets its numbers one below the other."""

BASELINE = "token Jaccard"
"""The baseline that the terminal has room for; the report has all."""


def print_map(found: MapView, place: int, console: Console) -> None:
    """Print the map of the encoder at ``place``."""
    rows = [*found.rows, found.total]
    if console.width >= TABLE_COLUMNS:
        console.print(_over_reactions(rows, place) if found.keeps else _phenomena(found, place))
        return
    for row in rows:
        for line in _stacked(row, place):
            console.print(line)


def with_interval(estimate: Estimate | None) -> Text:
    """An estimate and its interval, or a dash."""
    if estimate is None:
        return Text("–")
    return Text.assemble(number(estimate.value), (f" ({interval(estimate)})", "dim"))


def verdict_text(estimate: Estimate | None) -> Text:
    """The word of an estimate behind its sign, or nothing."""
    if estimate is None or estimate.verdict is None:
        return Text("")
    word = estimate.verdict
    return Text(f"{VERDICT_SIGNS[word]} {word}", VERDICT_STYLES[word])


def _phenomena(found: MapView, place: int) -> Table:
    jaccard = found.baselines.index(BASELINE) if BASELINE in found.baselines else None
    table = _table("phenomenon", "n", "AUROC", "order", "words only")
    for row in (*found.rows, found.total):
        cell = row.cells[place]
        counted = row.baselines[jaccard].auroc if jaccard is not None else None
        table.add_row(
            Text(row.label),
            str(row.groups),
            with_interval(cell.auroc),
            _value(cell.order),
            _value(counted),
            verdict_text(cell.auroc),
        )
    return table


def _over_reactions(rows: Sequence[MapRow], place: int) -> Table:
    table = _table("harmless edit", "n", "over-reaction", "order")
    for row in rows:
        cell = row.cells[place]
        table.add_row(
            Text(row.label),
            str(row.groups),
            with_interval(cell.over_reaction),
            with_interval(cell.order),
            verdict_text(cell.order),
        )
    return table


def _table(first: str, *headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("in a word", no_wrap=True)
    return table


def _stacked(row: MapRow, place: int) -> Iterator[Text]:
    cell = row.cells[place]
    yield Text(f"{row.label}, n = {row.groups}")
    if cell.auroc:
        yield Text("  AUROC ") + with_interval(cell.auroc)
        yield Text("  ") + verdict_text(cell.auroc)
    if cell.order:
        yield Text("  order ") + with_interval(cell.order)


def _value(estimate: Estimate | None) -> str:
    return "–" if estimate is None else number(estimate.value)
