"""Whether the vectors are those of the reference, and if not, what was done to them.

A permutation of the dimensions, a flipped sign or a rotation leaves every cosine as it was, so an
encoder alone shows none of them; mixed with vectors that were stored before, they are noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, agreement, off_diagonal, pairwise
from perimetry.doctor.difference import sound_vectors
from perimetry.doctor.kinds import DAMAGED
from perimetry.doctor.number_type import number_type
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.rearranged import rearranged
from perimetry.encoders.base import checked_vectors, shortened
from perimetry.errors import EncodingError
from perimetry.measures.similarity import Floats
from perimetry.records import ROLES, Finding, Role

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "identity"
ORACLE: Oracle = "reference"
COST = (
    "No suite moves, since an audit encodes everything anew. But in an index that was made before, "
    "claim search on all-MiniLM-L6-v2 loses −1.00 MAP@10 where dimensions are permuted, flipped or "
    "rotated: all of it must be encoded again."
)

RELATED = 0.8
"""Correlation of the similarities of all pairs from which another revision of the same model is
guessed. Six unrelated encoders have 0.02 to 0.55, CLS for mean pooling 0.53, a dropped layer 0.63;
weights that are off by a tenth, or in one byte, 0.96."""

LENGTH = 1e-3
"""By what share two lengths may differ and be equal."""


def check(patient: Patient) -> Finding:
    """PASS if every canary text has a cosine above 0.9999 and its length, else what was done.

    The canary texts are ``patient.texts`` with the encoder's own prompts, in the role ``symmetric``
    and, where that one fits, in the two others. They are short: a cut of long texts is not seen.
    Of stored vectors nobody says for which role they were made: the one that fits best counts.
    """
    assert patient.reference is not None  # noqa: S101 (examine asks no check without its oracle)
    texts = patient.texts
    vectors = sound_vectors(patient, texts, prompt=None)
    try:
        made_as: Sequence[Role] = ROLES if patient.stored else ("symmetric",)
        made = [patient.reference.encode(texts, role=role) for role in made_as]
    except EncodingError as error:
        return Finding(NAME, "skip", f"the reference has no vectors to compare with: {error}")
    expected = max(made, key=lambda those: float(np.median(agreement(vectors, those))))
    cosines = agreement(vectors, expected)
    order = np.argsort(cosines)
    evidence = (
        f"cosine with the reference {cosines.min():.4f} to {cosines.max():.4f} over {len(texts)} "
        "canary texts"
    )
    if vectors.shape == expected.shape and cosines.min() >= SAME:
        asymmetric = None if patient.stored else _asymmetric(patient)
        return asymmetric or _lengths(vectors, expected, evidence)
    examples = [f"{cosines[i]:.4f} {shortened(texts[i])}" for i in order[:5]]
    if vectors.shape == expected.shape and cosines.min() >= NEAR:
        return Finding(
            NAME, "warn", f"The numbers differ a little ({evidence}): fewer bits, or another "
            "arithmetic.", examples,
            "Compare the decisions before you mix these vectors with stored ones.",
        )  # fmt: skip
    done = (not patient.stored and _prompt(patient, expected)) or _done(vectors, expected, cosines)
    return Finding(
        NAME, "fail", f"The vectors are not the reference's: {done} ({evidence}).", examples,
        "Do not mix these vectors with stored ones: mend the encoder, or encode everything again.",
    )  # fmt: skip


def _asymmetric(patient: Patient) -> Finding | None:
    """What is off for queries or documents that are prompted, where ``symmetric`` is right."""
    assert patient.reference is not None  # noqa: S101 (as above)
    roles: tuple[Role, ...] = ("query", "document")
    for role in roles:
        prompts = [one.prompts.get(role, "") for one in (patient.encoder, patient.reference)]
        if not any(prompts):
            continue
        theirs = patient.reference.encode(patient.texts, role=role)
        own = checked_vectors(patient.vectors(patient.texts, role), patient.texts, "the encoder")
        lowest = float(agreement(own, theirs).min())
        if lowest < NEAR:
            declared = " and ".join(repr(prompt) for prompt in prompts)
            return Finding(
                NAME, "fail", f"The vectors are the reference's, but not in the role {role}: the "
                f"lowest cosine is {lowest:.4f}. Another prompt reaches the model (declared are "
                f"{declared}).",
                remedy="Send the prompt that the stored vectors were made with.",
            )  # fmt: skip
    return None


def _prompt(patient: Patient, expected: Vectors) -> str:
    """Whether the vectors are right if the reference's prompt is written into the texts."""
    assert patient.reference is not None  # noqa: S101 (as above)
    prompt = patient.reference.prompts.get("symmetric", "")
    if not prompt and not patient.encoder.prompts.get("symmetric"):
        return ""
    written = sound_vectors(patient, [prompt + text for text in patient.texts])
    if written.shape != expected.shape or agreement(written, expected).min() < NEAR:
        return ""
    return f"they are with the reference's prompt {prompt!r} written out, so another one is sent"


def _lengths(vectors: Vectors, expected: Vectors, evidence: str) -> Finding:
    """What the lengths say where the directions are equal."""
    own, theirs = (np.sqrt((v.astype(np.float64) ** 2).sum(axis=1)) for v in (vectors, expected))
    kept = (own > 0) & (theirs > 0)
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


def _done(vectors: Vectors, expected: Vectors, cosines: Floats) -> str:
    own, theirs = vectors.shape[1], expected.shape[1]
    if own != theirs:
        if cosines.min() < NEAR:
            return f"{own} dimensions for {theirs}, so another model"
        return (
            f"cut, the first {own} of {theirs} dimensions"
            if own < theirs
            else f"the reference is cut, it has the first {theirs} of {own} dimensions"
        )
    done = rearranged(vectors, expected)
    if done:
        return done
    off = int((cosines < SAME).sum())
    if off < len(cosines) / 2:
        return f"{off} of {len(cosines)} texts differ and the others do not, so it is by the text"
    numbers = number_type(vectors)
    if cosines.min() >= DAMAGED or (numbers and not number_type(expected)):
        return f"all differ by lost precision{f', the values are {numbers}' * bool(numbers)}"
    return _related(vectors, expected)


def _related(vectors: Vectors, expected: Vectors) -> str:
    mine, others = (off_diagonal(pairwise(v)) for v in (vectors, expected))
    related = float(np.corrcoef(mine, others)[0, 1]) if mine.std() and others.std() else 0.0
    model = (
        "another revision of the model, or a damaged one"
        if related >= RELATED
        else "another model, or another pooling or layer of it"
    )
    return f"all texts differ, and their similarities have a correlation of {related:.2f}: {model}"
