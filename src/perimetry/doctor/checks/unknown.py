"""Words of the user's own texts that the encoder does not know."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.agreement import SAME, agreement
from perimetry.doctor.difference import sound_vectors
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import shortened
from perimetry.records import Finding, Outcome

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "unknown"
ORACLE: Oracle = "alone"
COST = (
    "Texts that differ in an unknown word alone are one text to the encoder. On all-MiniLM-L6-v2 "
    "without its word pieces the order in core and in heros loses −0.07, claim search −0.08 MAP@10."
)

WORD = re.compile(r"\w+|[^\w\s]")
"""A run of letters and digits, or one mark or emoji."""

NEVER_SEEN = ("𓀀𓁐", "𓃠𓆣")
"""Two words of Egyptian hieroglyphs, which no vocabulary that we know of has. Where they get one
vector it is that of the unknown word; where they differ, the encoder spells out what it lacks."""

COMMON = ("water", "yesterday")

TEXTS, WORDS = 200, 500
"""At most so many of the texts, evenly spread, and of their words: one CPU-second on a small BERT.
Of more words a fixed choice is taken that has nothing to do with what they are."""

WARN, FAIL = 0.01, 0.2
"""Shares of all words of the texts. English text has a few in a thousand by names and emoji; where
a fifth is lost, most sentences have lost a word that they turn on."""


def check(patient: Patient) -> Finding:
    """WARN from 1 % unknown words, FAIL from 20 %; SKIP without own texts.

    A word is unknown if it gets, alone, the vector that a word gets which nobody has seen. So the
    check needs no tokenizer, and counts what reaches the vectors. A word that is known in part
    counts as known.
    """
    if not patient.own_texts:
        return Finding(NAME, "skip", "needs texts of your own: give --texts FILE.")
    step = -(-len(patient.own_texts) // TEXTS)
    looked_at = [WORD.findall(text) for text in patient.own_texts[::step]]
    counts = Counter(word for words in looked_at for word in words)
    chosen = sorted(counts, key=lambda word: sha256(word.encode("utf-8", "replace")).digest())
    chosen = chosen[:WORDS]
    if not chosen:
        return Finding(NAME, "skip", "there is no word in the texts given.")
    vectors = sound_vectors(patient, [*NEVER_SEEN, *COMMON, *chosen])
    never, common, own = vectors[:2], vectors[2:4], vectors[4:]
    if agreement(never[:1], never[1:])[0] < SAME:
        return Finding(
            NAME, "pass", "The encoder has no unknown word: it spells out the words that it lacks."
        )
    if _unknown(common, never[:1]).any():
        return Finding(
            NAME, "fail", "Even common English words get the vector of an unknown word.",
            remedy="Load the tokenizer that belongs to the model.",
        )  # fmt: skip
    lost = {word for word, so in zip(chosen, _unknown(own, never[:1]), strict=True) if so}
    return _finding(lost, {word: counts[word] for word in chosen}, looked_at)


def _finding(lost: set[str], counts: dict[str, int], texts: list[list[str]]) -> Finding:
    share = sum(counts[word] for word in lost) / sum(counts.values())
    touched = sum(any(word in lost for word in words) for words in texts)
    outcome: Outcome = "fail" if share >= FAIL else "warn" if share >= WARN else "pass"
    often = sorted(lost, key=lambda word: (-counts[word], word))
    remedy = "Take an encoder whose vocabulary has them, or write them in words that it knows."
    return Finding(
        NAME, outcome,
        f"{share:.1%} of the words in your texts are unknown to the encoder ({len(lost)} of "
        f"{len(counts)} different ones looked at); {touched} of {len(texts)} texts have one.",
        examples=[f"{shortened(word)} ({counts[word]} times)" for word in often[:10]],
        remedy=remedy if outcome != "pass" else "",
    )  # fmt: skip


def _unknown(words: NDArray[np.float32], never: NDArray[np.float32]) -> NDArray[np.bool_]:
    return agreement(words, np.repeat(never, len(words), axis=0)) >= SAME
