"""Unrelated sentences whose random pairs give an encoder's floor and background distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from perimetry.datasets.builtin import builtin_file
from perimetry.files import read_json_lines

PARTNERS = 8
"""With how many others each sentence is paired in :meth:`Background.pairs`."""


@dataclass(frozen=True)
class Background:
    """Sentences about different things, and a fixed balanced choice of pairs among them."""

    items: Sequence[str]
    sentences: Sequence[str]

    @property
    def digest(self) -> str:
        """SHA-256 of the sentences, in order."""
        return sha256("\n".join(self.sentences).encode()).hexdigest()

    def pairs(self) -> list[tuple[int, int]]:
        """Pairs of positions, each sentence in ``2 × PARTNERS`` of them, no pair twice.

        The sentences are put on a circle in the order of their digests, which mixes registers
        without a random number, and each is paired with the next ``PARTNERS``.

        >>> len(Background(list("abcde"), list("vwxyz")).pairs())
        10
        """
        count = len(self.sentences)
        circle = sorted(
            range(count), key=lambda i: sha256(self.sentences[i].encode("utf-8")).digest()
        )
        return [
            (circle[place], circle[(place + step) % count])
            for step in range(1, min(PARTNERS, (count - 1) // 2) + 1)
            for place in range(count)
        ]


def builtin_background() -> Background:
    """The background set that ships with perimetry; its card lies beside it."""
    rows = [row for _, row in read_json_lines(builtin_file("background", "data.jsonl"))]
    return Background([row["id"] for row in rows], [row["text"] for row in rows])
