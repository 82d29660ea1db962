"""From and to: where it starts and where it ends are exchanged.

``The bus from Leeds to York is late.`` becomes ``The bus from York to Leeds is late.``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import trust
from perimetry.rules.english.kinds import is_person
from perimetry.rules.english.phrase import QUANTIFIED
from perimetry.rules.english.splice import Splice, spliced
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

SET_ENDS = words("time start top head door place beginning left right side end front back cradle")
"""Nouns of set phrases: from time to time, from top to bottom."""

NOUNS = ("NN", "NNS", "NNP", "NNPS")
PLAIN = (*NOUNS, "DT", "PRP$", "JJ", "POS")
MOVED = words(
    """
    bus buses train trains flight flights ferry road route trip journey way line letter money
    change switch move transfer payment plane truck headquarters office command
    """
)
"""Nouns that go, or are moved, from one place to another."""

EVERYTHING = words("all anyone anything everybody everyone everything everywhere")

RANGES = words("range vary differ age span extend stretch be")
"""Verbs beside which *from* and *to* are the ends of a scale."""


@dataclass(frozen=True)
class FromTo:
    """Exchanges what stands after *from* and after *to*."""

    name: ClassVar[str] = "from_to"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "no from and to",
        "no plain noun phrases to exchange",
        "a range or a set phrase",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        starts = [token for token in sentence.tokens if token.lower_ == "from"]
        if len(starts) != 1:
            return Decline("no from and to")
        source = _after(starts[0])
        if source is None:
            return Decline("no plain noun phrases to exchange")
        to = _next(source[-1])
        if to is None or to.text != "to":
            return Decline("no from and to")
        target = _after(to)
        if target is None or _goes_on(target[-1]):
            return Decline("no plain noun phrases to exchange")
        if _ranges(starts[0], source, target):
            return Decline("a range or a set phrase")
        one, other = _stretch(source), _stretch(target)
        swaps = [
            Splice(one.start, one.end, other.text),
            Splice(other.start, other.end, one.text),
        ]
        return [spliced(sentence.text, swaps)]


def _after(preposition: Token) -> Sequence[Token] | None:
    """The plain noun phrase that follows, word by word."""
    found: list[Token] = []
    word = _next(preposition)
    while word is not None and word.tag_ in PLAIN and word.lower_ not in QUANTIFIED:
        found.append(word)
        word = _next(word)
    return found if found and found[-1].tag_ in NOUNS else None


def _next(word: Token) -> Token | None:
    return word.nbor(1) if word.i + 1 < len(word.doc) else None


def _goes_on(noun: Token) -> bool:
    """Whether more belongs to the noun than was read."""
    word = _next(noun)
    return word is not None and (word.lower_ in ("of", "and", "or", "-", "/") or word.tag_ == "CD")


def _stretch(phrase: Sequence[Token]) -> Splice:
    start, end = phrase[0].idx, phrase[-1].idx + len(phrase[-1])
    return Splice(start, end, phrase[0].doc.text[start:end])


def _ranges(preposition: Token, source: Sequence[Token], target: Sequence[Token]) -> bool:
    one, other = source[-1], target[-1]
    if is_person(one) != is_person(other):
        return True
    if [t.lower_ for t in source] == [t.lower_ for t in target]:
        return True
    if one.lower_ in SET_ENDS or other.lower_ in SET_ENDS:
        return True
    if any(len(phrase) == 1 and phrase[0].tag_ == "NN" for phrase in (source, target)):
        return True  # from head to toe
    if preposition.i and preposition.nbor(-1).lower_ in EVERYTHING:
        return True  # everyone from the clerk to the judge
    governor = preposition.head
    if governor.pos_ in ("NOUN", "PROPN") and governor.lower_ not in MOVED:
        return True  # thinkers from Plato to Kant
    if _next(other) is not None and other.nbor(1).lower_ in ("below", "above", "beneath"):
        return True
    return governor.lemma_.lower() in RANGES or _opens(source[0])


def _opens(word: Token) -> bool:
    """Whether a bare adjective opens the phrase: ``from bad weather to war``."""
    return bool(word.tag_ in ("JJ", "VBN"))
