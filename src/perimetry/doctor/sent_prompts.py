"""Which prompts reach the model, seen from what its checkpoint makes of texts with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, agreement
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import Encoder, checked_vectors
from perimetry.records import ROLES, Role

TEXTS = 8


@dataclass(frozen=True)
class SentPrompts:
    """What is wrong with the prompts, nothing where both are empty.

    Attributes:
        wrong: for each role where it is not the declared one, what is sent, in a clause.
        anyway: the roles in which one is sent though an empty one is given.
    """

    wrong: Sequence[str]
    anyway: Sequence[Role]


def sent_prompts(patient: Patient, checkpoint: Encoder, usual: float) -> SentPrompts:
    """Hold each role against the checkpoint with its own prompt, none, the others and each twice.

    The checkpoint declares what is due, unless the encoder is a view that was asked for with
    another prompt.

    Args:
        patient: whose encoder is asked.
        checkpoint: the same model in the other engine.
        usual: the cosine of ordinary sentences without a prompt. Where they are off too, only a
            prompt that fits in full was sent.
    """
    encoder = patient.encoder
    known = list({*checkpoint.prompts.values(), *encoder.prompts.values()} - {""})
    if not known:
        return SentPrompts([], [])
    enough = SAME if usual < NEAR else 1 - 2 * max(1 - usual, 1 - SAME)
    wrong: list[str] = []
    anyway: list[Role] = []
    for role in ROLES:
        asked = has_view(encoder, f"prompt.{role}")
        due = (encoder if asked else checkpoint).prompts.get(role, "")
        tried = [due, "", *known, *(prompt * 2 for prompt in known)]
        fits = _fits(patient, checkpoint, role, None, tried)
        best = max(fits, key=lambda prompt: fits[prompt])
        if fits[due] < enough <= fits[best]:
            wrong.append(f"for {role} {_named(best)} is sent instead of {_named(due)}")
        elif fits[due] < enough and usual >= NEAR:
            wrong.append(f"for {role} no prompt that is known fits (cosine {fits[due]:.4f})")
        fits = _fits(patient, checkpoint, role, "", ["", *known])
        if fits[""] < SAME <= max(fits.values()):
            anyway.append(role)
    return SentPrompts(wrong, anyway)


def has_view(encoder: Encoder, option: str) -> bool:
    """Whether the encoder says that it is under a view of this option."""
    views = encoder.setup.get("views")
    listed = views if isinstance(views, list) else []
    return any(str(view.get("view")).startswith(f"{option}=") for view in listed)


def _fits(
    patient: Patient, checkpoint: Encoder, role: Role, given: str | None, prompts: Sequence[str]
) -> dict[str, float]:
    """The median cosine under each prompt that the checkpoint is given; one that fits ends it."""
    texts, fits = patient.texts[:TEXTS], {}
    own = checked_vectors(patient.vectors(texts, role, given), texts, patient.encoder.name)
    for prompt in prompts:
        theirs = checkpoint.encode(texts, role=role, prompt=prompt)
        fits[prompt] = float(np.median(agreement(own, theirs)))
        if fits[prompt] >= SAME:
            break
    return fits


def _named(prompt: str) -> str:
    return repr(prompt) if prompt else "no prompt"
