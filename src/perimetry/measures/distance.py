"""The seven distances under which MeTMaP (arXiv 2402.14480) judges a triplet.

Each maps two arrays of shape ``(n, d)`` to the distances of their rows, shape ``(n,)``. The
formulas are those of scipy.spatial.distance; Lance–Williams is the Canberra metric of Lance and
Williams (1967), and a component on which both vectors are 0 adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from perimetry.measures.similarity import Floats, cosine

Vectors = NDArray[np.float32]
Distance = Callable[[Vectors, Vectors], Floats]


def cosine_distance(a: Vectors, b: Vectors) -> Floats:
    """1 − cosine."""
    return np.asarray(1.0 - cosine(a, b), dtype=np.float64)


def euclidean(a: Vectors, b: Vectors) -> Floats:
    """The length of the difference.

    >>> euclidean(np.float32([[0, 0]]), np.float32([[3, 4]]))
    array([5.])
    """
    return np.asarray(np.sqrt((_difference(a, b) ** 2).sum(axis=1)), dtype=np.float64)


def manhattan(a: Vectors, b: Vectors) -> Floats:
    """The sum of absolute differences.

    >>> manhattan(np.float32([[0, 0]]), np.float32([[3, 4]]))
    array([7.])
    """
    return np.asarray(np.abs(_difference(a, b)).sum(axis=1), dtype=np.float64)


def pearson(a: Vectors, b: Vectors) -> Floats:
    """1 − the correlation of the components."""
    left, right = (v - v.mean(axis=1, keepdims=True, dtype=np.float64) for v in (a, b))
    return np.asarray(1.0 - cosine(left, right), dtype=np.float64)


def lance_williams(a: Vectors, b: Vectors) -> Floats:
    """The sum over components of ``|a − b| ÷ (|a| + |b|)``.

    >>> lance_williams(np.float32([[1, 0]]), np.float32([[3, 0]]))
    array([0.5])
    """
    sizes = np.abs(a.astype(np.float64)) + np.abs(b.astype(np.float64))
    gaps = np.abs(_difference(a, b))
    return np.asarray(np.divide(gaps, sizes, out=np.zeros_like(gaps), where=sizes > 0).sum(axis=1))


def bray_curtis(a: Vectors, b: Vectors) -> Floats:
    """The sum of ``|a − b|`` ÷ the sum of ``|a + b|``.

    >>> bray_curtis(np.float32([[1, 2]]), np.float32([[3, 2]]))
    array([0.25])
    """
    gaps = manhattan(a, b)
    sums = np.abs(a.astype(np.float64) + b.astype(np.float64)).sum(axis=1)
    return np.asarray(np.divide(gaps, sums, out=np.full_like(gaps, np.inf), where=sums > 0))


def mahalanobis(background: Vectors) -> Distance:
    """The Euclidean distance after whitening by the covariance of ``background`` (m, d).

    The covariance is shrunk towards a multiple of the identity by the rule of Ledoit and Wolf
    (2004), since an encoder often has more dimensions than there are background texts. Where all of
    ``background`` is one vector there is no scale to measure by, and every distance is 0.
    """
    covariance = _shrunk_covariance(background.astype(np.float64))
    factor = np.linalg.cholesky(np.linalg.inv(covariance)) if covariance.any() else covariance

    def distance(a: Vectors, b: Vectors) -> Floats:
        whitened = _difference(a, b) @ factor
        return np.asarray(np.sqrt((whitened**2).sum(axis=1)), dtype=np.float64)

    return distance


DISTANCES: Mapping[str, Distance] = {
    "cosine": cosine_distance,
    "euclidean": euclidean,
    "pearson": pearson,
    "manhattan": manhattan,
    "lance_williams": lance_williams,
    "bray_curtis": bray_curtis,
}
"""Those of the seven that need no background; :func:`mahalanobis` is the seventh."""


def _difference(a: Vectors, b: Vectors) -> Floats:
    return a.astype(np.float64) - b.astype(np.float64)


def _shrunk_covariance(vectors: Floats) -> Floats:
    count, dimensions = vectors.shape
    centred = vectors - vectors.mean(axis=0)
    covariance = centred.T @ centred / count
    scale = np.trace(covariance) / dimensions
    distance = ((covariance - scale * np.eye(dimensions)) ** 2).sum()
    squares = centred**2
    noise = ((squares.T @ squares) / count - covariance**2).sum() / count
    shrinkage = min(1.0, noise / distance) if distance > 0 else 1.0
    shrunk = (1 - shrinkage) * covariance + shrinkage * scale * np.eye(dimensions)
    return np.asarray(shrunk, dtype=np.float64)
