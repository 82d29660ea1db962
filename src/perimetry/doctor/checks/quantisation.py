"""What fewer bits have done: order decisions that flip against the float32 recomputation."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from perimetry.datasets.heros import builtin_heros
from perimetry.doctor.agreement import agreement, off_diagonal, pairwise
from perimetry.doctor.difference import quantised, sound_vectors
from perimetry.doctor.number_type import grid_levels, number_type
from perimetry.doctor.patient import Patient, Vectors
from perimetry.measures.similarity import Floats, cosine
from perimetry.records import Finding
from perimetry.stats.correlation import correlation

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "quantisation"
ORACLE: Oracle = "checkpoint"
COST = (
    "On all-MiniLM-L6-v2 signs alone cost the order in core −0.05, the task reasoning −0.07 "
    "nDCG@10 and claim search −0.05 MAP@10, and change 28.9 % of the pairs' sides at a cut-off of "
    "0.7; vectors in a byte move no suite, and 0.4 % of the pairs."
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
grid: bytes keep 0.97, signs alone 0.8 on a grid of two levels."""

EVEN = 4.0
"""Lost precision moves all texts alike: of 192, the distance (1 - cosine) that a tenth exceed is at
most 2.2 times the one that nine tenths exceed. Where stop words or punctuation are lost, or texts
are cut, it is 8 times and more. Calibrated bytes, which clip a few texts, lie on a grid."""

STILL = 1e-6
"""Distances below are rounding, so where a tenth of the texts lie there, not all were moved."""


def check(patient: Patient) -> Finding:
    """PASS below 1 % flipped decisions, FAIL from 5 %; a view that was asked for, a WARN.

    So are vectors on a grid that is neither asked for nor the checkpoint's, whatever they decide.
    Flips that are not of lost precision are left to the check ``checkpoint``: the vectors are too
    far off, or some texts are and others not.
    """
    assert patient.recompute is not None  # noqa: S101 (examine asks no check without its oracle)
    sentences = _sentences()
    texts = [text for those in sentences for text in those]
    vectors = sound_vectors(patient, texts)
    full = patient.recompute().encode(texts, role="symmetric", prompt="")
    before, after = _margins(full), _margins(vectors)
    flipped = np.flatnonzero((before > 0) != (after > 0))
    share, numbers = len(flipped) / len(before), number_type(vectors)
    message = (
        f"{share:.1%} of {len(before)} order decisions flip against the checkpoint in float32; the "
        f"similarities of all pairs have a rank correlation of {rank_agreement(vectors, full):.4f}"
        f"{f'; the values are {numbers}' if numbers else ''}."
    )
    if share < FLIPS_WARN:
        levels = grid_levels(vectors)
        if not levels or quantised(patient) or grid_levels(full):
            return Finding(NAME, "pass", message)
        return Finding(
            NAME, "warn", f"{message} Nobody asked for so few: the checkpoint's vectors lie on no "
            "grid.",
            remedy="Return float32 vectors, or declare what is done to them (?quantize=int8).",
        )  # fmt: skip
    if not _by_precision(vectors, full):
        return Finding(NAME, "skip", f"{message} That is not lost precision: see checkpoint.")
    view = patient.encoder.setup.get("views")
    return Finding(
        NAME, "fail" if share >= FLIPS_FAIL and not view else "warn",
        message + " It was asked for as a view." * bool(view),
        examples=[_triplets(sentences)[place] for place in flipped[:5]],
        remedy="Keep more bits or dimensions, or score the best hits again in float32.",
    )  # fmt: skip


def rank_agreement(one: Vectors, other: Vectors) -> float:
    """Spearman's correlation of the cosines of all pairs of texts, by either's vectors.

    0 where all pairs have one cosine.
    """
    cosines = [off_diagonal(pairwise(vectors)) for vectors in (one, other)]
    if any(np.ptp(values) == 0 for values in cosines):
        return 0.0
    return float(correlation(cosines[0], cosines[1], "spearman"))


def _by_precision(vectors: Vectors, full: Vectors) -> bool:
    """Whether bits or dimensions were lost, as far as the vectors tell."""
    if vectors.shape[1] < full.shape[1] or grid_levels(vectors):
        return True
    distances = 1 - agreement(vectors, full)
    near, far = np.quantile(distances, [0.1, 0.9])
    return bool(near > STILL and np.median(distances) <= 1 - FAR and far <= EVEN * near)


def _margins(vectors: Vectors) -> Floats:
    """How much nearer than the broken one the kept one is, for each triplet."""
    blocks = vectors.reshape(SENTENCES, -1, vectors.shape[1])
    cosines = np.stack(
        [cosine(blocks[:, 0], blocks[:, place]) for place in range(blocks.shape[1])], axis=1
    )
    kept, broken = cosines[:, 1:3], cosines[:, 3:]
    return np.asarray((kept[:, :, None] - broken[:, None]).ravel(), dtype=np.float64)


def _triplets(sentences: list[tuple[str, ...]]) -> list[str]:
    """Which partner should be nearer, in the order of :func:`_margins`."""
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
