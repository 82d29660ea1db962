"""Keeping what the base model knew: its own vectors of text that teaches nothing else.

At each step the trained model encodes a few background sentences, and the loss grows with the mean
squared difference between their cosines and the base model's, and with how far each vector has
turned from the base model's. Nothing is labelled; what is kept is the base model's own geometry,
errors included, where the training data say nothing about it. Sentences are drawn with their
nearest neighbours: random ones are all unlike, and would say nothing of how alike the like ones
are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.datasets.traffic import builtin_traffic
from perimetry.measures.nearest import nearest

Vectors = NDArray[np.float32]

CLUSTER = 4
"""A sentence and its three nearest."""

MOST = 600
"""Sentences on which the move is measured; all would cost more than the steps between looks."""


def builtin_kept() -> list[str]:
    """What is kept unless other texts are given: the background and the traffic set."""
    return [
        *builtin_background().sentences,
        *(text for cluster in builtin_traffic() for text in cluster.texts),
    ]


@dataclass(frozen=True)
class Replay:
    """Background sentences and the base model's vectors of them, shape ``(n, d)``.

    ``size`` of them are drawn at each step, in clusters of ``CLUSTER``.
    """

    texts: Sequence[str]
    vectors: Vectors
    size: int
    seed: int

    def drawn(self, step: int) -> NDArray[np.int64]:
        """The places of a step's sentences, all different."""
        generator = np.random.default_rng((self.seed, step))
        order = generator.permutation(len(self.texts))
        seeds = order[: max(1, self.size // CLUSTER)]
        places = dict.fromkeys([*self._clusters[seeds].ravel().tolist(), *order.tolist()])
        return np.array(list(places)[: self.size], dtype=np.int64)

    @cached_property
    def _clusters(self) -> NDArray[np.int64]:
        """Each sentence with those nearest to it, shape ``(n, CLUSTER)`` or narrower."""
        count = min(CLUSTER, len(self.texts))
        found = nearest(self.vectors, self.vectors, count).documents
        return np.asarray(found, dtype=np.int64)

    @property
    def spread(self) -> NDArray[np.int64]:
        """The places of at most ``MOST`` sentences at equal distances, to measure the move on."""
        count = len(self.texts)
        return np.linspace(0, count - 1, min(MOST, count)).round().astype(np.int64)

    def cosines(self, places: NDArray[np.int64]) -> Vectors:
        """The base model's cosines among sentences, shape ``(len(places), len(places))``."""
        return cosines(self.vectors[places])


def cosines(vectors: Vectors) -> Vectors:
    """All cosines among the rows of ``vectors``; those with a zero vector are 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1)
    return np.asarray(unit @ unit.T, dtype=np.float32)


@dataclass(frozen=True)
class Moved:
    """How far a model's vectors of some texts are from the base model's.

    Attributes:
        cosines: the mean squared difference of their cosines, pairs of different rows only.
        places: the mean of 1 − cosine of a text's vector with the base model's.
    """

    cosines: float
    places: float


def moved(base: Vectors, changed: Vectors) -> Moved:
    """From the vectors of the same texts by two models, both ``(n, d)``.

    >>> base, changed = np.eye(2, dtype=np.float32), np.ones((2, 2), dtype=np.float32)
    >>> found = moved(base, changed)
    >>> round(found.cosines, 3), round(found.places, 3)
    (1.0, 0.293)
    """
    apart = ~np.eye(len(base), dtype=bool)
    lengths = np.linalg.norm(base, axis=1) * np.linalg.norm(changed, axis=1)
    own = (base * changed).sum(axis=1) / np.where(lengths > 0, lengths, 1)
    return Moved(
        float(((cosines(base) - cosines(changed))[apart] ** 2).mean()), float(1 - own.mean())
    )
