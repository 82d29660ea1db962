"""Dates, weekdays and times of day as English writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.english.numerals import CARDINALS

_MONTHS = listed(
    "january february march april may june july august september october november december"
)
MONTHS: Mapping[str, int] = (
    {name: place for place, name in enumerate(_MONTHS, start=1)}
    | {name[:3]: place for place, name in enumerate(_MONTHS, start=1)}
    | {"sept": 9}
)
AMBIGUOUS = frozenset(
    {"may", "march", "mar", "sat", "sun", "mon", "wed", "dec", "second", "august"}
)
"""Words too: they name a date only where a capital or what stands beside them says so."""

_DAYS = listed("monday tuesday wednesday thursday friday saturday sunday")
WEEKDAYS: Mapping[str, int] = {
    form: place
    for place, name in enumerate(_DAYS)
    for form in (name, name + "s", name + "'s", name[:3])
} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
RELATIVE: Mapping[str, str] = {
    "today": "today", "tonight": "today", "2day": "today", "tomorrow": "tomorrow",
    "tmrw": "tomorrow", "tmr": "tomorrow", "2moro": "tomorrow", "tomorrows": "tomorrow",
    "yesterday": "yesterday", "today's": "today", "tonight's": "today",
    "tomorrow's": "tomorrow", "yesterday's": "yesterday",
}  # fmt: skip
HALF_DAYS: Mapping[str, int] = {
    "am": 0, "a.m": 0, "pm": 1, "p.m": 1, "morning": 0, "afternoon": 1, "evening": 1, "night": 1,
    "tonight": 1,
}  # fmt: skip
NAMED_TIMES: Mapping[str, int] = {"noon": 720, "midday": 720, "midnight": 0}

CLOCK = re.compile(r"(\d{1,2})[:.h](\d{2})(?::\d{2})?(am|pm|a\.m|p\.m)?")
HOUR = re.compile(r"(\d{1,2})(am|pm|a\.m|p\.m)")
ISO_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t\d.*)?")
NUMERIC_DATE = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
DECADE = re.compile(r"((?:1[5-9]|20)\d0)'?s")

BEFORE_TIME = frozenset(listed("at by till til until from before after around about to past and"))
BEFORE_YEAR = (
    frozenset(
        listed(
            "in since of by until till from before after during early late mid around year circa"
            " summer winter spring autumn fall"
        )
    )
    | MONTHS.keys()
)
BEFORE_MONTH = frozenset(
    listed(
        "in on of until till til by since last next this from before after during through to early"
        " late mid every each for between"
    )
)
PAST_OR_TO = {"past": 1, "after": 1, "to": -1, "before": -1, "till": -1}
AFTER_HOUR = PAST_OR_TO.keys() | set(listed("am pm a.m p.m o'clock oclock minutes mins"))
"""Only before one of these is a bare number a time of day."""


class Moment(NamedTuple):
    """A part of a date or time that ends before token ``end``.

    ``keys`` are the values that it may have, more than one where it can be read in several ways;
    ``bare`` are the numbers that it may be given as elsewhere: *at 3* for *3 pm*.
    """

    kind: str
    keys: tuple[object, ...]
    end: int
    bare: tuple[float, ...] = ()


def clock_at(tokens: Sequence[str], start: int) -> Moment | None:
    """The time of day at ``tokens[start]``, as (minutes past twelve, half of the day or −1).

    >>> clock_at(["3", "pm"], 0).keys, clock_at(["15:00"], 0).keys
    (((180, 1),), ((180, 1),))
    >>> clock_at("half past seven".split(), 0).keys
    ((450, -1),)
    """
    word = tokens[start]
    following = tokens[start + 1] if start + 1 < len(tokens) else ""
    if word in NAMED_TIMES:
        return Moment("time", ((0, 1 if NAMED_TIMES[word] else 0),), start + 1, (12.0,))
    if following not in AFTER_HOUR and word != "half" and (word.isdecimal() or word.isalpha()):
        return None
    match = CLOCK.fullmatch(word)
    if match and int(match[1]) < 25 and int(match[2]) < 60:
        half, end = _half_day(tokens, start + 1, match[3])
        dotted = "." in word[:3]
        if dotted and end == start + 1 and not _dotted_time(tokens, start):
            return None
        return _time(int(match[1]), int(match[2]), half, end, word[0] == "0")
    match = HOUR.fullmatch(word)
    if match and int(match[1]) < 25:
        return _time(int(match[1]), 0, HALF_DAYS[match[2]], start + 1, False)
    hour = _hour(word)
    if hour is not None and following in ("am", "pm", "a.m", "p.m"):
        return _time(hour, 0, HALF_DAYS[following], start + 2, False)
    if hour is not None and following in ("o'clock", "oclock"):
        half, end = _half_day(tokens, start + 2, None)
        return _time(hour, 0, half, end, False)
    return _spoken(tokens, start, word, following)


def _spoken(tokens: Sequence[str], start: int, word: str, following: str) -> Moment | None:
    """*Half past four*, *a quarter to ten*, *twenty past six*, *half 12*."""
    minutes = {"half": 30, "quarter": 15}.get(word) or _minutes(word)
    if minutes is None:
        return None
    at = start + 1
    if following in ("minutes", "mins"):
        at += 1
    if at + 1 < len(tokens) and tokens[at] in PAST_OR_TO:
        hour = _hour(tokens[at + 1])
        named = NAMED_TIMES.get(tokens[at + 1])
        sign = PAST_OR_TO[tokens[at]]
        if named is not None:
            return _time(12, sign * minutes, None, at + 2, False)
        spoken = word in ("half", "quarter") or minutes in (5, 10, 20, 25)
        if hour is not None and spoken and 0 < hour < 13 and tokens[at] in ("past", "to", "till"):
            if word not in ("half", "quarter") and tokens[at] == "to" and word[0].isdecimal():
                return None  # 10 to 12 is a range
            half, end = _half_day(tokens, at + 2, None)
            return _time(hour, sign * minutes, half, end, False)
    if word == "half" and following.isdecimal() and len(following) < 3 and int(following) < 13:
        return _time(int(following), 30, None, start + 2, False)
    return None


def _dotted_time(tokens: Sequence[str], start: int) -> bool:
    return start > 0 and tokens[start - 1] in BEFORE_TIME


def _minutes(word: str) -> int | None:
    value = int(word) if word.isdecimal() and len(word) < 3 else CARDINALS.get(word)
    return value if value is not None and 0 < value < 60 else None


def _hour(word: str) -> int | None:
    value = int(word) if len(word) < 3 and word.isdecimal() else CARDINALS.get(word, 99)
    return value if value < 25 else None


def _half_day(tokens: Sequence[str], at: int, given: str | None) -> tuple[int | None, int]:
    if given:
        return HALF_DAYS[given], at
    if at < len(tokens) and tokens[at] in ("am", "pm", "a.m", "p.m"):
        return HALF_DAYS[tokens[at]], at + 1
    for place in range(at, min(at + 3, len(tokens))):
        word = tokens[place]
        if word in HALF_DAYS:
            return HALF_DAYS[word], at
        if word not in ("in", "the", "at", "this"):
            break
    return None, at


def _time(hour: int, minutes: int, half: int | None, end: int, leading_zero: bool) -> Moment:
    total = hour * 60 + minutes
    if half is None:
        if hour > 12 or hour == 0:
            half = total // 720 % 2
        elif leading_zero:
            half = 0
    past_twelve = total % 720
    hours = past_twelve // 60
    bare = (float(hours or 12), float(hours + 12), float(past_twelve % 60))
    return Moment("time", ((past_twelve, -1 if half is None else half),), end, bare)


def date_at(tokens: Sequence[str], written: Sequence[str], start: int) -> list[Moment]:
    """The parts of a date that begin at ``tokens[start]``; none where there is no date.

    Args:
        tokens: in small letters.
        written: the same as they are written.
        start: where to look.

    >>> [part[:2] for part in date_at(["3", "march", "2024"], ["3", "March", "2024"], 0)]
    [('day', ((3, 3),)), ('month', (3,)), ('year', (2024,))]
    >>> [part[:2] for part in date_at(["3/4/2024"], ["3/4/2024"], 0)]
    [('day', ((4, 3), (3, 4))), ('year', (2024,))]
    """
    word = tokens[start]
    if word[0].isdecimal():
        numeric = [] if word.isdecimal() else _numeric(word, start)
        return numeric or _day_first(tokens, written, start)
    if word in MONTHS and _is_month(tokens, written, start):
        return _month_first(tokens, start)
    return []


def _numeric(word: str, start: int) -> list[Moment]:
    match = ISO_DATE.fullmatch(word)
    if match and _valid(int(match[2]), int(match[3])):
        month, day = int(match[2]), int(match[3])
        return _parts([(month, day)], int(match[1]), start + 1)
    match = NUMERIC_DATE.fullmatch(word)
    if match:
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        keys = [key for key in ((second, first), (first, second)) if _valid(*key)]
        if keys:
            return _parts(keys, year + 2000 if year < 100 else year, start + 1)
    return []


def _parts(keys: Sequence[tuple[int, int]], year: int | None, end: int) -> list[Moment]:
    unique = tuple(dict.fromkeys(keys))
    parts = [Moment("day", unique, end, tuple(float(day) for _, day in unique))]
    if len(unique) == 1:
        parts.append(_month(unique[0][0], end))
    if year is not None:
        parts.append(year_part(year, end))
    return parts


def _month(month: int, end: int) -> Moment:
    return Moment("month", (month,), end)


def year_part(year: int, end: int) -> Moment:
    """The year of a date, or alone."""
    return Moment("year", (year,), end, (float(year),))


def _valid(month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= 31


def _day_first(tokens: Sequence[str], written: Sequence[str], start: int) -> list[Moment]:
    day = _day(tokens[start])
    at = start + 1
    if day is None:
        return []
    if tokens[at : at + 1] == ["of"]:
        at += 1
    if at < len(tokens) and tokens[at] in MONTHS:
        capital = written[at][0].isupper() or tokens[at] not in ("may", "march", "mar", "second")
        if capital or not tokens[start].isdecimal():
            month = MONTHS[tokens[at]]
            year, end = _year(tokens, at + 1)
            return _parts([(month, day)], year, end) if _valid(month, day) else []
    return []


def _month_first(tokens: Sequence[str], start: int) -> list[Moment]:
    month, at = MONTHS[tokens[start]], start + 1
    if at < len(tokens) and tokens[at] in (".", "the"):
        at += 1
    day = _day(tokens[at]) if at < len(tokens) else None
    if day is not None and _valid(month, day):
        year, end = _year(tokens, at + 1)
        return _parts([(month, day)], year, end)
    year, end = _year(tokens, start + 1)
    parts = [_month(month, end)]
    return [*parts, year_part(year, end)] if year is not None else parts


def _is_month(tokens: Sequence[str], written: Sequence[str], start: int) -> bool:
    word = tokens[start]
    if word not in AMBIGUOUS:
        return True
    before = tokens[start - 1] if start else ""
    following = tokens[start + 1] if start + 1 < len(tokens) else ""
    beside = _day(following) is not None or YEAR.fullmatch(following) is not None
    capital = written[start][0].isupper() and not written[start].isupper()
    if before in BEFORE_MONTH and before not in ("to", "this", "for"):
        return capital or beside or word == "august"
    return (capital and (start > 0 or beside)) or (beside and word != "may")


def _day(word: str) -> int | None:
    match = DAY.fullmatch(word)
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else None


def _year(tokens: Sequence[str], at: int) -> tuple[int | None, int]:
    start = at
    if at < len(tokens) and tokens[at] in (",", "of"):
        at += 1
    if at < len(tokens) and YEAR.fullmatch(tokens[at]):
        return int(tokens[at]), at + 1
    return None, start


def is_year(tokens: Sequence[str], start: int) -> bool:
    """Whether the figures at ``tokens[start]`` are a year rather than a count.

    >>> is_year("in 2014".split(), 1), is_year("sold 2000 tickets".split(), 1)
    (True, False)
    """
    if not YEAR.fullmatch(tokens[start]):
        return False
    before = tokens[start - 1] if start else ""
    following = tokens[start + 1] if start + 1 < len(tokens) else ""
    return before in BEFORE_YEAR and (
        not following.isalpha()
        or following in BEFORE_YEAR
        or following in ("the", "and", "is", "was", "to", "for", "a")
    )


def is_weekday(tokens: Sequence[str], written: Sequence[str], start: int) -> bool:
    """Whether ``tokens[start]``, a form of :data:`WEEKDAYS`, is meant as one."""
    if tokens[start] not in AMBIGUOUS:
        return True
    before = tokens[start - 1] if start else ""
    shape = written[start]
    return before in ("on", "next", "last", "this", "every", "til", "till", "until", "by") or (
        start > 0 and shape[0].isupper() and not shape.isupper() and before != "the"
    )
