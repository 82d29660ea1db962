"""Encoders whose vectors are written down, and a small labelled set on which they differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.labelled import LabelledPair, LabelledSet, triplets_of
from perimetry.records import Role

Vector = NDArray[np.float64]


class Written:
    """An encoder that gives each text the vector that a function has for it."""

    def __init__(self, name: str, vector: Callable[[str], Vector]) -> None:
        self.name, self.fingerprint = name, f"{name}-1"
        self.prompts: dict[Role, str] = {}
        self.setup: dict[str, object] = {"engine": "written"}
        self._vector = vector

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        return np.array([self._vector(text) for text in texts], dtype=np.float32)


def at(cosine: float) -> Vector:
    """A vector at this cosine to (1, 0)."""
    return np.array([cosine, np.sqrt(1 - cosine**2)])


def encoder(name: str, right: Callable[[int], bool]) -> Written:
    """One that puts the keeping partner of anchor i nearer than the breaking one if ``right(i)``.

    Texts are ``anchor 3``, ``same 3`` and ``other 3``.
    """

    def vector(text: str) -> Vector:
        kind, _, number = text.partition(" ")
        if kind == "anchor":
            return at(1.0)
        return at(0.9 if (kind == "same") == right(int(number)) else 0.5)

    return Written(name, vector)


def labelled(count: int, name: str = "small") -> LabelledSet:
    """``count`` anchors, each a group, with a keeping and a breaking partner in one stratum."""
    pairs = [
        LabelledPair(
            f"{i}/{kind}", str(i), "negation", f"anchor {i}", f"{kind} {i}", label, "close"
        )
        for i in range(count)
        for kind, label in (("same", "same"), ("other", "different"))
    ]
    return LabelledSet(name, "written for this test", pairs, triplets_of(pairs))
