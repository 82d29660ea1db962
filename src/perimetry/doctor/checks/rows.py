"""One finite vector a text, its own, in the place where it was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.agreement import NEAR, SAME, pairwise
from perimetry.doctor.difference import EQUAL, difference
from perimetry.doctor.patient import Patient, Vectors
from perimetry.doctor.sentences import long_texts
from perimetry.encoders.base import shortened
from perimetry.errors import EncodingError
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "rows"
ORACLE: Oracle = "alone"
COST = (
    "Texts without a vector of their own are never found, or found for anything. On "
    "all-MiniLM-L6-v2 rows in another order cost claim search −0.98 MAP@10, zeros for long texts "
    "the task documents −0.50 nDCG@10; of NaN, or one vector for all, an audit reports no score."
)

SHOWN = 5

LONG = (long_texts()[-1], "water " * 400, "7 3 5 1 " * 100)
"""Float16 overflows first in sums over long texts, most of all where their words are alike."""


def check(patient: Patient) -> Finding:
    """FAIL on rows that are missing, not finite, all zero, equal for all texts, or out of place.

    The texts are ordinary English sentences and a few of 400 words. Of stored vectors they are the
    user's own, and an encoder may well see no difference between some of those: a WARN.
    """
    texts = patient.texts if patient.stored else [*patient.texts, *LONG]
    try:
        vectors = patient.vectors(texts)
    except EncodingError as error:
        if patient.stored:
            raise  # a view that sends what is not stored; no row is at fault
        return _no_vectors(patient, texts, error)
    if vectors.ndim != 2 or len(vectors) != len(texts):
        return Finding(
            NAME, "fail", f"{len(texts)} texts gave an array of shape {vectors.shape}.",
            remedy="Return one row a text: none dropped, none merged.",
        )  # fmt: skip
    broken = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(broken):
        return _not_finite([texts[row] for row in broken], len(texts))
    zero = ~vectors.any(axis=1)
    if zero.any():
        return Finding(
            NAME, "fail", f"{zero.sum()} of {len(texts)} texts have an all-zero vector, "
            "whose cosine with everything is 0.",
            examples=[shortened(texts[i]) for i in np.flatnonzero(zero)[:SHOWN]],
            remedy="Look for texts that are emptied before they are encoded, or a batch whose mean "
            "is taken off.",
        )  # fmt: skip
    return _equal(texts, vectors, patient.stored) or _order(patient, vectors) or Finding(
        NAME, "pass", f"{len(texts)} texts have {len(texts)} different finite vectors, each in its "
        "place.",
    )  # fmt: skip


def _no_vectors(patient: Patient, texts: Sequence[str], error: EncodingError) -> Finding:
    """Which texts have no vector, encoded one by one."""
    without = []
    for text in texts:
        try:
            patient.vectors([text])
        except EncodingError:
            without.append(text)
    if without:
        return _not_finite(without, len(texts))
    return Finding(
        NAME, "fail", f"Each text alone has a vector, and all {len(texts)} together have none: "
        f"{error}",
        remedy="Look at how a batch is put together: padding, and the memory it takes.",
    )  # fmt: skip


def _not_finite(without: Sequence[str], asked: int) -> Finding:
    return Finding(
        NAME, "fail", f"{len(without)} of {asked} texts have no finite vector (NaN or infinity).",
        examples=[shortened(text) for text in without[:SHOWN]],
        remedy="Run the model in float32 or bfloat16: float16 overflows at 65,504.",
    )  # fmt: skip


def _equal(texts: Sequence[str], vectors: Vectors, stored: bool) -> Finding | None:
    """FAIL if different texts have one vector; a WARN if some of the user's own do."""
    pairs = [(a, b) for a, b in combinations(range(len(texts)), 2) if texts[a] != texts[b]]
    one, other = (np.array(side) for side in zip(*pairs, strict=True))
    same = difference(vectors[one], vectors[other]) <= EQUAL
    if not same.any():
        return None
    equal = [pairs[place] for place in np.flatnonzero(same)]
    sharing = len({row for pair in equal for row in pair})
    said = (
        f"All {len(texts)} texts have one and the same vector."
        if same.all()
        else f"{sharing} of {len(texts)} different texts share their vector with another."
    )
    return Finding(
        NAME, "warn" if stored and not same.all() else "fail", said,
        examples=[f"{shortened(texts[a])} = {shortened(texts[b])}" for a, b in equal[:SHOWN]],
        remedy="Look for a cache with the wrong key, or a text that is cut or replaced before it "
        "is encoded.",
    )  # fmt: skip


def _order(patient: Patient, vectors: Vectors) -> Finding | None:
    """FAIL if a row holds what another text has when it is encoded alone."""
    texts = patient.texts
    alone = np.concatenate([patient.vectors([text]) for text in texts])
    count = len(texts)
    if alone.shape != (count, vectors.shape[1]):
        return None
    cosines = pairwise(np.concatenate([vectors[:count], alone]))[:count, count:]
    holds = cosines.argmax(axis=1)
    own = np.diag(cosines)
    moved = np.flatnonzero((own < NEAR) & (cosines.max(axis=1) >= SAME) & (holds != range(count)))
    if not len(moved):
        return None
    return Finding(
        NAME, "fail", f"{len(moved)} of {count} rows hold another text's vector"
        f"{_pattern(holds.tolist(), texts)}: the rows come in another order than was asked.",
        examples=[f"row {row} ({shortened(texts[row], 30)}) holds the vector of text {holds[row]} "
                  f"({shortened(texts[holds[row]], 30)})" for row in moved.tolist()[:SHOWN]],
        remedy="Put the rows back in the order of the texts after sorting or parallel calls.",
    )  # fmt: skip


def _pattern(holds: list[int], texts: Sequence[str]) -> str:
    """What the order is, where it is one of the usual ones."""
    lengths = [len(texts[place]) for place in holds]
    steps = {(there - here) % len(holds) for here, there in enumerate(holds)}
    if holds == list(range(len(holds)))[::-1]:
        return " (the reverse order)"
    if len(steps) == 1:
        return f" (all are {steps.pop()} places off)"
    if lengths in (sorted(lengths), sorted(lengths, reverse=True)):
        return " (sorted by length, and not put back)"
    return ""
