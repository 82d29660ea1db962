"""Similarity of vectors, and how to read it against an encoder's own floor."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def cosine(a: NDArray[np.float32], b: NDArray[np.float32]) -> Floats:
    """The cosine of each row of ``a`` with the same row of ``b``, computed in double precision.

    Args:
        a: shape ``(n, d)``.
        b: shape ``(n, d)``.

    Returns:
        Shape ``(n,)``, within [-1, 1]; 0 where a vector is all zero.

    >>> cosine(np.float32([[1, 0], [3, 4], [0, 0]]), np.float32([[0, 1], [6, 8], [1, 1]]))
    array([0., 1., 0.])
    """
    left, right = a.astype(np.float64), b.astype(np.float64)
    lengths = np.sqrt((left * left).sum(axis=1) * (right * right).sum(axis=1))
    products = (left * right).sum(axis=1)
    cosines = np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)
    return np.asarray(np.clip(cosines, -1.0, 1.0), dtype=np.float64)


def normalised_similarity(cosines: Floats, floor: Floats | float) -> Floats:
    """Similarity on a scale where a random pair of sentences scores 0 and an equal pair 1.

    ``(cosine - floor) / (1 - floor)``, after HEROS (arXiv 2306.05083) and Safe-Embed (2407.06851).
    It is affine, so it changes no order inside one encoder; it fixes the floor, not the spread.

    Args:
        cosines: any shape.
        floor: the encoder's mean cosine over random pairs, below 1.

    >>> normalised_similarity(np.array([0.2, 0.6, 1.0]), 0.2)
    array([0. , 0.5, 1. ])
    """
    return np.asarray((cosines - floor) / (1.0 - floor), dtype=np.float64)


def percentile_within(values: Floats, background: Floats) -> Floats:
    """The percentage of ``background`` that is at most each value, shape of ``values``.

    >>> percentile_within(np.array([0.0, 0.2, 0.9]), np.array([0.4, 0.1, 0.2, 0.3]))
    array([  0.,  50., 100.])
    """
    ranks = np.searchsorted(np.sort(background), values, side="right")
    return np.asarray(100.0 * ranks / len(background), dtype=np.float64)
