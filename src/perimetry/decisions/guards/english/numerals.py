"""Numbers as English writes them, in figures and in words, read as values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perimetry.decisions.guards.english.listed import listed

_FIGURES = r"-?(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
FIGURES = re.compile(_FIGURES)
WITH_SUFFIX = re.compile(rf"(?P<figures>{_FIGURES})(?P<suffix>[^\W\d_]\S*)")
FRACTION = re.compile(r"(\d{1,2})/(\d{1,3})")

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
CARDINALS: Mapping[str, int] = {
    **{word: value for value, word in enumerate(_ONES.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), start=2)},
}
MAGNITUDES: Mapping[str, float] = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "dozen": 12, "k": 1e3, "mn": 1e6, "mio": 1e6, "bn": 1e9, "tn": 1e12,
}  # fmt: skip
ORDINALS: Mapping[str, int] = {
    word: value
    for value, word in enumerate(
        listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
        " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"),
        start=1,
    )
} | {
    word: 10 * value
    for value, word in enumerate(
        listed("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"), 2
    )
} | {"hundredth": 100, "thousandth": 1000}  # fmt: skip
PARTS: Mapping[str, float] = {
    "half": 1 / 2, "halves": 1 / 2, "third": 1 / 3, "thirds": 1 / 3, "quarter": 1 / 4,
    "quarters": 1 / 4, "fourths": 1 / 4, "fifth": 1 / 5, "fifths": 1 / 5, "sixth": 1 / 6,
    "sixths": 1 / 6, "eighth": 1 / 8, "eighths": 1 / 8, "tenth": 1 / 10, "tenths": 1 / 10,
    "hundredth": 1 / 100, "hundredths": 1 / 100, "thousandth": 1 / 1000, "thousandths": 1 / 1000,
}  # fmt: skip
TIMES: Mapping[str, int] = {
    "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "twofold": 2, "duplicate": 2,
    "thrice": 3, "triple": 3, "tripled": 3, "triples": 3, "threefold": 3, "triplicate": 3,
    "quadruple": 4, "quadrupled": 4, "fourfold": 4, "fivefold": 5, "tenfold": 10,
    "hundredfold": 100, "thousandfold": 1000,
}  # fmt: skip
LOOSE: Mapping[str, int] = {
    "once": 1, "single": 1, "lone": 1, "couple": 2, "pair": 2, "pairs": 2, "both": 2, "duo": 2,
    "trio": 3, "twins": 2,
}  # fmt: skip
"""Words that name a number in passing: they contradict a number that is said outright, no other."""

OPENERS = frozenset({*CARDINALS, *ORDINALS, *PARTS, *TIMES, *LOOSE, *MAGNITUDES}) - {"k"}

GOES_ON = frozenset({*CARDINALS, *MAGNITUDES, *PARTS, *ORDINALS, "and"})
"""Words that may continue a number in words."""


class Numeral(NamedTuple):
    """A number that ends before word ``end``; ``loose`` where it was said in passing."""

    value: float
    end: int
    loose: bool = False
    ordinal: bool = False


def numeral_at(tokens: Sequence[str], start: int) -> Numeral | None:
    """The number that begins at ``tokens[start]``, in figures or in words.

    >>> numeral_at("two hundred and five people".split(), 0)
    Numeral(value=205.0, end=4, loose=False, ordinal=False)
    >>> numeral_at(["1,250.5"], 0).value, numeral_at(["21st"], 0).ordinal
    (1250.5, True)
    >>> numeral_at("two thirds of it".split(), 0).value == 2 / 3
    True
    """
    word = tokens[start]
    if word[0].isdecimal() or word[0] in "-.":
        return _figures(tokens, start)
    if word in CARDINALS:
        if start + 1 == len(tokens) or tokens[start + 1] not in GOES_ON:
            value = CARDINALS[word]
            return Numeral(float(value), start + 1, loose=value < 2)
        return _words(tokens, start)
    if word in MAGNITUDES:
        return _words(tokens, start)
    return _other(tokens, start)


def value_of(figures: str) -> float:
    """The value of figures with their separators.

    >>> value_of("1,000"), value_of(".5")
    (1000.0, 0.5)
    """
    return float(figures.replace(",", ""))


def _figures(tokens: Sequence[str], start: int) -> Numeral | None:
    word = tokens[start]
    if FIGURES.fullmatch(word):
        return _scaled(tokens, value_of(word), start + 1)
    fraction = FRACTION.fullmatch(word)
    if fraction and int(fraction[2]):
        return Numeral(int(fraction[1]) / int(fraction[2]), start + 1)
    suffixed = WITH_SUFFIX.fullmatch(word)
    if suffixed is None:
        return None
    value, suffix = value_of(suffixed["figures"]), suffixed["suffix"]
    if suffix in ("st", "nd", "rd", "th"):
        return Numeral(value, start + 1, ordinal=True)
    if suffix in MAGNITUDES:
        return Numeral(value * MAGNITUDES[suffix], start + 1)
    if suffix == "x":
        return Numeral(value, start + 1)
    if suffix in ("s", "'s") and value % 10 == 0:
        return Numeral(value, start + 1, loose=True)
    return None


def _scaled(tokens: Sequence[str], value: float, end: int) -> Numeral:
    """With the fraction or the magnitudes that follow: *1 1/2*, *2.5 million*, *3 and a half*."""
    if end < len(tokens) and "/" in tokens[end]:
        fraction = FRACTION.fullmatch(tokens[end])
        if fraction and int(fraction[1]) < int(fraction[2]):
            return Numeral(value + int(fraction[1]) / int(fraction[2]), end + 1)
    value, end = _and_a_half(tokens, value, end)
    while end < len(tokens) and tokens[end] in MAGNITUDES:
        value, end = value * MAGNITUDES[tokens[end]], end + 1
    return Numeral(value, end)


def _and_a_half(tokens: Sequence[str], value: float, end: int) -> tuple[float, int]:
    if tokens[end : end + 2] == ["and", "a"] and end + 2 < len(tokens):
        part = PARTS.get(tokens[end + 2])
        if part is not None:
            return value + part, end + 3
    return value, end


def _words(tokens: Sequence[str], start: int) -> Numeral:
    total, current, at, size = 0.0, 0.0, start, len(tokens)
    last = 1e15
    while at < size:
        word = tokens[at]
        small, magnitude = CARDINALS.get(word), MAGNITUDES.get(word)
        if small is not None:
            room = current % 100 == 0 if small >= 10 else current % 10 == 0 and current % 100 != 10
            if at > start and not (room and small and small < last):
                break
            current, last = current + small, float(small)
        elif magnitude is not None:
            if magnitude == 100:
                current = (current or 1) * 100
            else:
                total, current = total + (current or 1) * magnitude, 0
            last = magnitude
        elif word == "and" and at > start and last >= 100 and _continues(tokens, at + 1):
            pass
        else:
            break
        at += 1
    value = total + current
    if at < size:
        word = tokens[at]
        if word in PARTS and value:
            return Numeral(value * PARTS[word], at + 1)
        ordinal = ORDINALS.get(word)
        if ordinal is not None and ordinal < 10 and value >= 20 and value % 10 == 0:
            return Numeral(value + ordinal, at + 1, ordinal=True)
        if word == "and":
            value, at = _and_a_half(tokens, value, at)
    return Numeral(value, at, loose=value in (0, 1))


def _continues(tokens: Sequence[str], at: int) -> bool:
    return at < len(tokens) and CARDINALS.get(tokens[at], 0) > 0


def _other(tokens: Sequence[str], start: int) -> Numeral | None:
    word = tokens[start]
    following = tokens[start + 1] if start + 1 < len(tokens) else ""
    before = tokens[start - 1] if start else ""
    if word in PARTS and (word not in ORDINALS or (before in ("a", "one") and following == "of")):
        if word == "half" and following in ("a", "an"):
            magnitude = MAGNITUDES.get(tokens[start + 2]) if start + 2 < len(tokens) else None
            return Numeral(0.5 * (magnitude or 1), start + (3 if magnitude else 1))
        if word.startswith("quarter") and following != "of":
            return None
        if tokens[start + 1 : start + 3] in (["of", "a"], ["of", "an"]):
            magnitude = MAGNITUDES.get(tokens[start + 3]) if start + 3 < len(tokens) else None
            if magnitude:
                return Numeral(PARTS[word] * magnitude, start + 4)
        return Numeral(PARTS[word], start + 1)
    if word in ORDINALS:
        return Numeral(float(ORDINALS[word]), start + 1, loose=word == "first", ordinal=True)
    if word in TIMES:
        return Numeral(float(TIMES[word]), start + 1)
    if word in LOOSE:
        return Numeral(float(LOOSE[word]), start + 1, loose=True)
    return None
