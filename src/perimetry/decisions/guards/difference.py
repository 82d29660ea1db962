"""What is said of two texts that each hold something that the other lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from perimetry.decisions.guards.reading import Reading

LONGEST = 40
"""Characters of a text that a reason quotes."""


class Said(Protocol):
    """Something that was found in a text, as it was written; ``loose`` if said in passing."""

    @property
    def written(self) -> str:
        """The words of the text."""
        ...

    @property
    def loose(self) -> bool:
        """Whether it contradicts only what is said outright."""
        ...


def differing(what: str, only_a: Sequence[Said], only_b: Sequence[Said]) -> str | None:
    """*what* differs, if either text holds something alone, and one of the two said it outright."""
    if not only_a or not only_b:
        return None
    if all(said.loose for said in only_a) and all(said.loose for said in only_b):
        return None
    return f"{what} differ: {quoted(only_a[0].written)} / {quoted(only_b[0].written)}"


def quoted(text: str) -> str:
    """``text`` on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def alike(one: Reading, other: Reading, share: float) -> bool:
    """Whether two texts have ``share`` of the words of the longer one in common, marks included."""
    common = len(one.words & other.words)
    return common >= share * max(len(one.words), len(other.words))
