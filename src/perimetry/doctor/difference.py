"""How far apart two vectors of one text are, and when they are the same one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.patient import Patient, Vectors
from perimetry.encoders.base import checked_vectors
from perimetry.measures.similarity import Floats

EQUAL = 2e-6
"""Two vectors are one if no dimension differs by more than this share of their length. Padded
batches move our healthy encoders by 2e-7; one word of a sentence moves them by 5e-3 at the least,
and the last of 600 words by 4e-4 (both GloVe)."""


def difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> Floats:
    """The largest difference in any dimension, as a share of the longer vector's length.

    A cosine near 1 cannot tell rounding from a change of one word in a page, and this can.

    Args:
        one: shape ``(n, d)``.
        other: shape ``(n, d)``.

    Returns:
        Shape ``(n,)``; 0 for two zero vectors.

    >>> difference(np.float32([[3, 4], [0, 0], [2, 0]]), np.float32([[3, 4], [0, 0], [0, 0]]))
    array([0., 0., 1.])
    """
    left, right = one.astype(np.float64), other.astype(np.float64)
    lengths = np.maximum(_lengths(left), _lengths(right))
    most = np.abs(left - right).max(axis=1)
    return np.asarray(most / np.where(lengths > 0, lengths, 1), dtype=np.float64)


def sound_vectors(patient: Patient, texts: Sequence[str], prompt: str | None = "") -> Vectors:
    """The vectors of ``texts``, ``(len(texts), d)``, without a prompt unless one is given.

    A NaN is neither above a limit nor below it, so a check that compares must not get one.

    Raises:
        EncodingError: one that is not finite, or another number of rows.
    """
    vectors = patient.vectors(texts, prompt=prompt)
    return checked_vectors(vectors, texts, patient.encoder.name)


def quantised(patient: Patient) -> str:
    """The view of fewer bits that the encoder says it is, such as ``quantize=int8``, or ``""``."""
    views = patient.encoder.setup.get("views")
    named = [str(view.get("view")) for view in views] if isinstance(views, list) else []
    return next((view for view in named if view.startswith("quantize=")), "")


def _lengths(vectors: Floats) -> Floats:
    return np.asarray(np.sqrt((vectors * vectors).sum(axis=1)), dtype=np.float64)
