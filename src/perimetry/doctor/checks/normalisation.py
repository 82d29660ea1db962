"""The lengths of the vectors, against what the encoder says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.difference import quantised, sound_vectors
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import Encoder, shortened
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "normalisation"
ORACLE: Oracle = "alone"
COST = (
    "On all-MiniLM-L6-v2 an index of dot products loses −0.30 MAP@10 in claim search without the "
    "normalisation. No suite moves, since all of them compare by cosine. Vectors cut to half move "
    "no suite for certain, but change 3.0 % of the pairs' sides at a cut-off of 0.7."
)

UNIT = 5e-3
"""A length is 1 if it is off by no more. all-MiniLM-L6-v2 in float32 is off by 1e-7, under
``?quantize=int8`` by 1e-3, in bfloat16 by 3e-3; without its last module by 0.1 and more."""

ROUGH = 0.05
"""A length that is off by more is no rounding: a warning below, as of vectors kept in few bits."""

SHOWN = 3


def check(patient: Patient) -> Finding:
    """FAIL if vectors that are declared normalised are not; else PASS, and say what to compare by.

    Lengths that are off by a few hundredths are a WARN. A cut (``?dim=``) declares unit length too.
    Zero vectors have no length to speak of.
    """
    texts = patient.texts
    vectors = sound_vectors(patient, texts, prompt=None).astype(np.float64)
    lengths = np.sqrt((vectors * vectors).sum(axis=1))
    known = lengths[lengths > 0]
    if not len(known):
        return Finding(NAME, "skip", "every vector is zero: see the check rows.")
    span = f"lengths are {known.min():.4g} to {known.max():.4g}, median {np.median(known):.4g}"
    off = np.abs(lengths - 1) * (lengths > 0)
    if (off <= UNIT).all():
        return Finding(
            NAME, "pass", f"All {len(known)} vectors have length 1, so cosine and dot product are "
            "the same.",
        )  # fmt: skip
    signs = quantised(patient) == "quantize=binary"
    declared = declared_unit(patient.encoder)
    if declared and not signs:
        return Finding(
            NAME, "fail" if off.max() > ROUGH else "warn",
            f"Normalised vectors are declared ({declared}), and {span}."
            f"{_cut(patient.encoder, vectors.shape[1])}",
            examples=[f"length {lengths[i]:.4g}: {shortened(texts[i])}"
                      for i in np.argsort(-off)[:SHOWN].tolist()],
            remedy="Scale every vector to length 1, after any cut, or compare by cosine only.",
        )  # fmt: skip
    why = "is a view of signs alone" if signs else "does not normalise, nor does it say so"
    return Finding(
        NAME, "pass", f"The encoder {why}: {span}. Compare its vectors by cosine; dot products "
        "would prefer the long ones.",
    )  # fmt: skip


def declared_unit(encoder: Encoder) -> str:
    """By what the encoder declares unit length, ``""`` if it does not."""
    setup = encoder.setup
    views, modules = setup.get("views"), setup.get("modules")
    for view in views if isinstance(views, list) else []:
        if str(view.get("view")).startswith("dim="):
            return f"the view {view['view']} scales to length 1"
    if setup.get("normalise") is True:
        return "normalise is true in its setup"
    if isinstance(modules, list) and "Normalize" in modules:
        return "its last module is Normalize"
    return ""


def _cut(encoder: Encoder, dimension: int) -> str:
    """What explains short vectors, where they have lost dimensions."""
    full = encoder.setup.get("dimension")
    if isinstance(full, int) and full > dimension:
        return f" They have {dimension} of {full} dimensions: cut, and not normalised again."
    return ""
