"""Before and after: what came first now comes second.

``Wash your hands before the meal.`` becomes ``Wash your hands after the meal.``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import trust
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

OTHER = {"before": "after", "after": "before", "Before": "After", "After": "Before"}
PURSUIT = words(
    """
    ask call chase come crawl dash drive fly follow get go hurry inquire jump leap look march move
    name clear race reach ride run rush seek ski step swim take throw trot walk wander
    stand sit fight kneel bow
    """
)
"""Verbs beside which *after* may mean a pursuit, a place, or whom one resembles."""

PRESENCE = words(
    """
    all audience board camera cameras class commission committee congress council court crowd fans
    house judge judges jury magistrate panel parliament senate tribunal us me him her them you it
    that this everything everyone god eyes fire window door background mirror building wall
    """
)
"""Things that one stands before, or that follow *after* in a set phrase."""

SPANS = words(
    """
    second seconds minute minutes hour hours day days night nights week weeks month months year
    years decade decades century while moment time long years' weeks' lot
    """
)
"""``After three days`` is a length of time, and has no *before*."""

ELSEWHERE = words("how when earlier later now since already still afterward afterwards")
"""Words elsewhere in the sentence that say the order again, or ask for it."""

WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
"""Two of them in a sentence say by themselves what came first."""

DEGREES = words("as even long never not only ever right soon until since n't n’t no one time")


@dataclass(frozen=True)
class BeforeAfter:
    """Exchanges *before* and *after* where both mean time."""

    name: ClassVar[str] = "before_after"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "no before or after",
        "more than one before or after",
        "perhaps a place, a pursuit or a set phrase",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        found = [token for token in sentence.tokens if token.lower_ in ("before", "after")]
        if not found:
            return Decline("no before or after")
        if len(found) > 1:
            return Decline("more than one before or after")
        (word,) = found
        if word.text not in OTHER or not _means_time(word):
            return Decline("perhaps a place, a pursuit or a set phrase")
        end = word.idx + len(word)
        return [Edit.replacing(sentence.text, word.idx, end, OTHER[word.text])]


def _means_time(word: Token) -> bool:
    doc = word.doc
    if word.i + 1 >= len(doc) or (word.i and doc[word.i - 1].lower_ in DEGREES):
        return False
    if any(token.dep_ == "neg" or token.lower_ in ELSEWHERE for token in doc):
        return False
    governor = word.head.head if word.dep_ == "mark" else word.head
    if sum(token.lower_ in WEEKDAYS for token in doc) > 1 or governor.lower_ in ("come", "comes"):
        return False
    if any(t.dep_ == "aux" and t.lower_ in ("has", "have", "'ve") for t in governor.children):
        return False
    after_it = doc[word.i + 1]
    if after_it.lower_ in ("having", "being", "all", "that", "this", "long", "which", "whom"):
        return False
    if word.dep_ == "mark":
        return word.head.i > word.i and _tenses_fit(word)
    if word.dep_ != "prep" or (word.head.lemma_.lower() in PURSUIT and word.i > 0):
        return False
    if word.head.pos_ not in ("VERB", "AUX") and word.head.lower_ not in SPANS:
        return False
    governed = [child for child in word.children if child.dep_ in ("pobj", "pcomp")]
    if len(governed) != 1 or governed[0].i < word.i:
        return False
    if governed[0].dep_ == "pcomp":
        asked = any(token.text == "?" for token in doc)
        return bool(governed[0].tag_ == "VBG") and not (asked and word.i == 0)
    return _is_event(governed[0])


def _tenses_fit(word: Token) -> bool:
    """*Before you had left* is odd, and a clause after *before* needs a subject of its own."""
    clause = word.head
    kinds = {child.dep_ for child in clause.children}
    perfect = any(child.lower_ in ("have", "has", "had", "'d", "'ve") for child in clause.children)
    modal = any(child.tag_ == "MD" for child in clause.children)
    return bool(kinds & {"nsubj", "nsubjpass"}) and not perfect and not modal


def _is_event(noun: Token) -> bool:
    near = {token.lower_ for token in noun.subtree}
    if near & SPANS and not near & {"last", "the", "that", "this"}:
        return False
    return noun.lower_ not in PRESENCE and noun.lower_ not in SPANS and noun.tag_ != "PRP"
