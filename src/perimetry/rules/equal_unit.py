"""The same amount in another unit, exactly: ``It takes 2 hours.`` → ``It takes 120 minutes.``"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import starts_with_vowel
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.units import SPELLED, UNITS, Measure, Unit, measures
from perimetry.rules.sentence import Sentence

RANGE_BEFORE = re.compile(r"(?:\b(?:or|to|and|between|from|through)|(?<!\d)\d{1,2},?)[ ]\Z")
RANGE_AFTER = re.compile(
    r"[ ](?:to|or|and|through|-|–)[ ](?:an?|one|half|\d)|[ ](?:and a half|plus)\b"
)
PROGRAMME = re.compile(
    r"[- ](?:private |public )?(?:colleges?|universit\w+|schools?|degrees?|olds?)\b"
)
VAGUE = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|almost|nearly|some|circa|another|over"
    r"|every|each|like|these|those|good|close to|maybe|say|all|last|past|first|other)|~)[ ]?\Z",
    re.IGNORECASE,
)
"""What makes a round number mean less than it says, or fixes the unit counted."""

AFTER = re.compile(
    r"[ ](?:or so|or more|or less|old|olds|is|are|was|were|has|have|later than|later|in a row"
    r"|straight|running"
    r"|each|apart|of age)\b|-old",
)
LARGEST = Decimal(10_000)
MOST = {"year": 5, "years": 5, "week": 4, "weeks": 4}
"""The most years said in months, and weeks in days, before it sounds like arithmetic."""


@dataclass(frozen=True)
class EqualUnit:
    """Says a measure in another unit of its family, where the ratio is exact.

    Approximate values (*about 2 hours*) are left alone, and so are months in weeks, days in hours
    and bytes, whose ratios depend.
    """

    name: str = "equal_unit"
    relation: Relation = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain measure",
        "no exact value in another unit",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each measure, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        found = [each for each in measures(text) if not each.magnitude]
        if not found:
            return Decline("no certain measure")
        edits: list[Edit] = []
        for measure in shuffled(found, seed, self.name, text, key=lambda each: str(each.start)):
            others = _others(text, measure)
            drawn = shuffled(others, seed, self.name, text, str(measure.start))[:1]
            edits += [Edit.replacing(text, measure.start, measure.stop, each) for each in drawn]
        return edits or Decline("no exact value in another unit")


def _others(text: str, measure: Measure) -> Sequence[str]:
    before, after = text[max(0, measure.start - 20) : measure.start], text[measure.stop :]
    vague = VAGUE.search(before) or RANGE_BEFORE.search(before) or RANGE_AFTER.match(after)
    if vague or AFTER.match(after) or PROGRAMME.match(after) or re.search(r"\d", after[:8]):
        return []
    if measure.value > MOST.get(measure.unit, 10_000) or measure.value == 0:
        return []
    made = [
        written
        for unit in SPELLED[measure.unit]
        for other in UNITS
        if other.family == unit.family and abs(other.rank - unit.rank) == 1
        if (written := _written(measure, unit, other)) is not None
    ]
    if re.search(r"\ban?[ ]\Z", before, re.IGNORECASE):
        sound = starts_with_vowel(measure.number)
        made = [
            each for each in made if starts_with_vowel(each.split(measure.gap or " ")[0]) == sound
        ]
    return made


def _written(measure: Measure, unit: Unit, other: Unit) -> str | None:
    """The measure in ``other``, or ``None`` where it is not exact, round and short."""
    if not unit.size or not other.size:
        return None
    value = measure.value * unit.size / other.size
    exact = value * other.size == measure.value * unit.size
    short = value.quantize(Decimal("0.1")) == value
    least = Decimal(1) if other.family.startswith("time") else Decimal("0.5")  # not 0.5 hours
    if not exact or not short or value > LARGEST or value < least:
        return None
    attributive = measure.gap == "-" or (
        measure.unit == unit.singular != unit.plural and measure.value > 1
    )
    if value != int(value) and (attributive or other.family.startswith("calendar")):
        return None
    figures = f"{value:,.1f}" if value != int(value) else f"{int(value):,}"
    if measure.number.isdigit() and len(measure.number) > 3:
        figures = figures.replace(",", "")
    if attributive and "," in figures:
        return None
    name = other.singular if attributive or value == 1 else other.plural
    return f"{figures}{measure.gap}{name}"
