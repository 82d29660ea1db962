"""How far two encoders agree about the same texts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perimetry.measures.similarity import Floats, cosine

SAME = 0.9999
"""Cosine from which two vectors are one text's. Engines move a vector by 1e-7, float16 by 1e-6."""

NEAR = 0.999
"""Cosine below which a difference is no rounding. Bytes with calibrated levels stay above it."""


def agreement(one: NDArray[np.float32], other: NDArray[np.float32]) -> Floats:
    """The cosine of each row of ``one`` with that of ``other``, on the dimensions that both have.

    Two zero vectors agree: an encoder may know nothing of a text, and then both should.

    Args:
        one: shape ``(n, d)``.
        other: shape ``(n, e)``.

    Returns:
        Shape ``(n,)``.

    >>> agreement(np.float32([[3, 4], [0, 0], [0, 1]]), np.float32([[3, 4, 7], [0, 0, 0], [0] * 3]))
    array([1., 1., 0.])
    """
    kept = min(one.shape[1], other.shape[1])
    left, right = one[:, :kept], other[:, :kept]
    nothing = ~left.any(axis=1) & ~right.any(axis=1)
    return np.where(nothing, 1.0, cosine(left, right))


def exchanged(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.int64]:
    """The rows of ``one`` that are not the same row of ``other``, but another.

    Args:
        one: shape ``(n, d)``.
        other: the same shape; of other shapes no rows are compared.

    Returns:
        Their places, in order.

    >>> exchanged(np.float32([[0, 1], [1, 0], [1, 1]]), np.float32([[1, 0], [0, 1], [1, 1]]))
    array([0, 1])
    """
    if one.shape != other.shape:
        return np.array([], dtype=np.int64)
    square = pairwise(np.concatenate([one, other]))[: len(one), len(one) :]
    return np.flatnonzero((square.max(axis=1) >= SAME) & (agreement(one, other) < SAME))


def pairwise(vectors: NDArray[np.float32]) -> Floats:
    """The cosine of every row of ``vectors``, shape ``(n, d)``, with every other: ``(n, n)``.

    0 where a vector is all zero.
    """
    unit = vectors.astype(np.float64)
    lengths = np.sqrt((unit * unit).sum(axis=1, keepdims=True))
    unit /= np.where(lengths > 0, lengths, 1)
    return np.asarray(unit @ unit.T, dtype=np.float64)


def off_diagonal(square: Floats) -> Floats:
    """The values above the diagonal of a ``(n, n)`` array, shape ``(n * (n - 1) / 2,)``."""
    return np.asarray(square[np.triu_indices(len(square), k=1)], dtype=np.float64)
