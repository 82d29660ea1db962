"""One pair of texts in a terminal: how similar, compared with what, and what differs."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.difference import differences, excerpt
from perimetry.report.terminal.cells import changed_words
from perimetry.report.wording import number, visible


def print_pair(
    console: Console,
    text_a: str,
    text_b: str,
    *,
    encoder: str,
    cosine: float,
    floor: float,
    normalised: float,
    percentile: float,
) -> None:
    """Print what ``encoder`` makes of two texts; ``percentile`` is from 0 to 100."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(justify="right")
    grid.add_column(overflow="fold")
    grid.add_row("cosine", number(cosine, 3), "")
    grid.add_row(
        "normalised", number(normalised, 3), f"0 is a random pair ({number(floor, 3)}), 1 is equal"
    )
    grid.add_row("percentile", number(percentile, 1), _closer_than(percentile))
    console.print(Text(visible(encoder), style="bold"))
    console.print(grid)
    changes = excerpt(differences(visible(text_a), visible(text_b)))
    console.print(Text.assemble(("differs  ", "dim"), changed_words(changes)))


def _closer_than(percentile: float) -> str:
    if percentile >= 100:
        return "closer than every background pair"
    return f"at least as close as {number(percentile, 1)} % of background pairs"
