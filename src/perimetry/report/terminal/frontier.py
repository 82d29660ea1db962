"""A frontier of merged models in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import number

COLUMNS = ("weight", "AUROC gained", "Spearman lost", "")

Row = tuple[float, float, float, bool]
"""Weight, gain, harm, and whether it is the best within the budget."""


def print_frontier(rows: Sequence[Row], budget: float, console: Console) -> None:
    """Print what was measured at each weight; what to take comes last."""
    cells = []
    for weight, gain, harm, best in rows:
        mark = "best within the budget" if best else "" if harm <= budget else "over the budget"
        cells.append((f"{weight:g}", number(gain, 3), number(harm, 3), mark))
    console.print(Text("Core dev and STS-B dev, against the base", style="bold"))
    print_rows(console, COLUMNS, cells, left=(3,))
    best_row = next((row for row in rows if row[3]), None)
    if best_row is None:
        console.print(
            Text(f"No weight gains and loses at most {number(budget, 3)}. Nothing is written.")
        )
    else:
        console.print(Text(f"Best within a loss of {number(budget, 3)}: weight {best_row[0]:g}."))
