"""What fewer bits have done: order decisions that flip against the float32 recomputation."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.heros import builtin_heros
from perimetry.doctor.agreement import agreement, off_diagonal, pairwise
from perimetry.doctor.patient import Patient, Vectors
from perimetry.measures.similarity import cosine
from perimetry.records import Finding
from perimetry.stats.correlation import correlation

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "quantisation"
ORACLE: Oracle = "checkpoint"
COST = (
    "Which of two near texts is nearer comes out otherwise, most of all where meanings differ by a "
    "word: the suites heros and core move, coarse retrieval hardly."
)

SENTENCES = 32
"""Of perimetry-heros, each with two partners that keep its meaning and three that break it: 192
texts, 192 triplets, one CPU-second on a small BERT for each of the two engines."""

FLIPS_WARN, FLIPS_FAIL = 0.01, 0.05
"""Shares of order decisions that flip. Of 192, two engines of one float32 model flip none, and
bfloat16 or calibrated bytes of all-MiniLM-L6-v2 one (0.5 %); bytes of the range -1 to 1 flip 1.6 %,
weights in one byte without calibration 7.8 %, the signs alone 8.9 %."""

FAR = 0.9
"""Vectors with a lower median cosine are not the checkpoint's in fewer bits, unless they lie on a
grid: bytes keep 0.99, signs alone 0.8 on a grid of two levels."""

GRID = 0.9
"""Values lie on a grid if the different ones in a dimension are fewer than this share of the texts.
Of 192 float32 values hardly two are equal."""


def check(patient: Patient) -> Finding:
    """PASS below 1 % flipped decisions, FAIL from 5 %; a view that was asked for, a WARN.

    Vectors that are too far off to be the checkpoint's in fewer bits are left to ``checkpoint``.
    """
    assert patient.recompute is not None  # noqa: S101 (examine asks no check without its oracle)
    sentences = _sentences()
    texts = [text for those in sentences for text in those]
    vectors = patient.vectors(texts, prompt="")
    full = patient.recompute().encode(texts, role="symmetric", prompt="")
    number = number_type(vectors)
    close = float(np.median(agreement(vectors, full)))
    if close < FAR and not number:
        return Finding(
            NAME, "skip", f"the vectors are too far from the checkpoint's (median cosine "
            f"{close:.2f}) to be those in fewer bits: see the check checkpoint.",
        )  # fmt: skip
    before, after = _margins(full), _margins(vectors)
    flipped = np.flatnonzero((before > 0) != (after > 0))
    share = len(flipped) / len(before)
    agreed = rank_agreement(vectors, full)
    message = (
        f"{share:.1%} of {len(before)} order decisions flip against the checkpoint in float32; the "
        f"similarities of all pairs have a rank correlation of {agreed:.4f}"
        f"{f'; the values are {number}' if number else ''}."
    )
    if share < FLIPS_WARN:
        return Finding(NAME, "pass", message)
    view = patient.encoder.setup.get("views")
    asked = " It was asked for as a view." if view else ""
    return Finding(
        NAME, "fail" if share >= FLIPS_FAIL and not view else "warn", message + asked,
        examples=[_triplets(sentences)[place] for place in flipped[:5]],
        remedy="Keep more bits or dimensions, or score the best hits again in float32.",
    )  # fmt: skip


def rank_agreement(one: Vectors, other: Vectors) -> float:
    """Spearman's correlation of the cosines of all pairs of texts, by either's vectors."""
    cosines = [off_diagonal(pairwise(vectors)) for vectors in (one, other)]
    return float(correlation(cosines[0], cosines[1], "spearman"))


def number_type(vectors: Vectors) -> str:
    """How few bits the values need, "" if they are float32 in full.

    >>> number_type(np.float32([[0.5, -0.25], [1.5, 2.0]]))
    'float16 numbers'
    """
    levels = [len(np.unique(column)) for column in vectors.T if np.ptp(column) > 0]
    if not levels:
        return ""
    if np.median(levels) < GRID * len(vectors):
        whole = len(np.unique(vectors))
        return f"on a grid of {whole if whole <= 256 else int(np.median(levels))} levels" + (
            "" if whole <= 256 else " or more a dimension"
        )
    with np.errstate(over="ignore"):
        if (vectors == vectors.astype(np.float16)).all():
            return "float16 numbers"
    if not (vectors.view(np.uint32) & np.uint32(0xFFFF)).any():
        return "bfloat16 numbers"
    return ""


def _margins(vectors: Vectors) -> NDArray[np.float64]:
    """How much nearer than the broken one the kept one is, for each triplet."""
    blocks = vectors.reshape(SENTENCES, -1, vectors.shape[1])
    cosines = np.stack(
        [cosine(blocks[:, 0], blocks[:, place]) for place in range(blocks.shape[1])], axis=1
    )
    kept, broken = cosines[:, 1:3], cosines[:, 3:]
    return np.asarray((kept[:, :, None] - broken[:, None]).ravel(), dtype=np.float64)


def _triplets(sentences: list[tuple[str, ...]]) -> list[str]:
    return [
        f"{kept} > {broken} (from: {those[0]})"
        for those in sentences
        for kept, broken in product(those[1:3], those[3:])
    ]


@cache
def _sentences() -> list[tuple[str, ...]]:
    """Each original with its kept and its broken partners, from all registers."""
    data = builtin_heros()
    edits = [*data.keeping, *data.breaking]
    whole = [s for s in data.sentences if all(edit in s.partners for edit in edits)]
    chosen = whole[:: len(whole) // SENTENCES][:SENTENCES]
    return [(s.original, *(s.partners[edit] for edit in edits)) for s in chosen]
