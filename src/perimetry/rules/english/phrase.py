"""Noun phrases as stretches of text, and what moving them asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from perimetry.rules.english.kinds import is_being
from perimetry.rules.english.words import words

if TYPE_CHECKING:
    from spacy.tokens import Token

QUANTIFIED = words(
    "all every each most many much few several some any no both half none more less only"
    " another other same own himself herself itself themselves myself yourself"
)
BOUND = words("his her its their my your our mine yours theirs whose whom who which that")
"""Words whose meaning hangs on the other noun phrase."""

ADVERBS = words(
    "onstage indoors outdoors outside inside upstairs downstairs offshore overseas underwater"
    " abroad today yesterday tomorrow tonight online downtown alone together home"
)
"""Words of place and time that the tagger may read as the noun that they follow."""

LOWERED = words("a an the this that these those two three four five six seven eight nine ten")
"""Words that a sentence may begin with and that are surely no names."""

PLURALS = words("people men women children feet teeth mice geese policemen firemen fishermen")
INSIDE = ("det", "amod", "compound", "nummod", "poss", "case", "prep", "pobj", "advmod", "nmod")


@dataclass(frozen=True)
class Phrase:
    """A simple noun phrase: ``head`` with its words, from ``start`` to ``end`` in the text."""

    head: Token
    first: Token
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words of the phrase as they stand in the text."""
        return str(self.head.doc.text[self.start : self.end])

    @property
    def plural(self) -> bool:
        """Whether a verb beside it is plural."""
        return bool(self.head.tag_ in ("NNS", "NNPS"))

    @property
    def opening(self) -> str:
        """The phrase as a sentence may begin with it."""
        return self.text[0].upper() + self.text[1:]

    @property
    def inner(self) -> str | None:
        """The phrase as it stands inside a sentence; ``None`` where its capital may be a name's."""
        named = self.head.tag_ == self.first.tag_ == "NNP" and not is_being(self.head)
        if self.first.i > 0 or named:
            return self.text
        if self.first.lower_ in LOWERED:
            return self.text[0].lower() + self.text[1:]
        return None


def simple_phrase(head: Token, *, bound: bool = False) -> Phrase | None:
    """The noun phrase around ``head``, or ``None`` where it is not a plain one.

    ``bound`` allows a possessive pronoun, for rules that keep the order of the phrases.
    """
    if head.tag_ not in ("NN", "NNS", "NNP", "NNPS") or head.lower_ in ADVERBS:
        return None
    inside = sorted(head.subtree, key=lambda token: token.i)
    first, last = inside[0], inside[-1]
    if last.i - first.i + 1 != len(inside) or len(inside) > 8:
        return None
    if head.tag_ == "NNS" and not head.lower_.endswith("s") and head.lower_ not in PLURALS:
        return None
    for token in inside:
        if token != head and token.dep_ not in INSIDE:
            return None
        if token.lower_ in QUANTIFIED or (token.lower_ in BOUND and not bound):
            return None
        if token.dep_ == "prep" and token.lower_ != "of":
            return None
        if token.dep_ == "advmod" and token.i > head.i:
            return None
        if token.is_punct or token.is_space:
            return None
    return Phrase(head, first, first.idx, last.idx + len(last))
