"""The same number of another unit: ``It takes 20 minutes.`` → ``It takes 20 hours.``"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.units import SPELLED, UNITS, Measure, families, measures
from perimetry.rules.sentence import Sentence

FIXED = re.compile(r"[ ](?:a|per)[ ](?:day|week|year)\b|[ ]of[ ](?:fame|silence)\b|-\d")
AGED = re.compile(r"[ -](?:olds?|of age)\b")
OLDEST = 12
CHILD = re.compile(
    r"\b(?:child|boy|girl|bab(?:y|ies)|toddler|kid|son|daughter|twins|puppy|dog|cat|kitten|horse"
    r"|infant"
    r"|children|boys|girls|grandson|granddaughter|nephew|niece)\b",
    re.IGNORECASE,
)
CONVERTED = re.compile(r"\(\s*(?:about |approx\.? |~)?\d")
"""A value in brackets, which is often the same one in another unit."""


@dataclass(frozen=True)
class OtherUnit:
    """Puts a unit of another magnitude, in the same spelling and grammatical number.

    Rates, and sentences with several measures of one family, are left alone.
    """

    name: str = "unit"
    relation: Relation = "different"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain measure",
        "several measures that hang together",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each measure, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        found = [each for each in measures(text) if not _fixed(text, each)]
        if not found:
            return Decline("no certain measure")
        mentioned = families(text)
        if len(set(mentioned)) < len(mentioned) or CONVERTED.search(text):
            return Decline("several measures that hang together")
        return [
            Edit.replacing(text, measure.unit_start, measure.stop, other)
            for measure in shuffled(found, seed, self.name, text, key=lambda each: str(each.start))
            for other in shuffled(_others(measure), seed, self.name, text, str(measure.start))[:1]
        ]


def _fixed(text: str, measure: Measure) -> bool:
    """Whether no other unit makes sense: set phrases, and the ages of all but small children."""
    if FIXED.match(text, measure.stop):
        return True
    aged = AGED.match(text, measure.stop) is not None
    return aged and not (measure.value <= OLDEST and CHILD.search(text))


def _others(measure: Measure) -> Sequence[str]:
    """The neighbours of the unit in its family."""
    unit = SPELLED[measure.unit][0]
    near = [
        other for other in UNITS if other.family == unit.family and abs(other.rank - unit.rank) == 1
    ]
    plural = measure.unit == unit.plural
    return [other.plural if plural else other.singular for other in near]
