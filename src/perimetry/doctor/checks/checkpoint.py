"""The vectors, against the checkpoint recomputed by the other engine as it declares itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, agreement, exchanged
from perimetry.doctor.kinds import compared_texts, kind_of_difference
from perimetry.doctor.patient import Patient, Vectors
from perimetry.encoders.base import Encoder, shortened
from perimetry.measures.similarity import Floats
from perimetry.records import ROLES, Finding, Outcome

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "checkpoint"
ORACLE: Oracle = "checkpoint"
COST = (
    "The encoder is not the model that it is taken for, so nothing that was measured on that holds "
    "for it. Which suite moves depends on what differs; with other weights, all."
)

SENTENCES = 24
PROMPTED = 8

TINY = 0.01
"""A dimension counts as lost only if its values in the checkpoint have this share of the usual
size: all-MiniLM-L6-v2 has three that float16 alone rounds to zero."""


def check(patient: Patient) -> Finding:
    """PASS above a cosine of 0.9999 for the worst text, WARN above 0.999, else FAIL.

    A view that was asked for, such as ``?quantize=int8``, gets a WARN for what it does. The first
    dimensions alone are compared where the encoder has fewer, and a cut that it does not declare
    fails.
    """
    assert patient.recompute is not None  # noqa: S101 (examine asks no check without its oracle)
    checkpoint = patient.recompute()
    texts = [*compared_texts(), *patient.texts[:SENTENCES]]
    vectors = patient.vectors(texts, prompt="")
    recomputed = checkpoint.encode(texts, role="symmetric", prompt="")
    cosines = agreement(vectors, recomputed)
    cut = _silent_cut(patient.encoder, vectors, recomputed)
    prompts = _prompts(patient, checkpoint)
    order = np.argsort(cosines)
    lowest = float(cosines[order[0]])
    evidence = (
        f"lowest cosine with the checkpoint {lowest:.6f}, median {np.median(cosines):.6f} over "
        f"{len(texts)} texts"
    )
    if lowest >= SAME and not cut and not prompts:
        return Finding(NAME, "pass", f"The vectors are the checkpoint's: {evidence}.")
    kind = _kind(texts, vectors, recomputed, cosines)
    message = f"{' '.join(filter(None, [cut, prompts, kind])).rstrip('.')} ({evidence})."
    examples = [f"{cosines[i]:.4f} {shortened(texts[i])}" for i in order[:5] if cosines[i] < SAME]
    views = _quantised(patient.encoder)
    if views and not cut and not prompts:
        return Finding(
            NAME, "warn", f"The encoder is a view, {views}, and off by what that does ({evidence}).",
            examples=examples, remedy="See the check quantisation for the decisions that it costs.",
        )  # fmt: skip
    outcome: Outcome = "fail" if cut or prompts or lowest < NEAR else "warn"
    return Finding(
        NAME, outcome, message, examples=examples,
        remedy="Load this checkpoint anew, with its own tokenizer and settings, and compare again.",
    )  # fmt: skip


def _kind(texts: list[str], vectors: Vectors, recomputed: Vectors, cosines: Floats) -> str:
    if cosines.min() >= SAME:
        return ""
    if cosines.min() >= NEAR:
        return "The numbers differ a little: fewer bits, or another arithmetic"
    moved = exchanged(vectors, recomputed)
    if len(moved) and len(moved) == np.count_nonzero(cosines < SAME):
        return f"{len(moved)} texts have the vector of another text"
    return kind_of_difference(dict(zip(texts, cosines.tolist(), strict=True)))


def _silent_cut(encoder: Encoder, vectors: Vectors, recomputed: Vectors) -> str:
    own, full = vectors.shape[1], recomputed.shape[1]
    if own == full:
        size = np.sqrt((recomputed.astype(np.float64) ** 2).mean(axis=0))
        lost = int((~vectors.any(axis=0) & (size > TINY * size.mean())).sum())
        return f"{lost} dimensions are zero that are not zero in the checkpoint." if lost else ""
    if encoder.setup.get("dimension") == own < full and _views(encoder, "dim"):
        return ""
    return (
        f"The vectors have {own} dimensions and the checkpoint's {full}, and nobody asked for it."
    )


def _prompts(patient: Patient, checkpoint: Encoder) -> str:
    """What is wrong with the prompts of the roles, "" if nothing is."""
    encoder, texts = patient.encoder, patient.texts[:PROMPTED]
    wrong = []
    for role in ROLES:
        asked = _views(encoder, f"prompt.{role}")
        own = (encoder if asked else checkpoint).prompts.get(role, "")
        if not own and not encoder.prompts.get(role):
            continue
        sent = patient.vectors(texts, role)
        known = (*checkpoint.prompts.values(), encoder.prompts.get(role, ""))
        others = [prompt for prompt in known if prompt not in ("", own)]
        fits = {
            prompt: _median(sent, checkpoint.encode(texts, role=role, prompt=prompt))
            for prompt in dict.fromkeys([own, "", own + own, *others])
        }
        best = max(fits, key=lambda prompt: fits[prompt])
        # Where the vectors are off anyway, the prompt that fits best was sent.
        if fits[own] < SAME and 1 - fits[best] < (1 - fits[own]) / 2:
            wrong.append(f"for {role} {f'{best!r}' if best else 'none'} is sent instead of {own!r}")
    return f"Another prompt reaches the model: {'; '.join(wrong)}." if wrong else ""


def _quantised(encoder: Encoder) -> str:
    return " and ".join(_views(encoder, "quantize"))


def _views(encoder: Encoder, option: str) -> list[str]:
    """The views of this option that the encoder says it is under."""
    views = encoder.setup.get("views")
    listed = [str(view.get("view")) for view in views] if isinstance(views, list) else []
    return [view for view in listed if view.startswith(f"{option}=")]


def _median(one: Vectors, other: Vectors) -> float:
    cosines: Floats = agreement(one, other)
    return float(np.median(cosines))
