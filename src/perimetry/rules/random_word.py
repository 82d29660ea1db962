"""An unrelated word of the same part of speech: ``He sold a piano.`` → ``He sold a bucket.``"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.exchange import exchanged
from perimetry.rules.english.kinds import is_being
from perimetry.rules.english.place import CONSTRUCTION, NAME, frames, objection
from perimetry.rules.english.trust import REASONS, distrust
from perimetry.rules.english.words import words
from perimetry.rules.lexicon.bank import BankWord, bank
from perimetry.rules.lexicon.lexicon import lexicon
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

UNKNOWN = "no word of the bank"
BEING = "said of people or animals"
FORM = "a form that is not sure"
OWN = (UNKNOWN, NAME, CONSTRUCTION, BEING, FORM)

MOST = 8
BEINGS = frozenset({"person", "animal", "insect", "body"})
"""Kinds that are replaced but never put in: what is done to things may not be done to them."""

MORE_BEINGS = words(
    "audience band couple creature crew crowd enemy family female friend gentleman group human"
    " individual lady male migrant people person police prisoner refugee team toddler victim"
)
WHO = words("who whom whose himself herself themselves")
DEGREES = words("very quite more most less least rather pretty extremely really much how so too")
CHOSEN_TAGS = words("JJ NN NNS RB VB VBD VBG VBN VBP VBZ")


@dataclass(frozen=True)
class RandomWord:
    """Puts a word of the bank for another: same frame and frequency, of an unrelated kind.

    The sentence stays grammatical though it may turn odd. No word is taken that stands beside the
    old one in the lexicon, as its synonym or opposite or at one step from it, and none that would
    say or do anything to people or animals: those are replaced by things only.
    """

    name: str = "random_word"
    relation: Relation = "different"
    needs_parse: bool = True
    reasons: Sequence[str] = (*REASONS, *OWN)

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """Up to eight edits over all words that may be replaced, in an order drawn by ``seed``."""
        if reason := distrust(sentence):
            return Decline(reason)
        tokens = sentence.tokens
        known = [_by_word().get((token.lemma_.lower(), token.pos_)) for token in tokens]
        kinds = frozenset(each.kind for each in known if each)
        edits: list[Edit] = []
        furthest = UNKNOWN
        for token in tokens:
            found = _replaceable(token)
            if isinstance(found, str):
                furthest = max(furthest, found, key=OWN.index)
                continue
            others = [each.word for each in _unrelated(found) if each.kind not in kinds]
            order = shuffled(others, seed, self.name, sentence.text, str(token.i))
            edits += [edit for edit in (exchanged(token, word) for word in order[:MOST]) if edit]
            furthest = FORM
        edits = shuffled(edits, seed, self.name, sentence.text, key=lambda each: each.text)
        return edits[:MOST] or Decline(furthest)


def _replaceable(token: Token) -> BankWord | str:
    word = _by_word().get((token.lemma_.lower(), token.pos_))
    if word is None or token.tag_ not in CHOSEN_TAGS:
        return UNKNOWN
    if reason := objection(token):
        return reason
    found = frames(token)
    if not found or "with complement" in found or not _fits(word, found, token):
        return CONSTRUCTION
    if word.kind == "person" and WHO & {each.lower_ for each in token.doc[token.i :]}:
        return CONSTRUCTION
    return BEING if any(_perhaps_being(each) for each in _said_of(token)) else word


def _said_of(token: Token) -> list[Token]:
    """What an adjective describes, or what a verb is done to."""
    if token.pos_ == "ADJ":
        if token.dep_ == "amod":
            return [token.head]
        return [child for child in token.head.children if child.dep_ == "nsubj"]
    if token.pos_ == "VERB":
        return [child for child in token.children if child.dep_ in ("dobj", "nsubjpass")]
    return []


def _perhaps_being(token: Token) -> bool:
    known = _by_word().get((token.lemma_.lower(), "NOUN"))
    return (
        token.tag_ not in ("NN", "NNS")
        or token.lemma_.lower() in MORE_BEINGS
        or (known is not None and known.kind in BEINGS)
        or is_being(token)
    )


def _fits(word: BankWord, found: frozenset[str], token: Token) -> bool:
    if word.pos == "NOUN":
        return ("mass" if word.frame == "mass" else "countable") in found
    if word.pos == "ADJ":
        graded = any(child.lower_ in DEGREES for child in token.children)
        return not graded and (word.frame == "any" or word.frame in found)
    return word.frame in found


@lru_cache(maxsize=1)
def _by_word() -> Mapping[tuple[str, str], BankWord]:
    return {(each.word, each.pos): each for each in bank()}


@lru_cache(maxsize=1024)
def _unrelated(word: BankWord) -> Sequence[BankWord]:
    """The words that may stand for ``word`` and have nothing to do with it."""
    beside = lexicon().beside
    near = {word.word} | beside.get(word.word, frozenset())
    near = near.union(*(beside.get(each, frozenset()) for each in near))
    return [
        other
        for other in bank()
        if (other.pos, other.frame, other.band) == (word.pos, word.frame, word.band)
        and other.kind not in BEINGS
        and other.kind != word.kind
        and other.word not in near
    ]
