"""The shape of the cloud of vectors: narrow, flat, or with dimensions that carry nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.doctor.agreement import off_diagonal, pairwise
from perimetry.doctor.difference import sound_vectors
from perimetry.doctor.patient import Patient
from perimetry.records import Finding, Outcome

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "geometry"
ORACLE: Oracle = "alone"
COST = (
    "Dead dimensions are paid for in every index, and in a narrow cone a cut-off from another "
    "encoder lets everything pass. On all-MiniLM-L6-v2 half the dimensions at zero move no suite "
    "for certain, but change 3.0 % of the pairs' sides at a cut-off of 0.7."
)

EVERY = 3
"""Every third background sentence, 200 of all registers: enough for an effective rank of 167, what
all-MiniLM-L6-v2 has on them, at about one CPU-second."""

CONSTANT = 0.9999
"""If even the two least alike of 200 unrelated sentences have this cosine, all have one vector."""

NARROW = 0.9
"""A mean cosine of unrelated sentences above this is warned of. GloVe, the narrowest of our healthy
encoders, has 0.89 by this measure, all-MiniLM-L6-v2 0.05."""

STILL = 1e-6
"""A dimension is dead if it spreads by less than this share of the mean dimension's spread."""

SPARSE = 0.5
"""Where more than half of all values in the living dimensions are zero, the encoder is a bag of
words: a dimension that no text touched is not dead, its word was not said."""

DEAD_WARN, DEAD_FAIL = 0.02, 0.1
"""Shares of dead dimensions. all-MiniLM-L6-v2 has 3 of 384 by its training (0.008); a cut that is
filled up with zeros has a tenth at the least."""

DOMINANT = 0.25
"""The share of all variance in one dimension. The healthy ones have 0.03 at most, and 0.09 where a
hashed dimension holds the word *the*."""

FLAT = 0.2
"""Effective rank over the greatest possible; the healthy ones have 0.75 or more."""


@dataclass(frozen=True)
class Geometry:
    """What is measured on ``(n, d)`` vectors of unrelated texts.

    Attributes:
        narrowest: the lowest cosine of any two.
        mean_cosine: the mean over all pairs, the anisotropy of Ethayarajh (2019).
        dead: the dimensions that never vary; none where the vectors are sparse.
        dominant: the dimension with the greatest share of the variance, and that share.
        effective_rank: of the centred unit vectors, Roy and Vetterli (2007): the exponential of
            the entropy of the singular values.
        possible_rank: the greatest that it could be.
    """

    narrowest: float
    mean_cosine: float
    dead: NDArray[np.int64]
    dominant: tuple[int, float]
    effective_rank: float
    possible_rank: int


def check(patient: Patient) -> Finding:
    """FAIL on constant vectors, a tenth of dead dimensions, or another dimension than declared.

    Of stored vectors the texts are the user's own. They may be about one thing, so a narrow cone or
    few directions are no fault there.
    """
    stored = patient.stored
    sentences = builtin_background().sentences[::EVERY]
    texts = patient.spread(len(sentences)) if stored else sentences
    kind = "stored texts" if stored else "unrelated sentences"
    vectors = sound_vectors(patient, texts, prompt=None)
    shape = measure(vectors)
    if shape.narrowest > CONSTANT or not vectors.any():
        return Finding(
            NAME, "fail",
            f"{len(texts)} {kind} have one vector: their lowest cosine is "
            f"{shape.narrowest:.6f}.",
            remedy="Look at what is sent to the model: it gets the same text, or none, every time.",
        )  # fmt: skip
    dimension = vectors.shape[1]
    problems = _problems(shape, dimension, patient.encoder.setup.get("dimension"))
    problems += [] if stored else _narrow(shape)
    dead = f", {len(shape.dead)} of {dimension} dimensions never vary" if len(shape.dead) else ""
    message = (
        f"{kind.capitalize()} have a mean cosine of {shape.mean_cosine:.2f}; the vectors spread "
        f"over about {shape.effective_rank:.0f} of {shape.possible_rank} possible directions{dead}."
    )
    if not problems:
        return Finding(NAME, "pass", message)
    worst: Outcome = "fail" if any(outcome == "fail" for outcome, _, _ in problems) else "warn"
    first = next(problem for problem in problems if problem[0] == worst)
    said = " ".join(sentence for _, sentence, _ in problems)
    return Finding(NAME, worst, f"{said} {message}", remedy=first[2])


