"""In how few bits vectors are kept, seen from their values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

GRID = 0.9
"""Values lie on a grid if the different ones in a dimension are fewer than this share of the texts.
Of 192 float32 values hardly two are equal."""


MANTISSA = 128
"""bfloat16 has so many values between two powers of two. Where it leaves fewer different values
than there are texts, as it does with 171 of 192 in the Universal Sentence Encoder, they are more
than these; a byte a dimension leaves about 50 to 110 in the encoders that we tried."""


def grid_levels(vectors: NDArray[np.float32]) -> int:
    """How many levels there are in a dimension, or in all if that is a byte; 0 if there is no grid.

    Dimensions that never vary do not count, and the steps of bfloat16 are no grid.

    Args:
        vectors: shape ``(n, d)``, ``n`` at least some dozens for a grid of a byte to be seen.

    >>> grid_levels(np.float32([[1, -1], [-1, -1], [1, 1]]))
    2
    """
    varied = vectors[:, np.ptp(vectors, axis=0) > 0]
    if not varied.size:
        return 0
    levels = [len(np.unique(column)) for column in varied.T]
    if np.median(levels) >= GRID * len(vectors):
        return 0
    if np.median(levels) > MANTISSA and _bfloat16(vectors):
        return 0
    whole = len(np.unique(varied))
    return whole if whole <= 256 else int(np.median(levels))


def number_type(vectors: NDArray[np.float32]) -> str:
    """The number type that suffices for ``vectors``, "" if they are float32 in full.

    >>> number_type(np.float16([[0.1, -0.2], [0.3, 1.4]]).astype(np.float32))
    'float16 numbers'
    """
    levels = grid_levels(vectors)
    if levels:
        return f"on a grid of about {levels} levels"
    if _bfloat16(vectors):
        return "bfloat16 numbers"  # those of them that are not extreme are float16 numbers too
    with np.errstate(over="ignore"):
        half = vectors.astype(np.float16)
    return "float16 numbers" if (vectors == half).all() else ""


def _bfloat16(vectors: NDArray[np.float32]) -> bool:
    return not (np.ascontiguousarray(vectors).view(np.uint32) & np.uint32(0xFFFF)).any()
