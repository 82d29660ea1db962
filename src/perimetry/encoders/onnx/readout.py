"""From the token vectors of one text to its vector: pooling, dense layers, normalisation.

One text at a time, in numpy, without BLAS: what a text gets can then not depend on its batch-mates
or on the number of threads, because neither is there to be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


# Summed in float64: over hundreds of tokens that are much alike float32 is off by 3e-6.
def _mean(tokens: Vector) -> Vector:
    return np.asarray(tokens.mean(axis=0, dtype=np.float64), dtype=np.float32)


def _mean_sqrt_len(tokens: Vector) -> Vector:
    total = tokens.sum(axis=0, dtype=np.float64)
    return np.asarray(total / len(tokens) ** 0.5, dtype=np.float32)


def _weighted_mean(tokens: Vector) -> Vector:
    weights = np.arange(1, len(tokens) + 1, dtype=np.float64)
    total = (tokens * weights[:, None]).sum(axis=0)
    return np.asarray(total / weights.sum(), dtype=np.float32)


POOLINGS: Mapping[str, Callable[[Vector], Vector]] = {
    "cls": lambda tokens: tokens[0],
    "lasttoken": lambda tokens: tokens[-1],
    "max": lambda tokens: tokens.max(axis=0),
    "mean": _mean,
    "mean_sqrt_len_tokens": _mean_sqrt_len,
    "weightedmean": _weighted_mean,
}

ACTIVATIONS: Mapping[str, Callable[[Vector], Vector]] = {
    "Identity": lambda vector: vector,
    "ReLU": lambda vector: np.maximum(vector, np.float32(0)),
    "Tanh": lambda vector: np.asarray(np.tanh(vector), dtype=np.float32),
}


@dataclass(frozen=True)
class Dense:
    """One dense layer, ready to run."""

    weight: Vector
    bias: Vector | None
    activation: str
    digest: str

    def __call__(self, vector: Vector) -> Vector:
        """``(in_features,)`` to ``(out_features,)``."""
        product = (self.weight * vector).sum(axis=1)
        return ACTIVATIONS[self.activation](product if self.bias is None else product + self.bias)


@dataclass(frozen=True)
class Readout:
    """What follows the transformer, for one text."""

    pooling: str
    dense: tuple[Dense, ...]
    normalise: bool

    def __call__(self, tokens: Vector) -> Vector:
        """``(tokens, hidden)``, or ``(hidden,)`` if the graph has pooled, to ``(dimension,)``."""
        vector = POOLINGS[self.pooling](tokens) if tokens.ndim == 2 else tokens
        for layer in self.dense:
            vector = layer(vector)
        if self.normalise:
            vector = vector / np.maximum(np.sqrt((vector * vector).sum()), np.float32(1e-12))
        return vector
