"""The pooling and normalisation that the vectors show, against what the checkpoint declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import SAME, agreement
from perimetry.doctor.difference import sound_vectors
from perimetry.doctor.padding import pooled_padding
from perimetry.doctor.patient import Patient, Recompute, Vectors
from perimetry.encoders.base import Encoder
from perimetry.errors import InputError
from perimetry.measures.similarity import Floats
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "pooling"
ORACLE: Oracle = "checkpoint"
COST = (
    "Another pooling is another encoder. On all-MiniLM-L6-v2 CLS for mean costs the order in heros "
    "−0.12, the task reasoning −0.09 nDCG@10 and claim search −0.06 MAP@10; max for mean −0.15 in "
    "reasoning and −0.08 in claim search."
)

TEXTS = 16

POOLINGS = ("mean", "cls", "max", "weightedmean", "lasttoken")
"""What the other engine can recompute."""

CLEAR = 0.99
"""A pooling is named only if it fits this well: between the poolings of all-MiniLM-L6-v2 the
closest two (mean and weighted mean) have 0.983, and naive int8 keeps 0.999."""

UNIT = 0.02
"""Lengths are equal if they are off by less: naive int8 moves them by 0.004, and without
normalisation those of all-MiniLM-L6-v2 lie between 3.4 and 6."""


def check(patient: Patient) -> Finding:
    """FAIL if another pooling fits, a normalisation or a dense layer is missing, or padding counts.

    Vectors that no pooling explains are passed on to the check ``checkpoint`` with a WARN.
    """
    assert patient.recompute is not None  # noqa: S101 (examine asks no check without its oracle)
    texts = patient.texts[:TEXTS]
    vectors = sound_vectors(patient, texts)
    checkpoint = patient.recompute()
    declared = checkpoint.encode(texts, role="symmetric", prompt="")
    if vectors.shape[1] > declared.shape[1] or _without_dense(checkpoint, vectors, declared):
        return _other_dimension(vectors.shape[1], declared.shape[1], checkpoint)
    name, fit = str(checkpoint.setup.get("pooling", "unknown")), _fit(vectors, declared)
    others = _fits(patient.recompute, texts, vectors) if fit < SAME else {}
    best = max(others, key=lambda pooling: others[pooling], default=name)
    if best != name and others[best] >= CLEAR and 1 - others[best] < (1 - fit) / 2:
        return Finding(
            NAME, "fail",
            f"The vectors are those of {best} pooling (median cosine {others[best]:.4f}); the "
            f"checkpoint declares {name} ({fit:.4f}).",
            remedy=f"Set the pooling to {name}.",
        )  # fmt: skip
    if fit >= CLEAR:
        return _lengths(vectors, declared, f"{name} pooling has a median cosine of {fit:.6f}")
    padding = pooled_padding(patient.encoder, checkpoint, texts)
    if padding:
        return Finding(
            NAME, "fail", f"Padding is pooled with the text: {padding}.",
            remedy="Weigh the tokens by the attention mask when they are averaged.",
        )  # fmt: skip
    listed = ", ".join(f"{p} {cosine:.4f}" for p, cosine in others.items() if p != name)
    return Finding(
        NAME, "warn",
        f"No pooling that can be recomputed explains the vectors: {name}, which is declared, has a "
        f"median cosine of {fit:.4f}{f' ({listed})' if listed else ''}.",
        remedy="The difference is not in the pooling: see the check checkpoint.",
    )  # fmt: skip


def _fit(vectors: Vectors, recomputed: Vectors) -> float:
    """The median cosine, which a few texts that are off for another reason do not move."""
    return float(np.median(agreement(vectors, recomputed)))


def _fits(recompute: Recompute, texts: list[str], vectors: Vectors) -> dict[str, float]:
    """The fit of each pooling; none where the graph pools by itself."""
    fits = {}
    for pooling in POOLINGS:
        try:
            encoder = recompute(pooling=pooling)
        except InputError:
            return {}
        fits[pooling] = _fit(vectors, encoder.encode(texts, role="symmetric", prompt=""))
    return fits


def _without_dense(checkpoint: Encoder, vectors: Vectors, declared: Vectors) -> bool:
    """Whether the vectors have the dimension that goes into the dense layers, not what comes out.

    A dense layer that keeps the dimension leaves no such trace: the check ``checkpoint`` sees it.
    """
    architecture = checkpoint.setup.get("architecture")
    hidden = architecture.get("hidden_size") if isinstance(architecture, dict) else None
    dense = bool(checkpoint.setup.get("dense"))
    return dense and declared.shape[1] != vectors.shape[1] == hidden


def _other_dimension(own: int, declared: int, checkpoint: Encoder) -> Finding:
    dense = checkpoint.setup.get("dense")
    reason = "a dense layer after the pooling is dropped" if dense else "it is another model"
    return Finding(
        NAME, "fail", f"The vectors have {own} dimensions for {declared}: {reason}.",
        remedy="Load the model with all modules that its modules.json lists.",
    )  # fmt: skip


def _lengths(vectors: Vectors, declared: Vectors, fits: str) -> Finding:
    """What the lengths say where the directions are right."""
    own, expected = (np.sqrt((v.astype(np.float64) ** 2).sum(axis=1)) for v in (vectors, declared))
    span = f"lengths are {own.min():.3f} to {own.max():.3f}"
    theirs = f"the checkpoint's {expected.min():.3f} to {expected.max():.3f}"
    said = f"{span}, {theirs}. Cosines are right ({fits}, as declared); dot products are not."
    if _unit(expected) and not _unit(own) and np.ptp(own) < UNIT * own.mean():
        return Finding(
            NAME, "warn", f"All vectors are scaled alike: {said}",
            remedy="Divide by the length, or compare by cosine only.",
        )  # fmt: skip
    if _unit(expected) and not _unit(own):
        return Finding(
            NAME, "fail", f"The final normalisation is missing: {said}",
            remedy="Scale every vector to length 1, or compare by cosine only.",
        )  # fmt: skip
    if _unit(own) and not _unit(expected):
        return Finding(
            NAME, "warn",
            f"The vectors are normalised, which the checkpoint does not declare: {said}",
            remedy="Leave it if you compare by cosine; else drop the normalisation.",
        )  # fmt: skip
    return Finding(NAME, "pass", f"{fits[0].upper()}{fits[1:]}, as declared; {span}.")


def _unit(lengths: Floats) -> bool:
    return bool((np.abs(lengths[lengths > 0] - 1) < UNIT).all())
