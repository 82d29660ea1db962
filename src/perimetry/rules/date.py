"""Another date or time in the same place: ``Come on Monday.`` → ``Come on Thursday.``"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import cased_like, starts_with_vowel
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.sentence import Sentence

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SHORT = {month[:3]: month for month in MONTHS if len(month) > 4} | {"Sept": "September"}
"""Abbreviations of months; *June* and *July* are seldom shortened and are left alone."""

_MONTH = rf"(?P<month>{'|'.join(MONTHS)}|(?:{'|'.join(SHORT)})\b\.?)"
_DAY = r"(?P<day>0[1-9]|[12]\d|3[01]|[1-9])(?P<suffix>st|nd|rd|th)?"
_YEAR = r"(?P<year>1[89]\d\d|20\d\d)"
_AFTER_DATE = "and|at|when|the|to|was|after|but|for|as|that|because|with|on|in|of|by"
_END = rf"(?=[.,;:?!)\"”’]|$|[ ](?:{_AFTER_DATE})\b)"

DAY_MONTH = re.compile(rf"(?<![\w.,:/-]){_DAY} (?:of )?{_MONTH}(?![\w-])(?:,? {_YEAR}{_END})?")
MONTH_DAY = re.compile(rf"(?<![\w-]){_MONTH} {_DAY}(?:, {_YEAR})?{_END}(?!,\d)")
MONTH_YEAR = re.compile(rf"(?<![\w-]){_MONTH},? {_YEAR}{_END}")
MONTH_ALONE = re.compile(
    rf"\b(?:in|last|next|since|until|during|early|late|mid|every)[ -]"
    rf"(?P<month>{'|'.join(MONTHS)})(?![\w'’-])(?![ ][A-Z])(?![ ]\d)"
)
MANY_BEFORE = re.compile(r"\b(?:month|week|year)s? of (?:\w+ )?\Z", re.IGNORECASE)
"""*A month of Sundays* is a set phrase."""

WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})(?=s?\b)", re.IGNORECASE)
YEAR_ALONE = re.compile(rf"\b(?:[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Bb]efore|[Dd]uring) {_YEAR}{_END}")
ISO = re.compile(
    r"(?<![\w./:-])(?P<year>(?:19|20)\d\d)-(?P<number>0[1-9]|1[0-2])"
    r"-(?P<day>0[1-9]|[12]\d|3[01])(?![\w/:-])"
)
TWELVE = re.compile(
    r"(?<![\w.,:/$€£-])(?P<hour>1[0-2]|0?[1-9])(?:[:.][0-5]\d)?"
    r"(?: ?(?:[ap]m|[ap]\.m\.|AM|PM|A\.M\.|P\.M\.)(?!\w)| o[’']clock\b)"
)
CLOCK = re.compile(
    r"\b(?:[Aa]t|[Bb]y|[Uu]ntil|[Tt]ill|[Bb]efore|[Aa]fter|[Aa]round) "
    r"(?P<hour>[01]\d|2[0-3]|[1-9]):[0-5]\d(?![\w:.]\w|\w| ?[ap]\.?m|%)"
)

NAMED_BEFORE = re.compile(
    r"\b(?:good|black|cyber|ash|palm|super|easter|shrove|bloody|fat|maundy|holy|whit|ruby|casual"
    r"|sheffield|taco|throwback|man|girl|gal|sir|miss|mr|mrs|red|bank holiday|[A-Z][\w'’]*)[ ]\Z",
)
NAMED_AFTER = re.compile(
    r"s?(?:[ ](?:school|roast|best|lunch|league|driver|papers?|mass|club|blues|fools?)\b"
    r"|[ ]the 13th"
    r"|[ ](?![A-Z][a-z]{2,8}\.? \d)[A-Z]|[-–/]|[ ](?:to|through|thru|till|until|and|or|-|–)[ ])",
)
WEEKEND = re.compile(
    r"\b(?:weekend|weekday|(?:working|business|school) days?|tomorrow|yesterday)", re.I
)
FAMOUS = re.compile(
    r"^(?:September|Sept?\.?) 11|^July 4|^(?:4|4th|Fourth) (?:of )?July|^Dec\w* 2[45]"
)
AHEAD = re.compile(
    r"\b(?:will|would|expect\w*|plan\w*|could|due|until|by|next|shall|’ll|'ll|going to)\b"
)
FROM_TO = re.compile(r"\b(?:between|from)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """A part of a date at ``text[start:end]`` and what may stand there instead."""

    start: int
    end: int
    others: Sequence[str]


@dataclass(frozen=True)
class Date:
    """Puts another weekday, month, day, year or hour for one that is certain, in the same format.

    Nothing but real days arises. Ranges, named days and words such as *May* without a day or a
    year beside them are left alone.
    """

    name: str = "date"
    relation: Relation = "different"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain date or time",
        "dates that hang together",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each part of a date, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        places = [place for find in FINDERS for place in find(text) if place.others]
        if not places:
            return Decline("no certain date or time")
        if FROM_TO.search(text):
            return Decline("dates that hang together")
        ordered = shuffled(places, seed, self.name, text, key=lambda each: str(each.start))
        return [
            Edit.replacing(text, place.start, place.end, other)
            for place in ordered
            for other in shuffled(place.others, seed, self.name, text, str(place.start))[:1]
        ]


def _weekdays(text: str) -> Iterator[Place]:
    found = list(WEEKDAY.finditer(text))
    dated = _months_in(text) and re.search(r"\d", text)
    if len(found) != 1 or dated or WEEKEND.search(text):
        return
    start, end = found[0].span()
    if NAMED_BEFORE.search(text[:start]) and not _first_word_before(text, start):
        return
    if NAMED_AFTER.match(text, end) or MANY_BEFORE.search(text[:start]):
        return
    word = found[0].group()
    if word[0].islower() and not text.islower():
        return
    days = WEEKDAYS[:5] if word.capitalize() in WEEKDAYS[:5] else WEEKDAYS
    others = [day if word[0].isupper() else day.lower() for day in days]
    yield Place(start, end, [_all_caps(word, day) for day in others if day.lower() != word.lower()])


def _first_word_before(text: str, start: int) -> bool:
    """Whether only the sentence's first word stands before, which has its capital for that."""
    before = text[:start].strip(" \"'“(")
    return before.isalpha() and before.lower() in (
        "on",
        "last",
        "next",
        "this",
        "by",
        "every",
        "the",
    )


