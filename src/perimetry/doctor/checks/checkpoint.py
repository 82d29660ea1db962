"""The vectors, against the checkpoint recomputed by the other engine as it declares itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, agreement
from perimetry.doctor.difference import quantised, sound_vectors
from perimetry.doctor.kinds import compared_texts, kind_of_difference
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.rearranged import rearranged
from perimetry.encoders.base import Encoder, checked_vectors, shortened
from perimetry.measures.similarity import Floats
from perimetry.records import ROLES, Finding, Role

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "checkpoint"
ORACLE: Oracle = "checkpoint"
COST = (
    "The encoder is not the model that it is taken for, so nothing that was measured on that holds "
    "for it. Which suite moves depends on what differs; with other weights, all."
)

SENTENCES, PROMPTED = 24, 8
"""How many ordinary sentences are compared beside the texts of one feature each, and how many in
each role."""

TINY = 0.01
"""A dimension counts as lost only if its values in the checkpoint have this share of the usual
size: all-MiniLM-L6-v2 has three that float16 alone rounds to zero."""


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
    faults = [*_cut(patient.encoder, vectors, recomputed), *_prompts(patient, checkpoint)]
    view = quantised(patient)
    examples = [f"{cosines[i]:.4f} {shortened(texts[i])}" for i in order[:5] if cosines[i] < SAME]
    if lowest < SAME and view and not faults:
        return Finding(
            NAME, "warn", f"The encoder is the view {view}, and off by what that does ({evidence}).",
            examples, "See the check quantisation for the decisions that it costs.",
        )  # fmt: skip
    if lowest < NEAR and not faults:
        faults = [_kind(texts, vectors, recomputed, cosines)]
    if faults:
        return Finding(
            NAME, "fail", f"The vectors are not the checkpoint's: {'; '.join(faults)} ({evidence}).",
            examples, "Load this checkpoint anew, with its own tokenizer, settings and prompts.",
        )  # fmt: skip
    if lowest < SAME:
        return Finding(
            NAME, "warn", f"The numbers differ a little ({evidence}): fewer bits, or another "
            "arithmetic.", examples, "See the check quantisation for the decisions that it costs.",
        )  # fmt: skip
    return Finding(NAME, "pass", f"The vectors are the checkpoint's: {evidence}.")


def _kind(texts: list[str], vectors: Vectors, recomputed: Vectors, cosines: Floats) -> str:
    same_shape = vectors.shape == recomputed.shape
    done = rearranged(vectors, recomputed) if same_shape else ""
    return done or kind_of_difference(dict(zip(texts, cosines.tolist(), strict=True)))


def _cut(encoder: Encoder, vectors: Vectors, recomputed: Vectors) -> list[str]:
    """Dimensions that are missing, or zero, though nobody asked for it."""
    own, full = vectors.shape[1], recomputed.shape[1]
    if own == full:
        size = np.sqrt((recomputed.astype(np.float64) ** 2).mean(axis=0))
        lost = int((~vectors.any(axis=0) & (size > TINY * size.mean())).sum())
        return [f"{lost} of {full} dimensions are zero: cut, or not loaded"] if lost else []
    if own < full and _has_view(encoder, "dim"):
        return []
    return [f"{own} dimensions for {full}, and nobody asked for a cut"]


def _prompts(patient: Patient, checkpoint: Encoder) -> list[str]:
    """The roles in which another prompt reaches the model than the one declared.

    The checkpoint declares it, unless the encoder is a view that was asked for with another. An
    empty prompt must send none; what does otherwise adds one to every text.
    """
    encoder = patient.encoder
    known = dict.fromkeys([*checkpoint.prompts.values(), *encoder.prompts.values()])
    found = []
    for role in ROLES:
        asked = _has_view(encoder, f"prompt.{role}")
        declared = (encoder if asked else checkpoint).prompts.get(role, "")
        for given, due in {None: declared, "": ""}.items():
            sent = _sent(patient, checkpoint, role, given, due, list(known))
            if sent is not None:
                where = f"for {role}" if given is None else f"for {role} even without a prompt"
                found.append(f"{where} {sent!r} is sent instead of {due!r}")
    return found


def _sent(
    patient: Patient,
    checkpoint: Encoder,
    role: Role,
    given: str | None,
    due: str,
    known: Sequence[str],
) -> str | None:
    """The prompt that fits much better than the one that is due, None if it is that one.

    Much better is twice as near: where the vectors are off for another reason too, the prompt that
    was sent still stands out.
    """
    texts = patient.texts[:PROMPTED]
    if not any(known):
        return None
    own = checked_vectors(patient.vectors(texts, role, given), texts, patient.encoder.name)

    def distance(prompt: str) -> float:
        theirs = checkpoint.encode(texts, role=role, prompt=prompt)
        return 1 - float(np.median(agreement(own, theirs)))

    off = distance(due)
    if off <= 1 - SAME:
        return None
    others = dict.fromkeys(["", *known, *(prompt * 2 for prompt in known)])
    best = min(others, key=distance)
    return best if best != due and distance(best) < off / 2 else None


def _has_view(encoder: Encoder, option: str) -> bool:
    """Whether the encoder says that it is under a view of this option."""
    views = encoder.setup.get("views")
    listed = views if isinstance(views, list) else []
    return any(str(view.get("view")).startswith(f"{option}=") for view in listed)
