"""Whether the vectors are those of the reference, and if not, what was done to them.

A permutation of the dimensions, a flipped sign or a rotation leaves every cosine as it was, so an
encoder alone shows none of them; mixed with vectors that were stored before, they are noise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.agreement import NEAR, SAME, agreement, exchanged, off_diagonal, pairwise
from perimetry.doctor.kinds import DAMAGED
from perimetry.doctor.patient import Patient, Vectors
from perimetry.encoders.base import shortened
from perimetry.errors import EncodingError
from perimetry.measures.similarity import Floats
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "identity"
ORACLE: Oracle = "reference"
COST = (
    "Vectors that were stored before do not fit those made now: an index finds noise until all of "
    "it is encoded again. No suite need move, since an audit encodes everything anew."
)

SAME_DIMENSION = 0.999
"""Correlation over the canary texts from which two dimensions are one. Of 64 texts, two different
dimensions have 0.6 by chance at the most."""

RELATED = 0.8
"""Correlation of the similarities of all pairs from which another revision of the same model is
guessed. Six unrelated encoders have 0.02 to 0.55, CLS for mean pooling 0.53, a dropped layer 0.63;
weights that are off by a tenth, or in one byte, 0.96."""

LENGTH = 1e-3
"""By what share two lengths may differ and be equal."""


def check(patient: Patient) -> Finding:
    """PASS if every canary text has a cosine above 0.9999 and its length, else what was done.

    The canary texts are ``patient.texts``, in the role ``symmetric``: what a file of canary vectors
    must hold.
    """
    assert patient.reference is not None  # noqa: S101 (examine asks no check without its oracle)
    texts = patient.texts
    try:
        expected = patient.reference.encode(texts, role="symmetric")
    except EncodingError as error:
        return Finding(NAME, "skip", f"the reference has no vectors to compare with: {error}")
    vectors = patient.vectors(texts)
    cosines = agreement(vectors, expected)
    order = np.argsort(cosines)
    evidence = (
        f"cosine with the reference {cosines.min():.4f} to {cosines.max():.4f} over {len(texts)} "
        "canary texts"
    )
    examples = [f"{cosines[i]:.4f} {shortened(texts[i])}" for i in order[:5]]
    if vectors.shape == expected.shape and cosines.min() >= SAME:
        return _lengths(vectors, expected, evidence)
    if vectors.shape == expected.shape and cosines.min() >= NEAR:
        return Finding(
            NAME, "warn", f"The numbers differ a little ({evidence}): fewer bits, another engine.",
            examples, "Compare the decisions before you mix these vectors with stored ones.",
        )  # fmt: skip
    done = (
        _other_dimension(vectors, expected, cosines)
        or _swapped_rows(vectors, expected, cosines)
        or _same_dimensions(vectors, expected)
        or _zeroed(vectors, expected)
        or _same_geometry(vectors, expected)
        or _otherwise(vectors, expected, cosines)
    )
    return Finding(
        NAME, "fail", f"{done} ({evidence}).", examples,
        "Do not mix these vectors with stored ones: mend the encoder, or encode everything again.",
    )  # fmt: skip


def _lengths(vectors: Vectors, expected: Vectors, evidence: str) -> Finding:
    """What the lengths say where the directions are equal."""
    own, theirs = (np.sqrt((v.astype(np.float64) ** 2).sum(axis=1)) for v in (vectors, expected))
    kept = (own > 0) & (theirs > 0)
    if not kept.any():
        return Finding(NAME, "pass", f"All canary texts have no vector, as before ({evidence}).")
    ratio = own[kept] / theirs[kept]
    if (np.abs(ratio - 1) < LENGTH).all():
        return Finding(NAME, "pass", f"The vectors are the reference's: {evidence}.")
    how = (
        f"{ratio.mean():.4g} times as long"
        if np.ptp(ratio) < LENGTH * ratio.mean()
        else f"{ratio.min():.3g} to {ratio.max():.3g} times as long: one of the two is normalised"
    )
    return Finding(
        NAME, "warn", f"The vectors point where the reference's do ({evidence}), but are {how}. "
        "Cosines are the same, dot products are not.",
        remedy="Scale both to length 1, or compare by cosine only.",
    )  # fmt: skip


def _other_dimension(vectors: Vectors, expected: Vectors, cosines: Floats) -> str:
    own, theirs = vectors.shape[1], expected.shape[1]
    if own == theirs:
        return ""
    if cosines.min() >= NEAR and own < theirs:
        return f"The vectors are cut: the first {own} of {theirs} dimensions"
    if cosines.min() >= NEAR:
        return f"The reference is cut: it has the first {theirs} of {own} dimensions"
    return f"The vectors have {own} dimensions and the reference's {theirs}: another model"


def _swapped_rows(vectors: Vectors, expected: Vectors, cosines: Floats) -> str:
    """Texts that have the vector of another one."""
    moved = exchanged(vectors, expected)
    if not len(moved) or len(moved) < np.count_nonzero(cosines < SAME):
        return ""
    one = pairwise(vectors).min() >= SAME
    how = "all have one and the same" if one else "rows are swapped"
    return f"{len(moved)} texts have the vector of another text: {how}"


def _same_dimensions(vectors: Vectors, expected: Vectors) -> str:
    """The same dimensions in another order, with other signs, or each scaled or shifted.

    Each dimension is held against all of the reference by its values over the texts.
    """
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
    if flipped == len(living) and not moved:
        return "The sign of every dimension is flipped"
    done = [f"{moved} dimensions are in another place: permuted"] if moved else []
    done += [f"the sign of {flipped} dimensions is flipped"] if flipped else []
    said = "; ".join(done) or "every dimension is scaled or shifted on its own, as by standardising"
    return said[0].upper() + said[1:]


def _zeroed(vectors: Vectors, expected: Vectors) -> str:
    kept = vectors.any(axis=0)
    lost = int((~kept & expected.any(axis=0)).sum())
    if lost and agreement(vectors[:, kept], expected[:, kept]).min() >= NEAR:
        return f"The vectors are cut: {lost} dimensions are zero, the others are the reference's"
    return ""


def _same_geometry(vectors: Vectors, expected: Vectors) -> str:
    if np.abs(pairwise(vectors) - pairwise(expected)).max() < 1 - NEAR:
        return "The vectors have the reference's cosines among themselves, but are rotated"
    return ""


def _otherwise(vectors: Vectors, expected: Vectors, cosines: Floats) -> str:
    off = int((cosines < SAME).sum())
    if off < len(cosines) / 2:
        return f"{off} of {len(cosines)} texts differ and the others do not: it depends on the text"
    if cosines.min() >= DAMAGED:
        return "All texts differ a little: numbers have lost precision"
    mine, others = (off_diagonal(pairwise(v)) for v in (vectors, expected))
    related = float(np.corrcoef(mine, others)[0, 1]) if mine.std() and others.std() else 0.0
    model = (
        "another revision of the model, or a damaged one"
        if related >= RELATED
        else "another model, or another pooling or layer of it"
    )
    return f"All texts differ; their similarities have a correlation of {related:.2f}: {model}"


def _standardised(vectors: Vectors) -> NDArray[np.float64]:
    """Each dimension with mean 0 and length 1 over the texts; zeros where it does not vary."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    lengths = np.sqrt((centred * centred).sum(axis=0))
    living = lengths > STILL * lengths.mean()
    return np.asarray(np.where(living, centred / np.where(living, lengths, 1), 0), dtype=np.float64)


STILL = 1e-4
"""A dimension whose spread is less than this share of the mean one is all rounding."""
