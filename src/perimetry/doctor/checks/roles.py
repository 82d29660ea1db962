"""Queries and documents: encoded differently exactly where the encoder says so."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import SAME, agreement
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import checked_vectors
from perimetry.records import ROLES, Finding, Role

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "roles"
ORACLE: Oracle = "alone"
COST = (
    "Queries are compared with documents that were encoded otherwise. Documents from an earlier "
    "revision of all-MiniLM-L6-v2, its weights off by a tenth, moved no suite."
)

TEXTS = 16
"""Short sentences: a prompt that is sent moves each of them, none by less than 1e-3 on the healthy
encoders, while one text encoded twice moves by 1e-7."""


def check(patient: Patient) -> Finding:
    """FAIL if roles of different prompts give equal vectors; WARN if equal ones give different.

    The median text decides, so one that is too long for its prompt to matter does not.
    """
    prompts = patient.encoder.prompts
    texts = patient.texts[:TEXTS]
    name = patient.encoder.name
    vectors = {role: checked_vectors(patient.vectors(texts, role), texts, name) for role in ROLES}
    cosines = {
        (one, other): float(np.median(agreement(vectors[one], vectors[other])))
        for one, other in combinations(ROLES, 2)
    }
    dropped = [p for p, c in cosines.items() if _differ(prompts, *p) and c >= SAME]
    if dropped:
        listed = "; ".join(f"{' and '.join(pair)}: cosine {cosines[pair]:.6f}" for pair in dropped)
        return Finding(
            NAME, "fail",
            f"The encoder declares different prompts for roles that it encodes alike ({listed}). "
            "A prompt is dropped on its way to the model, or one role's is sent for both.",
            examples=[f"{role}: {prompts.get(role, '')!r}" for role in ROLES],
            remedy="Hand the prompt on: with sentence-transformers, prompt= or prompt_name=.",
        )  # fmt: skip
    undeclared = [p for p, c in cosines.items() if not _differ(prompts, *p) and c < SAME]
    if undeclared:
        listed = "; ".join(f"{' and '.join(p)}: cosine {cosines[p]:.4f}" for p in undeclared)
        return Finding(
            NAME, "warn",
            f"One text gets different vectors by its role ({listed}), and no prompt that the "
            "encoder declares explains it. A model with two towers does that by design; else "
            "something adds a prompt of its own.",
            remedy="Declare the prompt (?prompt.query=…), so that audits can record it.",
        )  # fmt: skip
    asymmetric = [pair for pair in cosines if _differ(prompts, *pair)]
    if asymmetric:
        listed = "; ".join(f"{' and '.join(p)}: cosine {cosines[p]:.4f}" for p in asymmetric)
        return Finding(NAME, "pass", f"The declared prompts of the roles are felt ({listed}).")
    return Finding(NAME, "pass", "A text has one vector whatever its role, as declared.")


def _differ(prompts: Mapping[Role, str], one: Role, other: Role) -> bool:
    return prompts.get(one, "") != prompts.get(other, "")
