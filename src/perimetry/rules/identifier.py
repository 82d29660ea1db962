"""One character of an identifier changed: ``order #48213`` → ``order #48513``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.sentence import LONGEST, Sentence

_LABEL = (
    "order|ticket|case|invoice|tracking|reference|ref|account|booking|confirmation|serial|part"
    "|flight"
    "|policy|claim|incident|batch|lot|sku|transaction|registration|plate|licen[cs]e|voucher"
    "|membership"
    "|customer|patient|passport|docket|parcel|article|item|model|product|request|iban|commit|build"
)
FORMS: Sequence[re.Pattern[str]] = tuple(
    re.compile(form)
    for form in (
        r"(?<![\w-])(?P<id>[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?)(?![\w-])",
        rf"(?i:\b(?:{_LABEL}) (?:number|no\.?|nr\.?|id|code|is|ref\.?)(?: is)?:?(?: ?#| ))"
        r"(?P<id>(?=[A-Z-]*\d)[A-Z0-9][A-Z0-9-]{3,24})(?![\w-]|[.,:/]\d)",
        rf"(?i:\b(?:{_LABEL}):? )(?P<id>\d{{5,20}}"
        rf"|(?=[A-Z-]*\d)(?=\d*[A-Z])[A-Z0-9][A-Z0-9-]{{3,24}})"
        r"(?![\w-]|[.,:/]\d)",
        r"(?<![\w&])#(?P<id>\d{3,20})(?![\w-]|[.,:/]\d)",
        r"(?<![\w/.-])(?P<id>[A-Z]{2,10}-\d{3,12})(?![\w/-]|[.:]\d)",
        r"(?<![\w/.$€£-])(?P<id>[A-Z]{2}\d{3,4})(?![\w/-]|[.,:]\d| (?:m|b|tr)illion)",
        r"(?<![\w/.-])(?P<id>[A-Z]{2}\d{2} [A-Z]{3})(?![\w/-])",
        r"(?<![\w/.-])(?P<id>[A-Z]{2,5}-[A-Z0-9]{1,8}-[A-Z0-9]{1,8})(?![\w/-])",
        r"(?:\b[Vv]ersions? |\b[Rr]elease "
        r"|(?<![\w.])[Vv])(?P<id>\d{1,4}(?:\.\d{1,5}){1,4})(?![\w-]|\.\d)",
        r"(?<![\w+(.-])(?P<id>\+\d{1,3}(?:[ -]\d{2,5}){2,5})(?![\w-]|[ ]\d)",
        r"(?<![\w+(.-])(?P<id>(?:\(\d{3}\) |\d{3}-)\d{3}-\d{4})(?![\w-])",
        r"(?<![\w/.-])(?P<id>[0-9a-f]{7,64})(?![\w/-])",
    )
)
YEAR = re.compile(r"(?:19|20)\d\d")
HEXADECIMAL = "0123456789abcdef"


@dataclass(frozen=True)
class Identifier:
    """Changes one digit or letter of an order number, ticket, account, version, phone and the like.

    The form stays: length, separators and which places hold digits. Check digits are not kept
    right. Numbers that may be quantities, dates or years are left alone.
    """

    name: str = "identifier"
    relation: Relation = "different"
    needs_parse: bool = False
    reasons: Sequence[str] = ("too long", "no certain identifier")

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each identifier, in an order drawn by ``seed``."""
        text = sentence.text
        if len(text) > LONGEST:
            return Decline("too long")
        found = [span for span in _identifiers(text) if text.count(text[slice(*span)]) == 1]
        if not found:
            return Decline("no certain identifier")
        made: list[Edit] = []
        for start, end in shuffled(found, seed, self.name, text):
            others = shuffled(_others(text[start:end]), seed, self.name, text, str(start))
            made += [Edit.replacing(text, start, end, other) for other in others[:1]]
        return made


def _identifiers(text: str) -> Iterator[tuple[int, int]]:
    """Where each identifier stands; the first form that fits takes the place."""
    taken: list[tuple[int, int]] = []
    for form in FORMS:
        for match in form.finditer(text):
            start, end = match.span("id")
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            if _certain(match["id"]):
                taken.append((start, end))
    yield from sorted(taken)


def _certain(identifier: str) -> bool:
    """Whether it is neither a year nor a word, and has digits enough to be no name of a thing."""
    count = sum(character.isdigit() for character in identifier)
    if identifier.islower():
        letters = len(identifier) - count
        return count >= 2 and letters >= 2
    if "." in identifier or (identifier[2:4].isdigit() and identifier[4:5] == " "):
        return True
    return count >= 3 and not YEAR.fullmatch(identifier)


def _others(identifier: str) -> Sequence[str]:
    """``identifier`` with one character after the first replaced by another of its sort."""
    places = [
        i for i, each in enumerate(identifier) if each.isdigit() and (i or len(identifier) < 3)
    ]
    if identifier.islower():
        places = list(range(1, len(identifier)))
    return [
        identifier[:place] + other + identifier[place + 1 :]
        for place in places
        for other in _alphabet(identifier, place)
        if other != identifier[place]
    ]


def _alphabet(identifier: str, place: int) -> str:
    if identifier.islower() and identifier.isalnum():
        return HEXADECIMAL
    character = identifier[place]
    if not character.isdigit():
        return ascii_uppercase if character.isupper() else ascii_lowercase
    leading = not identifier[place - 1 : place].isdigit()
    return digits[1:] if leading else digits
