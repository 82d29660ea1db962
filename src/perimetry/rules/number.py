"""Another number in the same place: ``It takes 3 days.`` → ``It takes 7 days.``"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import other_figures, other_words, starts_with_vowel
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.quantities import Quantity, changeable
from perimetry.rules.sentence import Sentence

ARTICLE = re.compile(r"\ban?[ ][$€£¥]?\Z", re.IGNORECASE)
PLURAL_FROM = 2
"""The least value that takes a plural noun, as the greatest number left alone takes a singular."""


@dataclass(frozen=True)
class Number:
    """Puts a clearly different number of the same form for a quantity.

    Money, per cent, measures and counted things only; the number of the noun stays as it is, so
    *1 hour* is left alone.
    """

    name: str = "number"
    relation: Relation = "different"
    needs_parse: bool = True
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain quantity",
        "no other number fits",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each quantity, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        found = list(changeable(sentence))
        if not found:
            return Decline("no certain quantity")
        made: list[Edit] = []
        for quantity in shuffled(found, seed, self.name, text, key=lambda each: str(each.start)):
            fitting = _others(text, quantity)
            drawn = shuffled(fitting, seed, self.name, text, str(quantity.start))[:1]
            made += [Edit.replacing(text, quantity.start, quantity.end, each) for each in drawn]
        return made or Decline("no other number fits")


def _others(text: str, quantity: Quantity) -> Sequence[str]:
    """The numbers that may stand in the place of ``quantity``."""
    number = quantity.number
    if number[0].isalpha():
        others = other_words(number, small_only=quantity.kind == "magnitude")
    elif quantity.kind == "per cent" and quantity.value >= 100:
        others = ("20", "30", "40", "60") if number == "100" else ()
    else:
        others = other_figures(number)
    if quantity.kind not in ("per cent", "magnitude") and not _symbol(text, quantity):
        if quantity.value < PLURAL_FROM and not _bare(text, quantity):
            return ()
        others = [other for other in others if other != "1"]
    others = [other for other in others if other.lower() not in text.lower()]
    if ARTICLE.search(text[max(0, quantity.start - 4) : quantity.start]):
        sound = starts_with_vowel(number)
        others = [other for other in others if starts_with_vowel(other) == sound]
    return others


def _symbol(text: str, quantity: Quantity) -> bool:
    """Whether a currency sign stands beside it, which has no plural."""
    signs = text[max(0, quantity.start - 1) : quantity.start] + text[quantity.end :][:2].strip()
    return any(sign in "$€£¥" for sign in signs)


def _bare(text: str, quantity: Quantity) -> bool:
    """Whether the figures are below 2 but have decimals, or a unit that has no plural follows."""
    if "." in quantity.number:
        return True
    return re.match(r"[ ]?(?:k?m|cm|mm|k?g|mg|ml|[GMT]B|k?W)\b", text[quantity.end :]) is not None
