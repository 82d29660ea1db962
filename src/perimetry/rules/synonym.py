"""A word of the same meaning: ``She bought a car.`` → ``She purchased a car.``"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.exchange import exchanged
from perimetry.rules.english.fit import Context
from perimetry.rules.english.place import CONSTRUCTION, NAME, frames, objection
from perimetry.rules.english.trust import REASONS, distrust
from perimetry.rules.lexicon.lexicon import Lexicon, lexicon
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

UNKNOWN = "no word that the lexicon replaces"
CONTEXT = "a context in which the words differ"
PRESENT = "the other word stands there already, or the same one again"
FORM = "a form that is not sure"
OWN = (UNKNOWN, NAME, CONSTRUCTION, CONTEXT, PRESENT, FORM)


@dataclass(frozen=True)
class Synonym:
    """Puts a synonym of the lexicon for one word, inflected alike.

    It declines where the parse does not show the construction that the entry asks for, where one
    of the contexts stands that the entry forbids, and inside names, quotations and compounds.
    """

    name: str = "synonym"
    relation: Relation = "same"
    needs_parse: bool = True
    reasons: Sequence[str] = (*REASONS, *OWN)
    entries: Lexicon | None = None
    """Other entries than the shipped ones, such as those of ``lexicon.widening``."""

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """An edit for each word and synonym that fit, in an order drawn by ``seed``."""
        if reason := distrust(sentence):
            return Decline(reason)
        context, entries = Context(sentence.tokens), self.entries or lexicon()
        edits: list[Edit] = []
        furthest = UNKNOWN
        for token in sentence.tokens:
            found = _synonyms(token, context, entries)
            if isinstance(found, str):
                furthest = max(furthest, found, key=OWN.index)
            else:
                edits += found
        edits = shuffled(edits, seed, self.name, sentence.text, key=lambda each: each.text)
        return edits or Decline(furthest)


def _synonyms(token: Token, context: Context, known: Lexicon) -> list[Edit] | str:
    lemma = token.lemma_.lower()
    entries = known.synonyms_of.get((lemma, token.pos_), ())
    if not entries:
        return UNKNOWN
    if reason := objection(token):
        return reason
    entry = entries[0]
    if not fits_frame(token, entry.frame):
        return CONSTRUCTION
    if context.forbids(entry):
        return CONTEXT
    if context.has_other(lemma, entry.members) or context.repeats(token):
        return PRESENT
    others = [member for member in entry.members if member != lemma]
    made = [edit for edit in (exchanged(token, other) for other in others) if edit]
    return [edit for edit in made if edit.replacement.lower() not in context.words] or FORM


def fits_frame(token: Token, frame: str) -> bool:
    """Whether ``token`` stands in the construction ``frame`` of the lexicon, and in a plain one."""
    found = frames(token)
    return bool(found) and (frame == "any" or frame in found)
