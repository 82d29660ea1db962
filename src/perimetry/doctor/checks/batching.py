"""Whether a text's vector depends on what it is encoded with, or on when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, agreement
from perimetry.doctor.difference import difference, quantised, sound_vectors
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.sentences import long_texts
from perimetry.encoders.base import checked_vectors, shortened
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "batching"
ORACLE: Oracle = "alone"
COST = (
    "A text indexed in one batch is not found by itself in another. On all-MiniLM-L6-v2 padding "
    "that is averaged costs claim search −0.06 MAP@10, a last batch of one vector −0.39; a mean "
    "taken off over the batch changes 6.6 % of the pairs' sides at a cut-off of 0.7."
)

TEXTS, FEW, SIZE = 24, 8, 3

ROUNDING = 1e-5
"""A difference up to this share of the length is rounding. Padding moves all-MiniLM-L6-v2 by 2e-7
in float32, by 2e-4 in float16 and by 1e-3 in bfloat16, which are worth a warning."""

STEP, FLIPPED = 0.25, 0.95
"""The limits for a view of fewer bits, where rounding takes a value to the next level or the other
sign: one sign of 64 moves a vector by 0.25 of its length, and the cosine to 0.97."""

AGAIN = ("asking again", "asking for the batch again")


def check(patient: Patient) -> Finding:
    """FAIL if a vector's cosine with that of the text alone falls below 0.999, WARN if it moves.

    Repetition is judged first: an encoder that answers otherwise each time has no other fault that
    could be seen.
    """
    texts = patient.texts[:TEXTS]
    alone = np.concatenate([sound_vectors(patient, [text], prompt=None) for text in texts])
    first = _encoded(patient, texts)
    repeated = {
        AGAIN[0]: (_in_batches(patient, texts[:FEW], 1), alone[:FEW]),
        AGAIN[1]: (_encoded(patient, texts), first),
    }
    ways = {
        f"a batch of {TEXTS}": (first, alone),
        f"batches of {SIZE}": (_in_batches(patient, texts, SIZE), alone),
        "reverse order": (_encoded(patient, texts[::-1])[::-1], alone),
        "two batch-mates of 128 and 256 words": (
            _encoded(patient, [*texts[:FEW], *long_texts()[5:7]])[:FEW], alone[:FEW],
        ),
    }  # fmt: skip
    limits = (STEP, FLIPPED) if quantised(patient) else (ROUNDING, NEAR)
    return (
        _judged(repeated, texts, limits, "The same call gives other vectors each time",
                "Switch dropout off (model.eval()) and any sampling; set a seed if there is one.")
        or _judged(ways, texts, limits, "A text's vector depends on its batch",
                   "Mask the padding, and take no mean or scale over the batch. If only the last "
                   "digits move it is 16-bit arithmetic: run in float32 if scores must repeat.")
        or Finding(NAME, "pass", _evidence({**repeated, **ways}))
    )  # fmt: skip


Compared = dict[str, tuple[Vectors, Vectors]]
"""For each way to ask, the vectors that came and those that should."""


def _judged(
    compared: Compared, texts: Sequence[str], limits: tuple[float, float], said: str, remedy: str
) -> Finding | None:
    moved = {way: pair for way, pair in compared.items() if difference(*pair).max() > limits[0]}
    if not moved:
        return None
    lowest = {way: agreement(*pair) for way, pair in moved.items()}
    worst = min(lowest, key=lambda way: float(lowest[way].min()))
    order = np.argsort(lowest[worst])[:3].tolist()
    return Finding(
        NAME, "fail" if lowest[worst].min() < limits[1] else "warn",
        f"{said}. {_evidence(moved)}",
        examples=[f"{worst}: cosine {lowest[worst][i]:.6f} {shortened(texts[i])}" for i in order],
        remedy=remedy,
    )  # fmt: skip


def _evidence(compared: Compared) -> str:
    largest = max(float(difference(*pair).max()) for pair in compared.values())
    lowest = min(float(agreement(*pair).min()) for pair in compared.values())
    return (
        f"By {', '.join(compared)}, a vector moves by {largest:.1g} of its length at most; the "
        f"lowest cosine is {lowest:.6f}."
    )


def _encoded(patient: Patient, texts: Sequence[str]) -> Vectors:
    """Asked of the encoder itself: what is remembered would be equal."""
    vectors = patient.encoder.encode(texts, role="symmetric")
    return checked_vectors(vectors, texts, patient.encoder.name)


def _in_batches(patient: Patient, texts: Sequence[str], size: int) -> Vectors:
    starts = range(0, len(texts), size)
    return np.concatenate([_encoded(patient, texts[start : start + size]) for start in starts])