def measure(vectors: NDArray[np.float32]) -> Geometry:
    """The geometry of ``vectors``, shape ``(n, d)`` with ``n`` at least 2."""
    lengths = np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    unit = vectors / np.where(lengths > 0, lengths, 1)
    cosines = off_diagonal(pairwise(vectors))
    spread = unit.std(axis=0)
    still = spread <= STILL * spread.mean()
    sparse = bool((unit[:, ~still] == 0).mean() > SPARSE) if not still.all() else False
    variance = spread**2 / max(float((spread**2).sum()), np.finfo(float).tiny)
    values = np.linalg.svd(unit - unit.mean(axis=0), compute_uv=False)
    shares = values[values > 0] / max(float(values.sum()), np.finfo(float).tiny)
    return Geometry(
        narrowest=float(cosines.min()),
        mean_cosine=float(cosines.mean()),
        dead=np.flatnonzero(still & (not sparse)),
        dominant=(int(variance.argmax()), float(variance.max())),
        effective_rank=float(np.exp(-(shares * np.log(shares)).sum())),
        possible_rank=min(vectors.shape[1], len(vectors) - 1),
    )


def _problems(shape: Geometry, dimension: int, declared: object) -> list[tuple[Outcome, str, str]]:
    """Outcome, sentence and remedy of each thing that is wrong."""
    found: list[tuple[Outcome, str, str]] = []
    if isinstance(declared, int) and declared != dimension:
        found.append((
            "fail", f"The encoder declares {declared} dimensions and returns {dimension}.",
            f"Find what cuts the vectors, or declare it: ?dim={dimension}.",
        ))  # fmt: skip
    share = len(shape.dead) / dimension
    if share > DEAD_WARN:
        found.append((
            "fail" if share >= DEAD_FAIL else "warn",
            f"Dimensions {_listed(shape.dead)} never vary: {share:.0%} carry nothing.",
            "Look for a cut that is filled up with zeros, or weights that were not loaded.",
        ))  # fmt: skip
    place, most = shape.dominant
    if most > DOMINANT:
        found.append((
            "warn", f"Dimension {place} alone holds {most:.0%} of the variance, so it decides most "
            "cosines.", "Standardise the dimensions, or leave that one out.",
        ))  # fmt: skip
    return found


def _narrow(shape: Geometry) -> list[tuple[Outcome, str, str]]:
    """What is wrong with the cloud of vectors of texts that have nothing to do with each other."""
    found: list[tuple[Outcome, str, str]] = []
    if shape.effective_rank < FLAT * shape.possible_rank:
        found.append((
            "warn", "The vectors lie in few directions, so unlike texts must share them.",
            "Look for weights that were not loaded, or a layer that collapsed in training.",
        ))  # fmt: skip
    if shape.mean_cosine > NARROW:
        found.append((
            "warn", "The vectors lie in a narrow cone: unrelated texts look alike by their cosine, "
            "though their order may still be right. Raw averages of word vectors are so by nature.",
            "Set cut-offs on your own pairs and read normalised similarities, not raw cosines.",
        ))  # fmt: skip
    return found


def _listed(dimensions: NDArray[np.int64]) -> str:
    """The dimensions as a run where they are one, else the first few."""
    first, last = int(dimensions[0]), int(dimensions[-1])
    if len(dimensions) > 2 and last - first == len(dimensions) - 1:
        return f"{first} to {last}"
    few = ", ".join(map(str, dimensions[:5].tolist()))
    return few + (" …" if len(dimensions) > 5 else "")
