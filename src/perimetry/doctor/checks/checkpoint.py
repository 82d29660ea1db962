"""The vectors, against the checkpoint recomputed by the other engine as it declares itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, agreement
from perimetry.doctor.difference import quantised, sound_vectors
from perimetry.doctor.kinds import compared_texts, kind_of_difference
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.rearranged import rearranged
from perimetry.doctor.sent_prompts import has_view, sent_prompts
from perimetry.encoders.base import Encoder, shortened
from perimetry.measures.similarity import Floats
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "checkpoint"
ORACLE: Oracle = "checkpoint"
COST = (
    "The encoder is not the model that it is taken for. On all-MiniLM-L6-v2 a dropped layer costs "
    "claim search −0.31 MAP@10, another vocabulary −0.70, weights in four bits −0.23; the order in "
    "heros loses −0.09, −0.24 and −0.26. Weights in a byte cost the task reasoning −0.03 nDCG@10."
)

SENTENCES = 24
"""How many ordinary sentences are compared beside the texts of one feature each."""


def check(patient: Patient) -> Finding:
    """PASS above a cosine of 0.9999 for the worst text, WARN above 0.999, else FAIL.

    A view of fewer bits that was asked for (``?quantize=int8``) gets a WARN for what it does. Where
    the encoder has fewer dimensions the first ones are compared, and a cut that nobody asked for
    fails, as a prompt does that is not the one declared.
    """
    assert patient.recompute is not None  # noqa: S101 (examine asks no check without its oracle)
    checkpoint = patient.recompute()
    texts = [*compared_texts(), *patient.texts[:SENTENCES]]
    vectors = sound_vectors(patient, texts)
    recomputed = checkpoint.encode(texts, role="symmetric", prompt="")
    cosines = agreement(vectors, recomputed)
    order = np.argsort(cosines)
    lowest = float(cosines[order[0]])
    evidence = (
        f"lowest cosine with the checkpoint {lowest:.6f}, median {np.median(cosines):.6f} over "
        f"{len(texts)} texts"
    )
    examples = [f"{cosines[i]:.4f} {shortened(texts[i])}" for i in order[:5] if cosines[i] < SAME]
    cut = _cut(patient.encoder, vectors, recomputed)
    prompts = sent_prompts(patient, checkpoint, usual=float(np.median(cosines[-SENTENCES:])))
    anyway = (
        f"a prompt is sent even where an empty one is given ({', '.join(prompts.anyway)})"
        if prompts.anyway
        else ""
    )
    view = quantised(patient)
    if lowest < SAME and view and not (cut or prompts.wrong or anyway):
        return Finding(
            NAME, "warn", f"The encoder is the view {view}, off by what that does ({evidence}).",
            examples, "See the check quantisation for the decisions that it costs.",
        )  # fmt: skip
    explained = cut or anyway or lowest >= NEAR
    kind = "" if explained else _kind(texts, vectors, recomputed, cosines)
    faults = [fault for fault in (cut, *prompts.wrong, anyway, kind) if fault]
    if faults:
        return Finding(
            NAME, "fail",
            f"The vectors are not the checkpoint's: {'; '.join(faults)} ({evidence}).",
            examples, "Load this checkpoint anew, with its own tokenizer, settings and prompts.",
        )  # fmt: skip
    if lowest < SAME:
        return Finding(
            NAME, "warn", f"The numbers differ a little ({evidence}): fewer bits, or another "
            "arithmetic.", examples, "See the check quantisation for the decisions that it costs.",
        )  # fmt: skip
    return Finding(NAME, "pass", f"The vectors are the checkpoint's: {evidence}.")


def _kind(texts: list[str], vectors: Vectors, recomputed: Vectors, cosines: Floats) -> str:
    done = rearranged(vectors, recomputed) if vectors.shape == recomputed.shape else ""
    return done or kind_of_difference(dict(zip(texts, cosines.tolist(), strict=True)))


def _cut(encoder: Encoder, vectors: Vectors, recomputed: Vectors) -> str:
    """Dimensions that are missing, though nobody asked for it, in a clause."""
    own, full = vectors.shape[1], recomputed.shape[1]
    if own == full or (own < full and has_view(encoder, "dim")):
        return ""
    return f"{own} dimensions for {full}, and nobody asked for a cut"
