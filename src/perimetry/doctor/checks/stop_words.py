"""Function words that are gone before the text is encoded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.difference import EQUAL, difference, quantised, sound_vectors
from perimetry.doctor.patient import Patient
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "stop_words"
ORACLE: Oracle = "alone"
COST = (
    "A text and its negation become one, and so do to and from. On all-MiniLM-L6-v2 the order in "
    "core loses −0.10, in heros −0.12, and 9.2 % of the pairs change sides at a cut-off of 0.7."
)

MEANING = (
    ("the door is open.", "the door is not open."),
    ("he drove to the lake.", "he drove from the lake."),
    ("we ate before the concert.", "we ate after the concert."),
    ("coffee with sugar arrived.", "coffee without sugar arrived."),
    ("on friday all players won.", "on friday no players won."),
    ("the keys lie under the table.", "the keys lie on the table."),
)  # fmt: skip
"""Pairs that mean different things by a function word. All lower case, so that no other fault
makes them equal. Every common list of stop words has *not*, *to* and *from*."""

ARTICLES = (("the shop is closed.", "a shop is closed."), ("we sold the car.", "we sold a car."))

CONTENT = (
    ("the door is open.", "the door is locked."),
    ("he drove to the lake.", "he walked to the lake."),
    ("we ate before the concert.", "we slept before the concert."),
)


def check(patient: Patient) -> Finding:
    """FAIL if a function word that turns the meaning makes no difference; WARN if articles do not.

    Only equal vectors count: how near the two should be is what the suites measure.
    """
    if _equal(patient, CONTENT).any():
        return Finding(
            NAME, "skip", "changing a content word makes no difference either: see the check rows.",
            examples=[f"{a} = {b}" for a, b in CONTENT],
        )  # fmt: skip
    equal = _equal(patient, MEANING)
    if equal.any():
        bits = quantised(patient)
        why = f"in the rounding of {bits}" if bits else "before it is encoded"
        return Finding(
            NAME, "warn" if bits else "fail",
            f"{equal.sum()} of {len(MEANING)} pairs of texts that differ in a function word have "
            f"one vector: such words are lost {why}.",
            examples=_listed(MEANING, equal),
            remedy="Encode the texts as they are; stop-word lists are for keyword search.",
        )  # fmt: skip
    articles = _equal(patient, ARTICLES)
    if articles.any():
        return Finding(
            NAME, "warn", "The articles the and a make no difference, so they are left out before "
            "or by the encoder. Words that turn the meaning do make one.",
            examples=_listed(ARTICLES, articles),
            remedy="Leave it if the encoder is a table of words made so; else send whole texts.",
        )  # fmt: skip
    return Finding(
        NAME, "pass", f"{len(MEANING) + len(ARTICLES)} pairs of texts that differ in a function "
        "word (not, to, before, with, all, under, the) have different vectors.",
    )  # fmt: skip


def _equal(patient: Patient, pairs: Sequence[tuple[str, str]]) -> NDArray[np.bool_]:
    vectors = sound_vectors(patient, [text for pair in pairs for text in pair])
    return np.asarray(difference(vectors[::2], vectors[1::2]) <= EQUAL)


def _listed(pairs: Sequence[tuple[str, str]], equal: NDArray[np.bool_]) -> list[str]:
    return [f"{a} = {b}" for (a, b), same in zip(pairs, equal, strict=True) if same]