def _all_caps(model: str, word: str) -> str:
    return cased_like(model, word) if model.isupper() else word


def _full_dates(text: str) -> Iterator[Place]:
    found = [m for form in (DAY_MONTH, MONTH_DAY) for m in form.finditer(text)]
    if len(found) != 1:
        return
    match = found[0]
    if FAMOUS.match(match.group()):
        return
    month, day = _month_number(match["month"]), int(match["day"])
    if day > _days_in(month):
        return
    weekday = re.search(rf"\b(?:{'|'.join(day[:3] for day in WEEKDAYS)})", text, re.IGNORECASE)
    yield from _other_days(match, month, step=7 if weekday else 1)
    if weekday:
        return
    if _months_in(text) == 1:
        names = [m for m in _like(match["month"]) if _days_in(MONTHS.index(_full(m)) + 1) >= day]
        yield Place(match.start("month"), match.end("month"), _same_sound(text, match, names))
    if match["year"]:
        yield from _other_years(text, match)


def _other_days(match: re.Match[str], month: int, *, step: int) -> Iterator[Place]:
    """Other days of the month; a step of 7 keeps a weekday named beside the date right."""
    day = int(match["day"])
    days = [d for d in range(1, _days_in(month) + 1) if abs(d - day) >= 3 and not (d - day) % step]
    padded = match["day"].startswith("0")
    if padded:
        days = [d for d in days if d < 10]
    if match.groupdict().get("suffix"):
        yield Place(match.start("day"), match.end("suffix"), [f"{d}{_suffix(d)}" for d in days])
    else:
        width = 2 if padded else 1
        yield Place(match.start("day"), match.end("day"), [f"{d:0{width}}" for d in days])


