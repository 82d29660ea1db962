"""The first near pairs of a sheet, in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.difference import differences, excerpt
from perimetry.report.terminal.cells import changed_words
from perimetry.report.wording import number, short, visible

SHOWN = 5


def print_mined(
    console: Console,
    encoder: str,
    pairs: Sequence[tuple[str, str, float, Sequence[str]]],
    *,
    near_from: float,
    found: int,
    texts: int,
) -> None:
    """Print how many pairs are near, and the first of them with the words that differ.

    Args:
        console: where to.
        encoder: whose cosines they are.
        pairs: the two texts, the cosine and the cues in which they differ.
        near_from: the cosine that counts as near.
        found: how many there were in all.
        texts: among how many different texts.
    """
    console.print(
        Text(
            f"{short(encoder)} holds {found:,} pairs of {texts:,} texts for near: cosine above "
            f"{number(near_from)}, which 1 % of unrelated sentences reach."
        )
    )
    for text_a, text_b, cosine, cues in pairs[:SHOWN]:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=5, justify="right")
        grid.add_column(overflow="fold")
        first, second = (visible(" ".join(text.split())) for text in (text_a, text_b))
        grid.add_row("", Text(short(first, 400)))
        grid.add_row(number(cosine, 3), changed_words(excerpt(differences(first, second))))
        grid.add_row("", Text(", ".join(cues) or "other", style="dim"))
        console.print(grid)
        console.print()
