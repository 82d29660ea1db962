"""What was done to the dimensions of vectors that are otherwise another's."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.agreement import NEAR, SAME, agreement, exchanged, pairwise
from perimetry.measures.similarity import Floats

SAME_DIMENSION = 0.999
"""Correlation over the texts from which two dimensions are one. Of 64 texts, two different
dimensions have 0.6 by chance at the most."""

ROUNDING = 1e-5
"""By what share of the greatest value two values may differ and be one."""

STILL = 1e-4
"""A dimension whose spread is less than this share of the mean one is all rounding."""


def rearranged(vectors: NDArray[np.float32], expected: NDArray[np.float32]) -> str:
    """How ``vectors`` were made of ``expected``, in a clause; ``""`` if in none of the ways tried.

    Rows exchanged; dimensions permuted, with other signs, scaled or shifted one by one; dimensions
    set to zero; a rotation.

    Args:
        vectors: shape ``(n, d)``, ``n`` at least some dozens.
        expected: of the same texts, the same shape.

    >>> expected = np.random.default_rng(0).normal(size=(40, 3)).astype(np.float32)
    >>> rearranged(expected[:, [1, 2, 0]], expected)
    '3 dimensions are in another place: permuted'
    """
    return (
        _rows(vectors, expected)
        or _dimensions(vectors, expected)
        or _zeroed(vectors, expected)
        or _rotated(vectors, expected)
    )


def _rows(vectors: NDArray[np.float32], expected: NDArray[np.float32]) -> str:
    """Rows that changed places among themselves, where that explains all that is off.

    A text that is read as another one gets that one's vector too, but the other keeps it.
    """
    moved = exchanged(vectors, expected)
    if not len(moved) or len(moved) < np.count_nonzero(agreement(vectors, expected) < SAME):
        return ""
    if pairwise(vectors).min() >= SAME:
        return "all texts have the vector of one"
    given = pairwise(np.concatenate([vectors[moved], expected[moved]]))[len(moved) :, : len(moved)]
    if (given.max(axis=1) < SAME).any():
        return ""
    return f"{len(moved)} texts have the vector of another text: rows are swapped"


def _dimensions(vectors: NDArray[np.float32], expected: NDArray[np.float32]) -> str:
    """Each dimension is held against all of the other by its values over the texts.

    In a bag of words many dimensions have the same values, those of words said once in one text; so
    flipped and permuted values are sought first without asking which dimension went where.
    """
    if agreement(vectors, expected).max() <= -SAME:
        return "the sign of every dimension is flipped"
    rounding = ROUNDING * float(np.abs(expected).max())
    same_values = np.abs(np.sort(vectors, axis=1) - np.sort(expected, axis=1)).max() <= rounding
    if same_values and _rotated(vectors, expected):
        moved = int((np.abs(vectors - expected).max(axis=0) > rounding).sum())
        return f"{moved} dimensions are in another place: permuted"
    own, theirs = _standardised(vectors), _standardised(expected)
    living = np.flatnonzero(own.any(axis=0))
    if not len(living) or len(living) != np.count_nonzero(theirs.any(axis=0)):
        return ""
    correlations = own[:, living].T @ theirs
    partner = np.abs(correlations).argmax(axis=1)
    reached = correlations[np.arange(len(living)), partner]
    if (np.abs(reached) < SAME_DIMENSION).any() or len(set(partner.tolist())) < len(living):
        return ""
    moved, flipped = int((partner != living).sum()), int((reached < 0).sum())
    done = [f"{moved} dimensions are in another place: permuted"] if moved else []
    done += [f"the sign of {flipped} dimensions is flipped"] if flipped else []
    return "; ".join(done) or "dimensions are scaled or shifted one by one, as by standardising"


def _zeroed(vectors: NDArray[np.float32], expected: NDArray[np.float32]) -> str:
    kept = vectors.any(axis=0)
    lost = int((~kept & expected.any(axis=0)).sum())
    if lost and agreement(vectors[:, kept], expected[:, kept]).min() >= NEAR:
        return f"{lost} dimensions are zero and the others are right: cut"
    return ""


def _rotated(vectors: NDArray[np.float32], expected: NDArray[np.float32]) -> str:
    if np.abs(pairwise(vectors) - pairwise(expected)).max() < 1 - NEAR:
        return "the cosines among the vectors are right, and the vectors are rotated"
    return ""


def _standardised(vectors: NDArray[np.float32]) -> Floats:
    """Each dimension with mean 0 and length 1 over the texts; zeros where it does not vary."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    lengths = np.sqrt((centred * centred).sum(axis=0))
    living = lengths > STILL * lengths.mean()
    return np.asarray(np.where(living, centred / np.where(living, lengths, 1), 0), dtype=np.float64)
