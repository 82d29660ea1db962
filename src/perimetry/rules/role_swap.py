"""Role swap: who does it and to whom it is done are exchanged.

``The dog chased the cat.`` becomes ``The cat chased the dog.`` Only between beings of one kind, and
only for deeds that are not mutual.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import trust
from perimetry.rules.english.clause import Clause, main_clause
from perimetry.rules.english.inflection import inflected
from perimetry.rules.english.kinds import DEEDS, STATES, is_being
from perimetry.rules.english.phrase import Phrase, simple_phrase
from perimetry.rules.english.splice import Splice, spliced
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

PLACES = ("after", "behind", "above", "below", "under", "beneath")
"""Prepositions that place one being to another, and not both alike."""

NUMBERS = {"is": "are", "was": "were", "has": "have"}


@dataclass(frozen=True)
class RoleSwap:
    """Exchanges subject and object, and lets the verb agree."""

    name: ClassVar[str] = "role_swap"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "no subject and object of one kind",
        "a deed that may be mutual",
        "a word that hangs on the order",
        "a verb form that is not certain",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        clause = main_clause(sentence.tokens)
        pair = _pair(clause) if clause else None
        if clause is None or pair is None:
            return Decline("no subject and object of one kind")
        if not _placed(pair[1]) and clause.verb.lemma_.lower() not in DEEDS:
            return Decline("a deed that may be mutual")
        if _hangs(clause, sentence.tokens, pair):
            return Decline("a word that hangs on the order")
        doer, other = pair
        inner = doer.inner
        agreement = _agreement(clause, other)
        if agreement is None or inner is None:
            return Decline("a verb form that is not certain")
        opening = other.opening if doer.first.i == 0 else other.text
        swaps = [Splice(doer.start, doer.end, opening), Splice(other.start, other.end, inner)]
        return [spliced(sentence.text, [*swaps, *agreement])]


def _pair(clause: Clause) -> tuple[Phrase, Phrase] | None:
    if clause.subject is None or clause.inverted:
        return None
    objects = [child for child in clause.verb.children if child.dep_ == "dobj"]
    for by in clause.verb.children:
        if by.dep_ == "agent":
            objects += [child for child in by.children if child.dep_ == "pobj"]
        if by.dep_ == "prep" and by.lower_ in PLACES:
            objects += [child for child in by.children if child.dep_ == "pobj"]
    if len(objects) != 1:
        return None
    doer, other = simple_phrase(clause.subject), simple_phrase(objects[0])
    if doer is None or other is None or not _alike(doer.head, other.head):
        return None
    return doer, other


def _placed(other: Phrase) -> bool:
    return other.head.dep_ == "pobj" and other.head.head.lower_ in PLACES


def _alike(one: Token, other: Token) -> bool:
    if one.lemma_.lower() == other.lemma_.lower():
        return False
    if one.tag_ == "NNP" and other.tag_ == "NNP":
        return one.text in STATES and other.text in STATES
    return is_being(one) and is_being(other)


def _hangs(clause: Clause, tokens: Sequence[Token], pair: tuple[Phrase, Phrase]) -> bool:
    """Whether pronouns or other clauses point to one of the two."""
    if any(t.dep_ in ("ccomp", "xcomp", "advcl", "conj", "dative") for t in clause.verb.children):
        return True
    doer, other = pair
    if {doer.first.lower_, other.first.lower_} & {"this", "that", "these", "those"}:
        return True
    return any(token.tag_ in ("PRP", "PRP$", "WP", "WDT", "WP$") for token in tokens)


def _agreement(clause: Clause, new: Phrase) -> list[Splice] | None:
    finite, verb = clause.finite, clause.verb
    if clause.subject is None or (clause.subject.tag_ in ("NNS", "NNPS")) == new.plural:
        return []
    if finite.tag_ == "MD" or (finite.tag_ == "VBD" and finite.lower_ not in ("was", "were")):
        return []
    singular = {many: one for one, many in NUMBERS.items()}
    form = (NUMBERS if new.plural else singular).get(finite.lower_)
    if form is None and finite == verb:
        base = verb.lemma_.lower()
        form = base if new.plural else inflected(base, "VBZ")
    return None if form is None else [Splice(finite.idx, finite.idx + len(finite), form)]
