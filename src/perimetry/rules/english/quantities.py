"""The quantities of a sentence: numbers beyond doubt of money, per cent, measures or things.

A number is taken only for what stands beside it, never because nothing speaks against it: so
identifiers, dates, times, telephone numbers, versions, addresses, list numbers and years stay out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from perimetry.rules.english.numerals import FIGURES, MAGNITUDES, WORDS, value_of
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

Kind = Literal["money", "per cent", "measure", "magnitude", "compound", "count"]

MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_NUMBER = (
    rf"(?:\d[\d.,]*|one|half|couple|dozen|{WORDS.pattern.partition('(?:')[2].partition(')')[0]})"
)
_LABELS = (
    "number|numbers|no|nos|nr|page|pages|chapter|section|version|room|rooms|flight|route|highway"
    "|figure|fig|table|step|item|type|model|size|level|class|grade|article|rule|question|line|gate"
    "|platform|channel|phase|stage|tier|category|code|pin|ticket|order|case|ref|reference|id|floor"
    "|bus|tram|train|unit|apartment|apt|suite|box|season|episode|part|act|book|volume|vol|week|day"
    "|year|round|lot|seat|row|port|build|release|lane|exit|junction|group|area|zone|ward|bed|top"
    "|extension|ext|iphone|windows|android|ps|nasdaq|ftse|index|between|all|by|times|plus|minus"
)
CAPITAL = re.compile(r"(?<![\w])[A-Z][\w'’&.-]*[ ]\Z")
AFTER = re.compile(
    rf"[ ]?(?:[ap]\.?m\b|[ap]m\b|o[’']clock|(?:{MONTHS})\b)"
    rf"|[ ](?:or|to|and|through|in|x|by)[ ]{_NUMBER}\b|[ ]{_NUMBER}\b|[ ](?:out[ ])?of\b"
    r"|[ ](?:past|after|before|to)[ ]\d|[ ]+\(?\d",
    re.IGNORECASE,
)
FIXED = re.compile(
    r"""(?:hours?[ ](?:a|per)[ ]day|days?[ ](?:a|per)[ ]week|months?[ ](?:a|per)[ ]year
    |degrees|thirds|quarters|fifths|fourths|eighths|tenths|halves|sides|ends|hands|feet|legs|eyes
    |ears|arms|wheels|twins|knees|cents|thumbs|pants|commandments|wonders|seasons|senses|worlds
    |questions[ ]time|things[ ]first|lives)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""What fixes its number, or is said with one number only."""

OPENERS = words(
    """
    About Add After Almost Around Before Buy During For From Give Her His I If In Keep Last My
    Nearly Next Only Our Over Pay Roughly Save Send Some Take The Their These Those Under Use Wait
    Within With Your
    """
)
"""Words whose capital before a number only opens a sentence."""

SPLIT = re.compile(
    r"\b(?:both|either|neither|others?|another|former|latter|respectively|halves|twins?|couple|pair"
    r"|one|ones|half|twice|total|aged)\b",
    re.IGNORECASE,
)
"""Words that take up how many there are, so that another number would contradict the sentence."""

LINKED = re.compile(
    r"""\b(?:up|down|rose|rises?|risen|rising|fell|falls?|fallen|falling|gain\w*|los[et]\w*|climb\w*
    |drop\w*|increas\w*|decreas\w*|grew|grow\w*|jump\w*|slid\w*|slip\w*|shed|add\w*|advanc\w*
    |declin\w*
    |tumbl\w*|surg\w*|rebound\w*|from|only|just|instead|rather|more|less|fewer|most|least|of|than
    |average|equals?|sum|plus|minus|each|total|full|double|triple)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words that hold two numbers of a sentence together, so that one cannot change alone."""

SINGLE = re.compile(r"\ba[ ](?:pound|dollar|euro|buck|cent)\b")

MONEY = "dollars|euros|pounds|pence|cents|bucks|quid|yen|rupees|francs|kronor|rand"
MEASURE = re.compile(
    r"""[ ](?:seconds|minutes|hours|days|weeks|months|years|decades|centuries
    |miles|metres|meters|kilometres|kilometers|centimetres|centimeters|millimetres|millimeters
    |inches|yards|acres|hectares|grams|kilograms|kilos|tonnes|tons|ounces|litres|liters|gallons
    |pints
    |watts|kilowatts|megawatts|volts|gigabytes|megabytes|kilobytes|terabytes|calories)\b
    |[ ]?(?:km|cm|mm|kg|mg|µg|ml|GB|MB|kB|TB|kW|kWh|MW|mmHg|mmol|mg/dl|km/h|mph|lbs?|oz|ft|mins?
    |hrs?)
    (?![\w/])""",
    re.VERBOSE,
)
COMPOUND = re.compile(
    r"""[- ](?:year|month|week|day)[- ]olds?\b
    |-(?:day|week|month|year|hour|minute|mile|metre|meter|foot|page|storey|story|bedroom|point
    |member)
    [ ][a-z]""",
    re.VERBOSE,
)
_MIDDLE = frozenset({"JJ", "JJR", "JJS", "NN", "VBG", "VBN", "RB", ",", "HYPH"})
_PLURALS = frozenset({"people", "men", "women", "children", "police", "mice", "geese", "cattle"})


@dataclass(frozen=True)
class Quantity:
    """A number at ``text[start:end]`` and what it counts."""

    start: int
    end: int
    number: str
    kind: Kind

    @property
    def value(self) -> Decimal:
        """What the number says."""
        return value_of(self.number)


def quantities(sentence: Sentence) -> Iterator[Quantity]:
    """Every certain quantity, from left to right; things are counted only where it is parsed."""
    text = sentence.text
    found = sorted([*FIGURES.finditer(text), *WORDS.finditer(text)], key=lambda each: each.start())
    for match in found:
        number = match.group()
        kind = _kind(sentence, match.start(), match.end())
        if kind is not None and not (number[0] == "0" and value_of(number) >= 1):
            yield Quantity(match.start(), match.end(), number, kind)


def changeable(sentence: Sentence) -> Iterator[Quantity]:
    """The quantities whose number can change alone, and the sentence still agree with itself."""
    text = sentence.text
    numbers = re.findall(r"\d[\d.,:/-]*", text) + WORDS.findall(text)
    if SINGLE.search(text) or (len(numbers) > 1 and LINKED.search(text)):
        return
    split = SPLIT.search(text) is not None or ": " in text
    for quantity in quantities(sentence):
        if text.count(quantity.number) == 1 and not (split and quantity.kind == "count"):
            yield quantity


def _kind(sentence: Sentence, start: int, end: int) -> Kind | None:
    text = sentence.text
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    money = before[-1:] in ("$", "€", "£", "¥")
    plain = before[:-1] if money else before
    if _refused(plain, after, first=not text[: start - money].strip(" \"'“(")):
        return None
    if money or re.match(rf"[ ]?[$€£](?!\w)|[ ](?:{MONEY})\b", after):
        return "money"
    if re.match(r"(?:[ ]?%|[ ](?:percent|per cent|pct)\b)(?![ ][A-Z])", after):
        return "per cent"
    if re.match(rf"[ ](?:{'|'.join(MAGNITUDES)})\b(?![ ]and\b)", after):
        return "magnitude"
    if COMPOUND.match(after):
        return "compound"
    if after.startswith("-"):
        return None
    if MEASURE.match(after) and not FIXED.match(after[1:]):
        return "measure"
    return "count" if _counts(sentence, start, end) else None


def _refused(before: str, after: str, *, first: bool) -> bool:
    if first:
        return re.match(r"[.):\]]", after) is not None or AFTER.match(after) is not None
    capital = CAPITAL.search(before)
    if capital and capital.group().strip() not in OPENERS:
        return True
    return BEFORE_WORD.search(before) is not None or AFTER.match(after) is not None


BEFORE_WORD = re.compile(
    rf"\b(?:(?:{_LABELS}|{MONTHS})\.?|{_NUMBER}(?:[ ](?:or|to|and|by|in|x|through"
    rf"|of))?)[ ][(\"“]?\Z",
    re.IGNORECASE,
)


def _counts(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the grammar reads the number as that of a plural noun that follows it."""
    if sentence.parsed is None:
        return False
    span = sentence.parsed.char_span(start, end)
    if span is None or len(span) != 1:
        return False
    token = span[0]
    noun = token.head
    if token.dep_ != "nummod" or noun.tag_ != "NNS" or not 1 <= noun.i - token.i <= 4:
        return False
    middle = sentence.parsed[token.i + 1 : noun.i]
    if any(t.tag_ not in _MIDDLE or not t.is_lower for t in middle if t.is_alpha):
        return False
    if not noun.is_lower or FIXED.match(sentence.text, noun.idx):
        return False
    if not (noun.lower_ in _PLURALS or (noun.lower_.endswith("s") and noun.lower_[-2:] != "ss")):
        return False
    if any(child.dep_ == "appos" for child in noun.children):
        return False
    value = value_of(token.text)
    return value >= 2 and not (1000 <= value <= 2100 and "," not in token.text)
