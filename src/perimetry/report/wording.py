"""How the report words things: edits in English, numbers as text, users' texts made safe to see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

MINUS = "−"
INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, direction marks that can disguise a text, and halves of a code point."""


@dataclass(frozen=True)
class EditWords:
    """An edit in words: in a table, as a matter of trust, once, and as the sentence it makes."""

    label: str
    topic: str
    single: str
    sentence: str


EDIT_WORDS = {
    "synonym": EditWords("synonym", "synonyms", "a synonym", "the one with a synonym"),
    "typo": EditWords("typo", "typos", "a typo", "the one with a typo"),
    "antonym": EditWords("antonym", "antonyms", "an antonym", "the sentence with an antonym"),
    "negation": EditWords("negation", "negation", "a negation", "the negated sentence"),
    "random_word": EditWords(
        "random word", "random words", "a random word", "the sentence with a random word"
    ),
    **{
        edit: EditWords(label, topic, topic, f"the one edited by {label}")
        for edit, label, topic in (
            ("number", "number", "numbers and quantities"),
            ("date_time", "date and time", "dates and times"),
            ("unit", "unit", "units and magnitudes"),
            ("identifier", "identifier", "identifiers"),
            ("entity", "entity", "named entities"),
            ("role_swap", "role swap", "who does what to whom"),
            ("temporal_order", "temporal order", "the order of events"),
            ("quantifier", "quantifier", "quantifiers and “only”"),
            ("condition", "condition", "conditions"),
            ("comparative", "comparative", "comparatives"),
            ("attribution", "attribution", "attribution and hedging"),
            ("cause_concession", "cause, concession", "cause against concession"),
            ("voice", "active, passive", "active against passive"),
            ("digits_words", "digits, words", "digits against words"),
            ("equal_unit", "equal unit", "an equal value in another unit"),
            ("register", "register", "another register"),
            ("uncategorised", "all your pairs", "meaning in your pairs"),
        )
    },
}
"""Edits, and phenomena of the core set, that read badly by their bare names."""

VERDICT_SIGNS = {
    "sees it": "✓",
    "weak": "△",
    "blind": "○",
    "inverted": "✕",
    "too few to say": "?",
}
"""A shape for each verdict word, so that colour is never alone."""


def edit_words(edit: str) -> EditWords:
    """An edit in words, also one that this file has no words for, such as a user's own rule.

    >>> edit_words("from_to").sentence
    'the one edited by from to'
    """
    label = short(edit.replace("_", " "))
    return EDIT_WORDS.get(edit) or EditWords(label, label, label, f"the one edited by {label}")


def edit_label(edit: str) -> str:
    """The name of an edit in a table.

    >>> edit_label("random_word"), edit_label("all")
    ('random word', 'all')
    """
    return edit_words(edit).label


def number(value: float, digits: int = 2) -> str:
    """``value`` with a fixed number of digits, a true minus and no minus zero.

    >>> number(-0.126), number(-0.001), number(7, 0)
    ('−0.13', '0.00', '7')
    """
    text = f"{value:.{digits}f}"
    if not text.strip("-0."):
        text = text.removeprefix("-")
    return text.replace("-", MINUS)


class WithInterval(Protocol):
    """Whatever has a lower and an upper bound."""

    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


def interval(estimate: WithInterval, digits: int = 2) -> str:
    """The interval of an estimate.

    >>> from perimetry.records import Estimate
    >>> interval(Estimate("negation", "cosine", 0.5, -0.1, 0.625, n=9, groups=9))
    '−0.10 to 0.62'
    """
    return f"{number(estimate.low, digits)} to {number(estimate.high, digits)}"


def percent(share: float) -> str:
    """A share in whole percent; what is neither none nor all never reads as none or all.

    >>> percent(0.714), percent(0.001), percent(0.999), percent(1.0)
    ('71 %', 'under 1 %', 'over 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "under 1 %"
    if 0.995 <= share < 1:
        return "over 99 %"
    return f"{100 * share:.0f} %"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names as a list in a sentence.

    >>> listed(["antonyms", "negation", "typos"])
    'antonyms, negation and typos'
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def visible(text: str) -> str:
    r"""``text`` with every character that would act or hide made visible instead.

    >>> visible("a\x00b\u202ec\n")
    'a␀b⟨U+202E⟩c␊'
    """
    return INVISIBLE.sub(_picture, text)


def short(text: str, limit: int = 80) -> str:
    """``text`` made visible and cut in the middle to ``limit`` characters, for a name or a value.

    >>> short("sentence-transformers/all-MiniLM-L6-v2", 21)
    'sentence-t…niLM-L6-v2'
    """
    if len(text) > limit:
        head = limit // 2
        text = f"{text[:head]}…{text[head + 1 - limit :]}"
    return visible(text)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
