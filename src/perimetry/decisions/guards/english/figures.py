"""What is said in figures and number words: counts, measures, dates, times and identifiers.

One walk over the tokens gives every figure to the first kind that it fits, so that the guard of
numbers does not compare *3 pm* with *15:00*, nor *1 km* with *1,000 m*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from perimetry.decisions.guards.english.calendar import (
    CLOCK,
    DECADE,
    MONTHS,
    NAMED_TIMES,
    RELATIVE,
    WEEKDAYS,
    Moment,
    clock_at,
    date_at,
    is_weekday,
    is_year,
    year_part,
)
from perimetry.decisions.guards.english.compounds import HYPHENED, taken_apart
from perimetry.decisions.guards.english.identifiers import code_of, identifier_of, tail_of
from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.english.measures import Measure, currency_at, measure_at, rate_at
from perimetry.decisions.guards.english.numerals import (
    LOOSE,
    OPENERS,
    WITH_SUFFIX,
    Numeral,
    numeral_at,
)
from perimetry.decisions.guards.english.units import CURRENCIES, PERIODS, SPEEDS, UNIT_NAMES, UNITS
from perimetry.decisions.guards.reading import Reading

DIGIT = re.compile(r"\d")
DOTTED = re.compile(r"[^\W_]\.[^\W_]")
_SPANS = frozenset(listed("day week month year quarter weekend night morning summer winter"))
_NEAR = {
    **dict.fromkeys(("last", "past", "previous"), "last"),
    **dict.fromkeys(("next", "coming", "following"), "next"),
    "this": "this",
}
_RATES = frozenset(["per", "a", "an", "each", "every", "/"])
OPENING: Mapping[str, str] = {
    **dict.fromkeys(_RATES, "rate"),
    **dict.fromkeys(PERIODS, "rate"),
    **dict.fromkeys(SPEEDS, "rate"),
    **dict.fromkeys(OPENERS, "number"),
    **dict.fromkeys(CURRENCIES, "currency"),
    **dict.fromkeys(MONTHS, "month"),
    **dict.fromkeys(WEEKDAYS, "weekday"),
    **dict.fromkeys(RELATIVE, "relative"),
    **dict.fromkeys(NAMED_TIMES, "time"),
    **dict.fromkeys(_NEAR, "near"),
    **dict.fromkeys(("bc", "bce", "ad", "ce"), "era"),
}  # fmt: skip
"""The words at which something is read, and what."""

TELLING = frozenset(OPENING) - _RATES - _NEAR.keys() - LOOSE.keys() - {"ad", "first"}
"""Words that say alone that there is something to read.

