"""The same words in other letters: ``It is hot.`` → ``IT IS HOT.``"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.date import WEEKDAYS
from perimetry.rules.english.names import WORDS_TOO, kind_of
from perimetry.rules.english.trust import CODE
from perimetry.rules.english.words import words
from perimetry.rules.sentence import LONGEST, Sentence

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
MIXED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]")
ORDINAL = re.compile(r"\b\d+(?:st|nd|rd|th|s)\b")
UNIT = re.compile(r"\d[ ]?[A-Za-zµ]{1,3}(?:/[A-Za-z]+)?(?![\w'’])")
WORDS_AFTER_NUMBERS = words(
    "am and any are as at but by day did for got had has he him his if in is men my no not now of"
    " off"
    " on one or our out per pm she so than the to too up us was we who why yet you"
)
SENTENCE_START = re.compile(r"(?:\A|[.!?]['\"”’)]*\s+)['\"“‘(]*\Z")

ALWAYS_CAPITAL = frozenset(WEEKDAYS) | words(
    "I January February April June July September October November December"
    " American British English Christmas Easter"
)
PLAIN_ACRONYMS = frozenset(
    {"ATM", "ATMs", "TV", "TVs", "PIN", "BMX", "DVD", "CD", "DJ", "USA", "UK", "EU"}
)
"""Acronyms that are read alike in small letters, in the texts where *pin* means the number."""

TWO_READINGS = frozenset(
    {"us", "apple", "turkey", "china", "polish", "amazon", "windows", "aids", "jersey", "catholic"}
)
"""Words that capitals would turn into another: *us* into *US*, *polish* into *Polish*."""


@dataclass(frozen=True)
class Casing:
    """Writes the whole text in capitals, in small letters, or with every word capitalised.

    It declines where the case of a letter carries meaning: acronyms and names that are words as
    well, units, codes, and capitals that it does not know.
    """

    name: str = "casing"
    relation: Relation = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        "too long",
        "code, a path or an address",
        "no word to write otherwise",
        "an unknown capital",
        "a word of two readings",
        "a unit or an identifier",
        "letters without both cases",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each way of writing that differs, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := _objection(text):
            return Decline(reason)
        ways = shuffled(WAYS, seed, self.name, text)
        made = [WAYS[way](text) for way in ways]
        edits = [Edit.replacing(text, 0, len(text), other) for other in made if other != text]
        return edits or Decline("no word to write otherwise")


def _objection(text: str) -> str | None:
    if len(text) > LONGEST:
        return "too long"
    if CODE.search(text):
        return "code, a path or an address"
    upper = text.upper()
    if len(upper) != len(text) or upper.lower() != text.lower():
        return "letters without both cases"
    found = list(WORD.finditer(text))
    if len(found) < 2 or text == upper:
        return "no word to write otherwise"
    if MIXED.search(ORDINAL.sub("", text)) or _has_unit(text):
        return "a unit or an identifier"
    for match in found:
        if reason := _doubt(text, match):
            return reason
    return None


def _has_unit(text: str) -> bool:
    plain = ORDINAL.sub("", text)
    units = (match.group().lstrip("0123456789 ").lower() for match in UNIT.finditer(plain))
    return any(unit not in WORDS_AFTER_NUMBERS for unit in units)


def _doubt(text: str, match: re.Match[str]) -> str | None:
    word = match.group()
    bare = re.split(r"['’]", word)[0]
    if bare.lower() in TWO_READINGS:
        return "a word of two readings"
    if bare.islower() or bare in ALWAYS_CAPITAL or bare in PLAIN_ACRONYMS:
        return None
    if bare.lower() in WORDS_TOO:
        return "a word of two readings"
    if bare in kind_of():
        return "a word of two readings" if bare == "US" else None
    first = SENTENCE_START.search(text[: match.start()]) is not None
    plain = first and (bare == "A" or (len(bare) > 1 and bare[1:].islower()))
    return None if plain else "an unknown capital"


def _titled(text: str) -> str:
    """``text`` with the first letter of every word between spaces a capital."""
    return re.sub(r"(?<!\S)(['\"“‘(]*)(\w)", lambda each: each[1] + each[2].upper(), text)


WAYS: Mapping[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "small": str.lower,
    "title": _titled,
}
