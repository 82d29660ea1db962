"""A number in figures said in words, or the other way: ``three days`` → ``3 days``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import VALUES, cased_like
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.quantities import Quantity, quantities
from perimetry.rules.sentence import Sentence

IN_WORDS = {str(value): word for word, value in VALUES.items()}
SHORT_UNIT = re.compile(
    r"[ ]?(?:km|[cm]m|[kmµ]?g|ml|[GMTk]B|k?Wh?|mmol|mph|lbs?|oz|ft|mins?|hrs?)(?![A-Za-z])"
)


@dataclass(frozen=True)
class DigitsWords:
    """Writes a small number in words for its figures, or in figures for its word.

    Only 2 to 19 and round numbers to 90, of things, measures or amounts in words; never in
    identifiers, dates, times or amounts with a currency sign, and never *one*.
    """

    name: str = "digits_words"
    relation: Relation = "same"
    needs_parse: bool = True
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain small number",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each such number, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        made = [
            Edit.replacing(text, quantity.start, quantity.end, other)
            for quantity in quantities(sentence)
            if (other := _other(text, quantity)) is not None
        ]
        ordered = shuffled(made, seed, self.name, text, key=lambda edit: str(edit.start))
        return ordered or Decline("no certain small number")


def _other(text: str, quantity: Quantity) -> str | None:
    number, after = quantity.number, text[quantity.end :]
    sign = text[max(0, quantity.start - 1) : quantity.start]
    if SHORT_UNIT.match(after) or re.match(r"[ ]?[%$€£¥]", after) or sign in ("$", "€", "£", "¥"):
        return None
    if re.match(r"[ ](?:hundred|thousand|dozen)\b", after):
        return None
    first = not text[: quantity.start].strip(" \"'“‘(")
    if number[0].isdigit():
        word = IN_WORDS.get(number)
        return cased_like("Two", word) if word and first else word
    if not number.islower() and not (first and number[1:].islower()):
        return None
    return str(VALUES[number.lower()])
