"""``politeness``: a *please* in a request, which asks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules import Decline, Edit, Sentence

ASKING = ("Can you ", "Could you ", "Will you ", "Would you ")


@dataclass(frozen=True)
class Politeness:
    """Puts a *please* behind the words that begin a request."""

    name: str = "politeness"
    relation: Relation = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = ("no request", "polite already")

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """The one edit, or why there is none; nothing is drawn, so ``seed`` changes nothing."""
        text = sentence.text
        start = next((len(words) for words in ASKING if text.startswith(words)), None)
        if start is None or not text.endswith("?"):
            return Decline("no request")
        if "please" in text.lower():
            return Decline("polite already")
        return [Edit.replacing(text, start, start, "please ")]