*A* and *last* need a unit or a span, and what is said in passing contradicts nothing alone.
"""

NO_ARTICLES = {word: opening for word, opening in OPENING.items() if word not in ("a", "an")}
"""For a text without a unit: no rate can follow an article."""

_BESIDE_SPANS = frozenset(_NEAR)


class Number(NamedTuple):
    """A count, share or rank, as written; ``loose`` if said in passing.

    ``noun`` are the first letters of what follows, which it may count.
    """

    value: float
    written: str
    loose: bool
    noun: str


class Figures(NamedTuple):
    """All figures of a text by kind.

    ``values`` holds what any of them may be as a bare number, ``times`` the minutes past twelve
    that a number may be: *12.30*.
    """

    numbers: Sequence[Number] = ()
    measures: Sequence[Measure] = ()
    rates: Sequence[Measure] = ()
    moments: Sequence[tuple[Moment, str]] = ()
    identifiers: Mapping[str, str] = {}
    values: frozenset[float] = frozenset()
    times: frozenset[int] = frozenset()


NOTHING = Figures()


def figures_of(reading: Reading) -> Figures:
    """The figures of a text, each of one kind.

    >>> from perimetry.decisions.guards.reading import read
    >>> found = figures_of(read("Move 2 boxes of 5 kg at 3 pm on Monday, ticket AB-12."))
    >>> [number.value for number in found.numbers], [measure.written for measure in found.measures]
    ([2.0], ['5 kg'])
    >>> [moment.kind for moment, _ in found.moments], list(found.identifiers)
    (['time', 'weekday'], ['ab12'])
    """
    return _Walk(reading).figures() if _tells(reading) else NOTHING


def _tells(reading: Reading) -> bool:
    """Whether there can be any figure in it; most texts are done with here."""
    plain, words = reading.plain, reading.words
    return (
        DIGIT.search(plain) is not None
        or not words.isdisjoint(TELLING)
        or not (words.isdisjoint(UNIT_NAMES) or words.isdisjoint(_RATES))
        or not (words.isdisjoint(_SPANS) or words.isdisjoint(_BESIDE_SPANS))
        or ("-" in plain and HYPHENED.search(plain) is not None)
        or "_" in plain
        or "@" in plain
        or ("." in plain[:-1] and DOTTED.search(plain) is not None)
    )


class _Walk:
    """One pass over the tokens of a text."""

    __slots__ = (
        "identifiers", "measures", "moments", "numbers", "opening", "rates", "times", "tokens",
        "values", "written",
    )  # fmt: skip

    def __init__(self, reading: Reading) -> None:
        self.written, self.tokens = taken_apart(reading)
        self.opening = NO_ARTICLES if reading.words.isdisjoint(UNIT_NAMES) else OPENING
        self.numbers: list[Number] = []
        self.measures: list[Measure] = []
        self.rates: list[Measure] = []
        self.moments: list[tuple[Moment, str]] = []
        self.identifiers: dict[str, str] = {}
        self.values: set[float] = set()
        self.times: set[int] = set()

    def figures(self) -> Figures:
        end = 0
        telling = [
            at
            for at, word in enumerate(self.tokens)
            if word in self.opening or (not word.isalpha() and (len(word) > 1 or word.isdecimal()))
        ]
        for at in telling:
            if at >= end:
                opening = self.opening.get(self.tokens[at])
                end = self._chunk(at) if opening is None else getattr(self, f"_{opening}")(at)
        return Figures(
            self.numbers, self.measures, self.rates, self.moments, self.identifiers,
            frozenset(self.values),
            frozenset(self.times),
        )  # fmt: skip

    def _chunk(self, at: int) -> int:
        """A word with digits or marks in it."""
        word = self.tokens[at]
        if not (word[0].isdecimal() or (word[0] in "-." and len(word) > 1)):
            return self._identifier(at)
        if word[0].isdecimal():
            code = identifier_of(self.tokens, self.written, at)
            if code is not None:
                return self._coded(at, code)
            parts = date_at(self.tokens, self.written, at)
            if parts:
                return self._moment(parts, at)
        return self._number(at)

    def _identifier(self, at: int) -> int:
        code = identifier_of(self.tokens, self.written, at)
        return at + 1 if code is None else self._coded(at, code)

    def _coded(self, at: int, code: str) -> int:
        tail = tail_of(self.written, at)
        said = self.written[at] if tail is None else f"{self.written[at]} {tail}"
        self.identifiers.setdefault(code + (tail or "").lower(), said)
        digits = re.sub(r"\D+", " ", self.tokens[at]).split()
        self.values.update(float(part) for part in digits[:8])
        return at + 1 + (tail is not None)

    def _moment(self, parts: Sequence[Moment], at: int) -> int:
        end = parts[0].end
        said = " ".join(self.written[at:end])
        for part in parts:
            end = max(end, part.end)
            self.moments.append((part, said))
            self.values.update(part.bare)
        return end

    def _number(self, at: int) -> int:
        moment = clock_at(self.tokens, at)
        if moment is not None:
            return self._moment([moment], at)
        word = self.tokens[at]
        if word[0].isdecimal() and len(word) > 3:
            decade = DECADE.fullmatch(word)
            if is_year(self.tokens, at) or decade:
                year = int(decade[1] if decade else word)
                return self._moment([year_part(year, at + 1)], at)
        numeral = numeral_at(self.tokens, at)
        if numeral is None:
            return self._attached(at)
        return self._counted(at, numeral)

    def _counted(self, at: int, numeral: Numeral) -> int:
        measure = measure_at(self.tokens, self.written, at, numeral)
        if measure is not None:
            return self._measured(measure)
        value, end = numeral.value, numeral.end
        following = self.tokens[end] if end < len(self.tokens) else ""
        if numeral.ordinal and following in _SPANS:
            self.moments.append((Moment("span counted", (following,), end), following))
        dotted = CLOCK.fullmatch(self.tokens[at]) if "." in self.tokens[at] else None
        if dotted:
            self.times.add((int(dotted[1]) * 60 + int(dotted[2])) % 720)
        part = self._part_of_one(end)
        if part is not None:
            value, end = value / part[0], part[1]
        elif following in ("in", "of", "out") and not numeral.ordinal:
            self._share(value, end + (following == "out"))
        self.values.add(_key(value))
        noun = self.tokens[end][:4] if end < len(self.tokens) else ""
        written = " ".join(self.written[at:end])
        self.numbers.append(Number(_key(value), written, numeral.loose, noun))
        return end

    def _part_of_one(self, at: int) -> tuple[float, int] | None:
        """What *percent* and its kin divide by and where they end, if they follow: *5 per cent*."""
        tokens = self.tokens
        if tokens[at : at + 1] == ["of"] and tokens[at + 1 : at + 2] in (["a"], ["one"], ["1"]):
            at += 2
        following = tokens[at] if at < len(tokens) else ""
        if following in ("%", "percent", "pct"):
            return 100, at + 1
        pair = (following, tokens[at + 1]) if at + 1 < len(tokens) else ("", "")
        parts = {("per", "cent"): 100, ("per", "mille"): 1000, ("basis", "points"): 10_000}
        return (parts[pair], at + 2) if pair in parts else None

    def _share(self, value: float, at: int) -> None:
        """*Nine out of ten* may be said as 90 %, too."""
        if at + 1 < len(self.tokens) and self.tokens[at] in ("in", "of"):
            whole = numeral_at(self.tokens, at + 1)
            if whole is not None and whole.value >= value > 0:
                self.values.add(_key(value / whole.value))

    def _measured(self, measure: Measure) -> int:
        into = self.measures
        if into and into[-1].end == measure.start and into[-1].joins(measure):
            into[-1] = into[-1].plus(measure)
        else:
            into.append(measure)
        self.values.add(_key(measure.value))
        return measure.end

    def _attached(self, at: int) -> int:
        """*5km*, *2m* after a currency, or a code that begins with a digit."""
        match = WITH_SUFFIX.fullmatch(self.tokens[at])
        capital = match is not None and self.written[at][-1] in "SHGM" and len(match["suffix"]) == 1
        if match and match["suffix"] in UNITS and not capital:
            value = Numeral(float(match["figures"].replace(",", "")), at)
            measure = measure_at(self.tokens, self.written, at, value, unit=match["suffix"])
            if measure is not None:
                return self._measured(measure)
        if self.tokens[at][0].isdecimal() and len(self.tokens[at]) > 1:
            return self._coded(at, code_of(self.tokens[at]))
        return at + 1

    def _currency(self, at: int) -> int:
        measure = currency_at(self.tokens, self.written, at)
        return at + 1 if measure is None else self._measured(measure)

    def _rate(self, at: int) -> int:
        if self.tokens[at] in ("a", "an"):
            following = self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
            if following not in UNIT_NAMES or (following in OPENERS and not self._measured_at(at)):
                return at + 1
        rate = rate_at(self.tokens, self.written, at)
        if rate is None:
            return at + 1
        self.rates.append(replace(rate, loose=False))
        if rate.loose:  # "a week" may be how long as well as how often
            self.measures.append(rate)
        return rate.end

    def _measured_at(self, at: int) -> bool:
        """Whether a measure ends here: *10 litres a second* is a rate, *a second try* is none."""
        return bool(self.measures) and self.measures[-1].end == at

    def _month(self, at: int) -> int:
        parts = date_at(self.tokens, self.written, at)
        return self._moment(parts, at) if parts else at + 1

    def _weekday(self, at: int) -> int:
        if not is_weekday(self.tokens, self.written, at):
            return at + 1
        return self._moment(
            [Moment("weekday", (f"weekday {WEEKDAYS[self.tokens[at]]}",), at + 1)], at
        )

    def _relative(self, at: int) -> int:
        return self._moment([Moment("day named", (RELATIVE[self.tokens[at]],), at + 1)], at)

    def _time(self, at: int) -> int:
        moment = clock_at(self.tokens, at)
        return at + 1 if moment is None else self._moment([moment], at)

    def _near(self, at: int) -> int:
        """*Last week*, *next month*."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
        if following in _SPANS:
            way = _NEAR[self.tokens[at]]
            return self._moment([Moment("span", (f"{way} {following}",), at + 2)], at)
        return at + 1

    def _era(self, at: int) -> int:
        if self.written[at].isupper() and at and self.tokens[at - 1] not in ("an", "the", "this"):
            era = "BC" if self.tokens[at][0] == "b" else "AD"
            return self._moment([Moment("era", (era,), at + 1)], at)
        return at + 1


def _key(value: float) -> float:
    """``value`` as it is compared, so that 0.1 × 3 is 0.3."""
    return value if value.is_integer() else float(f"{value:.9g}")
