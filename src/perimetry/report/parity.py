"""How two ways to run a model agree, in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text

from perimetry.report.wording import number, short


class Compared(Protocol):
    """What a parity found; see :class:`perimetry.doctor.parity.Parity`."""

    @property
    def verdict(self) -> str: ...
    @property
    def cosine_min(self) -> float | None: ...
    @property
    def cosine_mean(self) -> float | None: ...
    @property
    def overlap(self) -> float: ...
    @property
    def kendall(self) -> float: ...
    @property
    def threshold(self) -> float: ...


def print_parity(
    console: Console, found: Compared, *, flips: Sequence[tuple[str, int, int]], other: str
) -> None:
    """Print the verdict and what it rests on.

    Args:
        console: where to.
        found: the parity.
        flips: each kind of decision, how many flipped and of how many.
        other: the name of the reference.
    """
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
    for kind, flipped, count in flips:
        console.print(Text(f"decisions flipped, {kind}: {flipped} of {count:,}"))
