"""How two ways to run a model agree, in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from perimetry.report.sections.checkup import flip_counts
from perimetry.report.wording import number, short
from perimetry.results.checkup import ParityRecord


def print_parity(found: ParityRecord, other: str, console: Console) -> None:
    """Print the verdict and what it rests on; ``other`` is the name of the reference."""
    console.print(Text.assemble((f"against {short(other)}: {found.verdict}", "bold")))
    if found.cosine_min is not None and found.cosine_mean is not None:
        console.print(
            f"cosine of a text's two vectors: {number(found.cosine_min, 6)} at least, "
            f"{number(found.cosine_mean, 6)} on average"
        )
    console.print(
        f"neighbours: {number(found.overlap, 3)} of the nearest ten shared, Kendall tau-b "
        f"{number(found.kendall, 3)}"
    )
    for kind, flipped, count in flip_counts(found):
        console.print(Text(f"decisions flipped, {kind}: {flipped:,} of {count:,}"))