def _suffix(day: int) -> str:
    if 11 <= day <= 13:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _months(text: str) -> Iterator[Place]:
    if DAY_MONTH.search(text) or MONTH_DAY.search(text):
        return
    found = [m for form in (MONTH_YEAR, MONTH_ALONE) for m in form.finditer(text)]
    if len(found) != 1 or _months_in(text) != 1:
        return
    match = found[0]
    names = _same_sound(text, match, _like(match["month"]))
    yield Place(match.start("month"), match.end("month"), names)
    if "year" in match.groupdict():
        yield from _other_years(text, match)


def _years(text: str) -> Iterator[Place]:
    for match in YEAR_ALONE.finditer(text):
        yield from _other_years(text, match)


def _other_years(text: str, match: re.Match[str]) -> Iterator[Place]:
    """Later years where the sentence looks ahead, earlier ones elsewhere, so that tenses hold."""
    if len(re.findall(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)", text)) != 1:
        return
    year = int(match["year"])
    ahead = 1 if AHEAD.search(text) else -1
    others = [str(year + ahead * step) for step in (3, 4, 6, 8, 9, 11)]
    yield Place(match.start("year"), match.end("year"), others)


def _iso_dates(text: str) -> Iterator[Place]:
    found = list(ISO.finditer(text))
    if len(found) != 1:
        return
    match = found[0]
    year, month, day = int(match["year"]), int(match["number"]), int(match["day"])
    if day > monthrange(year, month)[1]:
        return
    days = [f"{d:02}" for d in range(1, _days_in(month) + 1) if abs(d - day) >= 3]
    yield Place(match.start("day"), match.end("day"), days)


def _clock_times(text: str) -> Iterator[Place]:
    twelve, clock = list(TWELVE.finditer(text)), list(CLOCK.finditer(text))
    if len(twelve) + len(clock) != 1 or len(re.findall(r"\d:\d\d", text)) > 1:
        return
    match = (twelve or clock)[0]
    written, hour = match["hour"], int(match["hour"])
    if twelve or hour <= 12:
        low, high = 1, 12
    else:
        low, high = 13, 23
    hours = [f"{h:02}" if written[0] == "0" else str(h) for h in range(low, high + 1)
             if abs(h - hour) >= 2 and (written[0] != "0" or h < 10)]  # fmt: skip
    if re.search(r"\ban?[ ]\Z", text[: match.start()], re.IGNORECASE):
        hours = [h for h in hours if starts_with_vowel(h) == starts_with_vowel(written)]
    yield Place(match.start("hour"), match.end("hour"), hours)


def _month_number(name: str) -> int:
    return MONTHS.index(_full(name)) + 1


def _full(name: str) -> str:
    bare = name.rstrip(".")
    return SHORT.get(bare, bare)


def _days_in(month: int) -> int:
    return 28 if month == 2 else monthrange(2023, month)[1]


def _like(name: str) -> Sequence[str]:
    """The other months, written as ``name`` is: in full, or short with its full stop if any."""
    if name in MONTHS and name != "May":
        return [month for month in MONTHS if month not in (name, "May")]
    if name == "May":
        return [month for month in MONTHS if month != name]
    stop = "." if name.endswith(".") else ""
    return [s + stop for s in SHORT if SHORT[s] != _full(name) and s not in ("Sept", "Sep", "Mar")]


def _same_sound(text: str, match: re.Match[str], names: Iterable[str]) -> Sequence[str]:
    """``names`` that keep a preceding *a* or *an* right."""
    if not re.search(r"\ban?[ ](?:\w+[ ])?\Z", text[: match.start("month")], re.IGNORECASE):
        return list(names)
    vowel = match["month"][0] in "AEIOU"
    return [name for name in names if (name[0] in "AEIOU") == vowel]


def _months_in(text: str) -> int:
    names = "|".join([*MONTHS, *SHORT])
    return len(re.findall(rf"\b(?:{names})\b", text))


FINDERS = (_weekdays, _full_dates, _months, _years, _iso_dates, _clock_times)
