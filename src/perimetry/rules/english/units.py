"""Units of measure in families, smallest first: how they are written, and their exact ratios."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from perimetry.rules.english.numerals import FIGURES, MAGNITUDES, WORDS, value_of


@dataclass(frozen=True)
class Unit:
    """One unit in one spelling; ``size`` is in the smallest unit that divides it exactly, or 0."""

    family: str
    rank: int
    singular: str
    plural: str
    size: Decimal


def _family(name: str, listed: str) -> Sequence[Unit]:
    rows = (row.split() for row in listed.strip().splitlines())
    return [
        Unit(name, rank, singular, plural, Decimal(size))
        for rank, (singular, plural, size) in enumerate(rows)
    ]


UNITS: Sequence[Unit] = [
    *_family(
        "time",
        """
        second seconds 1
        minute minutes 60
        hour hours 3600
        day days 0
        week weeks 0
        month months 0
        year years 0
        """,
    ),
    *_family("calendar, by the week", "day days 1\nweek weeks 7"),
    *_family("calendar, by the year", "month months 1\nyear years 12"),
    *_family("time, short", "sec secs 1\nmin mins 60\nhr hrs 3600"),
    *_family("length", "millimetre millimetres 1\ncentimetre centimetres 10\nmetre metres 1000\n"
             "kilometre kilometres 1000000"),
    *_family("length, American", "millimeter millimeters 1\ncentimeter centimeters 10\n"
             "meter meters 1000\nkilometer kilometers 1000000"),
    *_family("length, short", "mm mm 1\ncm cm 10\nm m 1000\nkm km 1000000"),
    *_family("length, imperial", "inch inches 1\nfoot feet 12\nyard yards 36\nmile miles 63360"),
    *_family("mass", "milligram milligrams 1\ngram grams 1000\nkilogram kilograms 1000000\n"
             "tonne tonnes 1000000000"),
    *_family("mass, short", "mg mg 1\ng g 1000\nkg kg 1000000"),
    *_family("volume", "millilitre millilitres 1\nlitre litres 1000"),
    *_family("volume, American", "milliliter milliliters 1\nliter liters 1000"),
    *_family("data", "kilobyte kilobytes 0\nmegabyte megabytes 0\ngigabyte gigabytes 0\n"
             "terabyte terabytes 0"),
    *_family("data, short", "KB KB 0\nMB MB 0\nGB GB 0\nTB TB 0"),
    *_family("power", "watt watts 1\nkilowatt kilowatts 1000\nmegawatt megawatts 1000000"),
]  # fmt: skip
"""A size of 0 has no exact ratio: months differ, and a kilobyte is 1,000 or 1,024 bytes."""

SPELLED: Mapping[str, Sequence[Unit]] = {
    word: [unit for unit in UNITS if word in (unit.singular, unit.plural)]
    for unit in UNITS
    for word in (unit.singular, unit.plural)
}

_WORDS = sorted((word for word in SPELLED if word not in ("m", "g")), key=len, reverse=True)
AFTER_NUMBER = re.compile(
    rf"(?P<magnitude>[ ](?:{'|'.join(MAGNITUDES)}))?(?P<gap>[ -]?)(?P<unit>{'|'.join(_WORDS)})"
    r"(?![\w'’/°²³])"
)
RATE = re.compile(r"[ ](?:per|a|an|each|every|/)[ ]|[ ]?/")
RANGE_BEFORE = re.compile(
    r"(?:\bone|\bper|\bbetween|\bfrom|[a-z]-|\d[ ]?(?:to|or|and|-|–|x|by))[ ]?\Z"
)
RANGE_AFTER = re.compile(r"[ ](?:to|or|and|through|-|–)[ ](?:an?|one|half|about|approx\w*|\d)")
CAPITAL_BEFORE = re.compile(r"(?<!\A)(?<![.!?] )\b[A-Z][\w'’-]*[ ]\Z")


@dataclass(frozen=True)
class Measure:
    """A number at ``text[start:end]`` and its unit, which ends at ``stop``."""

    start: int
    end: int
    number: str
    gap: str
    unit: str
    stop: int
    magnitude: bool

    @property
    def value(self) -> Decimal:
        """What the number says, without its magnitude."""
        return value_of(self.number)

    @property
    def unit_start(self) -> int:
        """Where the unit begins."""
        return self.stop - len(self.unit)


def families(text: str) -> Sequence[str]:
    """The family of every number with a unit, of rates and ranges too, from left to right."""
    found = [*FIGURES.finditer(text), *WORDS.finditer(text)]
    after = (AFTER_NUMBER.match(text, match.end()) for match in found)
    return [SPELLED[match["unit"]][0].family for match in after if match is not None]


def measures(text: str) -> Iterator[Measure]:
    """Every number with a unit that is certain, from left to right; rates are left out."""
    found = sorted([*FIGURES.finditer(text), *WORDS.finditer(text)], key=lambda each: each.start())
    for match in found:
        after = AFTER_NUMBER.match(text, match.end())
        if after is None or (after["gap"] == "" and match.group()[0].isalpha()):
            continue
        if not after["gap"] and after["unit"] not in (
            "km",
            "cm",
            "mm",
            "kg",
            "mg",
            "KB",
            "MB",
            "GB",
            "TB",
        ):
            continue
        before = text[max(0, match.start() - 30) : match.start()]
        if RATE.match(text, after.end()) or RANGE_AFTER.match(text, after.end()):
            continue
        if RANGE_BEFORE.search(before):
            continue
        if before[-1:] in ("$", "€", "£", "-", "–") or CAPITAL_BEFORE.search(before):
            continue
        if after["unit"] in ("foot", "feet") and value_of(match.group()) <= 4:
            continue
        yield Measure(
            match.start(),
            match.end(),
            match.group(),
            after["gap"],
            after["unit"],
            after.end(),
            after["magnitude"] is not None,
        )
