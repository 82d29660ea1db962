"""The probe protocol: a question about an encoder, asked without holding the encoder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from perimetry.records import DatasetNote, Estimate, ItemScores, Text


class Vectors(Protocol):
    """The vectors of the texts that a probe named."""

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        """One row a text, shape ``(len(texts), d)``."""
        ...


class Probe(Protocol):
    """A question about an encoder, asked without holding the encoder."""

    @property
    def name(self) -> str:
        """How audits and tables call it."""
        ...

    def note(self) -> DatasetNote:
        """The data that the probe rests on."""
        ...

    def texts(self) -> Iterable[Text]:
        """Every text whose vector :meth:`judge` will ask for; repeats cost nothing."""
        ...

    def judge(self, vectors: Vectors) -> ItemScores:
        """Score every item. Equal vectors give equal scores, in the same order."""
        ...

    def baselines(self) -> Mapping[str, ItemScores]:
        """The same items scored by what reads no meaning, by the name of each baseline."""
        ...

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """Estimates with intervals from the item scores alone, so also from a finished audit."""
        ...
