"""The units in which vector stores state how near two texts are, and how to tell them apart.

A cut-off of 0.2 on a cosine distance is one of 0.8 on a cosine similarity. Mixing them up accepts
what should be refused, without an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ScoreUnit:
    """A way to write a cosine. ``accepts`` is the sign of "near enough" beside a cut-off."""

    name: str
    of_cosine: Callable[[Floats], Floats]
    accepts: str


def _euclidean(cosines: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(2 - 2 * cosines, 0)), dtype=np.float64)


UNITS: tuple[ScoreUnit, ...] = (
    ScoreUnit("cosine similarity", lambda c: c, "≥"),
    ScoreUnit("cosine distance", lambda c: 1 - c, "≤"),
    ScoreUnit("Euclidean distance of unit vectors", _euclidean, "≤"),
    ScoreUnit("squared Euclidean distance of unit vectors", lambda c: 2 - 2 * c, "≤"),
    ScoreUnit("similarity scaled to 0 to 1", lambda c: (1 + c) / 2, "≥"),
)
"""Each unit by name, the plainest first."""

AGREES = 0.005
"""Scores agree with a unit when half of them lie within this of it: logs round."""


def in_every_unit(cosine: float) -> Mapping[str, float]:
    """One cut-off in every unit.

    >>> {name: round(value, 3) for name, value in in_every_unit(0.82).items()}["cosine distance"]
    0.18
    """
    one = np.array([cosine])
    return {unit.name: float(unit.of_cosine(one)[0]) for unit in UNITS}


def unit_of(scores: Floats, cosines: Floats) -> ScoreUnit | None:
    """The unit in which ``scores`` were written, by the ``cosines`` of the same pairs.

    ``None`` where they agree with no unit: another encoder, another prompt, or unscaled vectors.

    >>> found = unit_of(np.array([0.1, 0.4]), np.array([0.9, 0.6]))
    >>> found.name if found else None
    'cosine distance'
    """
    gaps = [float(np.median(np.abs(unit.of_cosine(cosines) - scores))) for unit in UNITS]
    best = int(np.argmin(gaps))
    return UNITS[best] if gaps[best] <= AGREES else None
