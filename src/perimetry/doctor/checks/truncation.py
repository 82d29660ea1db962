"""Where the end of a long text stops mattering, against the maximum length that is declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from perimetry.doctor.difference import EQUAL, difference, quantised, sound_vectors
from perimetry.doctor.patient import Patient
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "truncation"
ORACLE: Oracle = "alone"
COST = (
    "What stands after the cut is never read. On all-MiniLM-L6-v2 a cut at 16 tokens costs the "
    "task documents −0.30 nDCG@10, claim search −0.22 MAP@10 and the order in core −0.05; one at "
    "40 characters −0.35, −0.47 and −0.21. Texts that fit do not move."
)

FILLERS = (tuple("735192846"), ("water", "house", "tree", "road", "book"))
"""Digits are one token each in nearly all vocabularies; words serve where digits are dropped."""

OTHER = ("0", "music")
"""What the last word is changed to: it stands nowhere else, so no order undoes the change."""

SHORTEST, LONGEST = 4, 600
"""In words. Beyond 600 nothing is asked: a large model would take minutes."""

SPECIAL = 2
"""Tokens that most tokenizers add to a text, where the encoder cannot count its own."""

EARLY = 0.9
"""A cut below this share of the declared maximum is early, where the encoder counts its tokens."""

EARLY_UNCOUNTED = 0.4
"""The same where tokens cannot be counted: one that spells letter by letter takes two a word."""

A_PARAGRAPH = 64
"""In words. A cut before that without a declared maximum is warned of."""


def check(patient: Patient) -> Finding:
    """FAIL if an end of a text stops mattering before the declared maximum, or the wrong end does.

    Texts of growing length are encoded with two last words. The length from which both are one
    vector is found by halving. If there is none, the same is done with the first words.
    """
    setup = patient.encoder.setup
    kind = next((k for k in range(len(FILLERS)) if _matters(patient, k, SHORTEST)), None)
    if kind is None:
        return Finding(
            NAME, "fail", f"The last of {SHORTEST} words makes no difference.",
            remedy="If rows or batching fail, mend that; else the text is cut after a word or two.",
        )  # fmt: skip
    declared = setup.get("max_length")
    guess = declared - SPECIAL if isinstance(declared, int) else 0
    reached, end = longest(lambda words: _matters(patient, kind, words), guess), "last"
    if reached == LONGEST:
        reached, end = longest(lambda words: _matters(patient, kind, words, 0), guess), "first"
    where = f"The {end} word of a text counts up to {reached} words"
    if reached == LONGEST:
        said = f" (a maximum of {declared} tokens is declared)" if declared else ""
        return Finding(
            NAME, "pass", f"Both ends of a text count up to {LONGEST} words, the longest that were "
            f"tried{said}.",
        )  # fmt: skip
    if end == "first" and setup.get("truncation_side") == "right":
        return Finding(
            NAME, "fail", f"{where}, the last always: long texts lose their beginning, and the "
            "encoder declares that they lose their end.",
            remedy="Set truncation_side to right in tokenizer_config.json, or where you tokenize.",
        )  # fmt: skip
    if not isinstance(declared, int):
        return Finding(
            NAME, "warn" if reached < A_PARAGRAPH else "pass",
            f"{where}, and no maximum is declared. Beyond that, texts are cut"
            f"{', or the change of a word is lost in the rounding' if quantised(patient) else ''}.",
            remedy="Cut longer texts into pieces, or raise the limit.",
        )  # fmt: skip
    tokens, counted = _tokens(patient, kind, reached)
    share = tokens / declared
    message = f"{where}, {'' if counted else 'about '}{tokens} tokens; {declared} are declared."
    if share >= EARLY:
        return Finding(NAME, "pass", message)
    bits = quantised(patient)
    unsure = (
        f" Under {bits}, one word of many may not show."
        if bits
        else " Its tokenizer may take several tokens for one digit."
        if not counted and share >= EARLY_UNCOUNTED
        else ""
    )
    return Finding(
        NAME, "warn" if unsure else "fail", f"{message} The rest is dropped early.{unsure}",
        remedy=f"Raise the maximum length to {declared} where the text is cut: the tokenizer, the "
        "server, or your own code.",
    )  # fmt: skip


def longest(matters: Callable[[int], bool], guess: int = 0) -> int:
    """The greatest length up to :data:`LONGEST` at which an end matters, as it does at 4.

    A right ``guess`` saves the search.

    >>> longest(lambda words: words <= 14)
    14
    """
    if SHORTEST < guess < LONGEST and matters(guess) and not matters(guess + 1):
        return guess
    low, high = SHORTEST, SHORTEST
    while low == high and low < LONGEST:
        high = min(2 * low, LONGEST)
        low = high if matters(high) else low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if matters(middle) else (low, middle)
    return low


def _words(kind: int, length: int) -> Sequence[str]:
    filler = FILLERS[kind]
    return [filler[place % len(filler)] for place in range(length)]


def _matters(patient: Patient, kind: int, length: int, place: int = -1) -> bool:
    """Whether the word at ``place`` of a text decides its vector."""
    words = list(_words(kind, length))
    text = " ".join(words)
    words[place] = OTHER[kind]
    one, other = (sound_vectors(patient, [each]) for each in (text, " ".join(words)))
    return bool(difference(one, other)[0] > EQUAL)


def _tokens(patient: Patient, kind: int, length: int) -> tuple[int, bool]:
    """The tokens of the longest text that is read to its end, and whether they were counted."""
    count = getattr(patient.encoder, "tokens", None)
    if callable(count):
        return int(count([" ".join(_words(kind, length))])[0]), True
    return length + SPECIAL, False
