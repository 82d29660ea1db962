"""Compounds that hold a number or a unit: *two-thirds*, *5-mile*, *10-20*, *km/h*."""

from __future__ import annotations

import re

from perimetry.decisions.guards.english.numerals import FIGURES, OPENERS
from perimetry.decisions.guards.english.units import UNITS
from perimetry.decisions.guards.reading import Reading

HYPHENED = re.compile(rf"\b(?:{'|'.join(sorted(OPENERS))}|mid|late|early)-", re.IGNORECASE)
"""A number word that begins a compound."""


def taken_apart(reading: Reading) -> tuple[list[str], list[str]]:
    """The tokens as written and in small letters, with *two-thirds* and *km/h* taken apart.

    >>> from perimetry.decisions.guards.reading import read
    >>> taken_apart(read("A 5-mile run, 10-20 km/h, on the F-16."))[1][1:9]
    ['5', 'mile', 'run', ',', '10', 'to', '20', 'km']
    """
    if "-" not in reading.plain and "/" not in reading.plain:
        return reading.tokens, reading.lowered
    written: list[str] = []
    for word in reading.tokens:
        written += _parts(word)
    return written, [word.lower() for word in written]


def _parts(word: str) -> list[str]:
    if len(word) < 3 or ("-" not in word and "/" not in word):
        return [word]
    if "/" in word:
        first, _, second = word.partition("/")
        if second.lower() in UNITS and (first.lower() in UNITS or not first.isalpha()):
            return [*_parts(first), "/", second]
        return [word]
    parts = word.split("-")
    first = parts[0].lower()
    if not first or not all(parts):
        return [word]
    if first in OPENERS or first in ("mid", "late", "early"):
        return parts
    if FIGURES.fullmatch(first) and len(parts[0]) < 7:
        rest = parts[1:]
        if all(part.isalpha() and (len(part) > 2 or part.lower() in UNITS) for part in rest):
            return parts
        if len(rest) == 1 and FIGURES.fullmatch(rest[0]) and _is_range(parts[0], rest[0]):
            return [parts[0], "to", rest[0]]
    return [word]


def _is_range(first: str, second: str) -> bool:
    if first[0] == "0" or second[0] == "0" or len(second) > 6:
        return False
    return float(first.replace(",", "")) < float(second.replace(",", ""))
