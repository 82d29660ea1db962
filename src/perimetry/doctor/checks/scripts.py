"""Scripts that the encoder cannot see: different sentences in them get one vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perimetry.doctor.agreement import SAME, off_diagonal, pairwise
from perimetry.doctor.difference import sound_vectors
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.sentences import SCRIPTS
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "scripts"
ORACLE: Oracle = "alone"
COST = (
    "Texts in a script that is not seen are all each other's best match: a cache answers each with "
    "any other's answer. No suite can measure it: all are in English."
)

NEARLY = 0.05
"""Sentences that lie at less than this share of the distance that English ones have are nearly
equal: little more than their punctuation is seen. The healthy encoders have 0.009 (USE on Bengali)
where the words are unknown, 0.09 and more where letters are known."""


def check(patient: Patient) -> Finding:
    """WARN by the names of scripts; FAIL only if English sentences cannot be told apart."""
    texts = [text for sentences in SCRIPTS.values() for text in sentences]
    vectors = sound_vectors(patient, texts)
    blocks, start = {}, 0
    for script, sentences in SCRIPTS.items():
        blocks[script] = vectors[start : start + len(sentences)]
        start += len(sentences)
    usual = 1 - off_diagonal(pairwise(blocks["Latin"])).mean()
    unseen = [script for script, block in blocks.items() if _unseen(block, float(usual))]
    if "Latin" in unseen:
        return Finding(
            NAME, "fail", "Different English sentences get the same vector.",
            examples=SCRIPTS["Latin"],
            remedy="Load the tokenizer that belongs to the model; this one sees no words.",
        )  # fmt: skip
    if not unseen:
        names = ", ".join(SCRIPTS)
        return Finding(NAME, "pass", f"Sentences are told apart in every script tried: {names}.")
    return Finding(
        NAME, "warn",
        f"Sentences in {', '.join(unseen)} cannot be told apart: different ones get the same "
        "vector, or nearly so. That is usual for an encoder whose vocabulary was made of English "
        "text or lacks such signs, and matters only if your texts have them.",
        examples=[" = ".join(SCRIPTS[script][:2]) for script in unseen],
        remedy="For texts in these scripts, take a multilingual encoder.",
    )  # fmt: skip


def _unseen(vectors: Vectors, usual: float) -> bool:
    """Whether two sentences of one script get one vector or none, or all nearly the same."""
    if not vectors.any(axis=1).all():
        return True
    cosines = off_diagonal(pairwise(vectors))
    return bool(cosines.max() > SAME or 1 - cosines.mean() < NEARLY * usual)
