"""Rows in a terminal: a table where it fits, else one value below the other. Nothing is cut."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

GAP = 2
LEAST_WRAPPED = 14
"""Columns that a text needs to be read in lines, where no word of it is longer."""

Cell = str | Text


def print_rows(
    console: Console,
    columns: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    left: Collection[int] = (0,),
    wrapped: Collection[int] = (),
) -> None:
    """Print ``rows`` under ``columns``.

    Args:
        console: where to.
        columns: the headings.
        rows: cells that are printed as they are, never read as markup.
        left: places of the columns that stand to the left.
        wrapped: places of those that may run over lines.
    """
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    if _width(columns, cells, wrapped) <= console.width:
        console.print(_table(columns, cells, {*left, *wrapped}, wrapped))
        return
    for row in cells:
        for line in _stacked(columns, row):
            console.print(line)


def _width(columns: Sequence[str], rows: Sequence[Sequence[Text]], wrapped: Collection[int]) -> int:
    """What the table takes at least."""
    total = GAP * (len(columns) - 1)
    for place, heading in enumerate(columns):
        widest = max((row[place].cell_len for row in rows), default=0)
        if place in wrapped:
            words = [word for row in rows for word in row[place].plain.split()]
            longest = max(map(cell_len, words), default=0)
            widest = max(longest, min(widest, LEAST_WRAPPED))
        total += max(widest, cell_len(heading))
    return total


def _table(
    columns: Sequence[str],
    rows: Sequence[Sequence[Text]],
    left: Collection[int],
    wrapped: Collection[int],
) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim")
    for place, heading in enumerate(columns):
        table.add_column(
            Text(heading),
            justify="left" if place in left else "right",
            overflow="fold",
            no_wrap=place not in wrapped,
        )
    for row in rows:
        table.add_row(*row)
    return table


def _stacked(columns: Sequence[str], row: Sequence[Text]) -> Iterator[Text]:
    for place, (heading, cell) in enumerate(zip(columns, row, strict=True)):
        if cell.plain or not place:
            line = Text("  " * bool(place), overflow="fold")
            if heading:
                line.append(f"{heading} ", style="dim")
            yield line.append_text(cell)
