"""A word of the opposite meaning: ``It was hotter.`` → ``It was colder.``"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.exchange import exchanged
from perimetry.rules.english.fit import Context
from perimetry.rules.english.kinds import is_being
from perimetry.rules.english.place import CONSTRUCTION, NAME, frames, objection
from perimetry.rules.english.scope import is_negative
from perimetry.rules.english.trust import REASONS, distrust
from perimetry.rules.english.words import words
from perimetry.rules.lexicon.lexicon import Lexicon, lexicon
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

    from perimetry.rules.lexicon.entries import AntonymPair

NEGATIVE = "a negation, which would turn the opposite round"
QUESTION = "a yes-or-no question, which an opposite asks as well"
UNKNOWN = "no word that the lexicon turns round"
CONTEXT = "a context in which the words are no opposites"
PRESENT = "the other word stands there already"
SENSES = "several senses with different opposites"
FORM = "a form that is not sure"
COMPLEMENTS = words(
    "accept reject allow forbid approve refuse agree include exclude fail succeed win lose pass"
    " remember forget confirm deny permit prohibit grant admit believe doubt continue discontinue"
)
"""Verbs whose opposite is their denial: *Will you accept it?* asks as much as *reject it?*"""

INVERTING = words("never rarely seldom hardly scarcely")
"""Adverbs that turn the order of a sentence that they open."""

POSTURES = words("sit stand")
BEINGS = words(
    "i you he she we they who someone everyone somebody everybody baby babies toddler toddlers"
    " couple couples male males female females individual individuals group crowd team family"
    " bride groom audience athlete athletes musicians painters officer officers hiker hikers"
)
OWN = (NEGATIVE, UNKNOWN, QUESTION, NAME, CONSTRUCTION, CONTEXT, PRESENT, SENSES, FORM)


@dataclass(frozen=True)
class Antonym:
    """Puts the opposite of the lexicon for one word, inflected alike.

    It declines where the parse does not show the construction that the entry asks for, where one
    of the contexts stands that the entry forbids, inside names, quotations and compounds, beside a
    negation, and where the opposite leaves the question the same (*Is it safe?*).
    """

    name: str = "antonym"
    relation: Relation = "different"
    needs_parse: bool = True
    reasons: Sequence[str] = (*REASONS, *OWN)
    entries: Lexicon | None = None
    """Other entries than the shipped ones, such as those of ``lexicon.widening``."""

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """An edit for each word that has one opposite here, in an order drawn by ``seed``."""
        if reason := distrust(sentence):
            return Decline(reason)
        tokens = sentence.tokens
        if is_negative(tokens):
            return Decline(NEGATIVE)
        context, entries = Context(tokens), self.entries or lexicon()
        edits: list[Edit] = []
        furthest = UNKNOWN
        for token in tokens:
            found = _opposite(token, context, entries)
            if isinstance(found, str):
                furthest = max(furthest, found, key=OWN.index)
            else:
                edits.append(found)
        edits = shuffled(edits, seed, self.name, sentence.text, key=lambda each: each.text)
        return edits or Decline(furthest)


def _opposite(token: Token, context: Context, known: Lexicon) -> Edit | str:
    lemma = token.lemma_.lower()
    entries = known.antonyms_of.get((lemma, token.pos_), ())
    if not entries:
        return UNKNOWN
    if reason := objection(token):
        return reason
    found = frames(token)
    entries = [each for each in entries if each.frame == "any" or each.frame in found]
    if not found or not entries or _joined(token) or _things_posture(token):
        return CONSTRUCTION
    if _asked(token):
        return QUESTION
    if any(context.forbids(entry) for entry in entries):
        return CONTEXT
    if any(context.has_other(lemma, entry.members) for entry in entries):
        return PRESENT
    opposites = {_other(entry, lemma) for entry in entries}
    if token.i == 0 and opposites & INVERTING:
        return CONSTRUCTION
    if len(opposites) > 1:
        return SENSES
    return exchanged(token, opposites.pop()) or FORM


def _other(entry: AntonymPair, lemma: str) -> str:
    return entry.b if entry.a == lemma else entry.a


def _joined(token: Token) -> bool:
    """Whether the word shares its place with another, as in *young and happy*."""
    joins = token.dep_ == "conj" or any(child.dep_ == "conj" for child in token.children)
    return joins and token.pos_ != "VERB"


def _things_posture(token: Token) -> bool:
    """Whether a thing, not a being, may be what sits or stands: of a house both say the same."""
    if token.lemma_ not in POSTURES:
        return False
    subjects = [child for child in token.children if child.dep_ == "nsubj"]
    return not any(is_being(each) or each.lower_ in BEINGS for each in subjects)


def _asked(token: Token) -> bool:
    """Whether a yes-or-no question would stay the same but for its answer."""
    verb = token.head if token.pos_ == "ADJ" else token
    subjects = [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]
    if token.pos_ == "ADJ":
        helpers = [verb, *(child for child in verb.children if child.dep_ == "aux")]
    elif token.pos_ == "VERB" and token.lemma_.lower() in COMPLEMENTS:
        helpers = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    else:
        return False
    asked = any(helper.i < subject.i for helper in helpers for subject in subjects)
    return asked and not any(each.tag_[0] == "W" for each in token.doc[: token.i])
