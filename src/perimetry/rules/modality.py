"""Modality: what must be done may be done, and what will happen might.

``The tenant must pay the fee.`` becomes ``The tenant may pay the fee.``
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import trust
from perimetry.rules.english.clause import Clause, main_clause
from perimetry.rules.english.scope import is_negative
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

WEAKER = {"must": "may", "shall": "may", "will": "might"}
STATES = words("be have know think feel seem want remain stay like need mean look")
SAID = words("admit say agree wonder confess")
OPTIONAL = {"mandatory": "optional", "compulsory": "optional", "obligatory": "optional"}


@dataclass(frozen=True)
class Modality:
    """Weakens what the main clause demands or foretells."""

    name: ClassVar[str] = "modality"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "no demand and no forecast in the main clause",
        "a question or a negative",
        "perhaps a conclusion, not a demand",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        tokens = sentence.tokens
        clause = main_clause(tokens)
        if clause is None or clause.imperative:
            return Decline("no demand and no forecast in the main clause")
        asked = clause.inverted or tokens[0].tag_ in ("WRB", "WP", "WDT")
        if asked or is_negative(tokens) or any(token.text == "?" for token in tokens):
            return Decline("a question or a negative")
        if _concludes(clause):
            return Decline("perhaps a conclusion, not a demand")
        edit = (
            _modal(sentence.text, clause)
            or _have_to(sentence.text, clause)
            or _required(sentence.text, clause)
            or _mandatory(sentence.text, clause)
        )
        return [edit] if edit else Decline("no demand and no forecast in the main clause")


def _concludes(clause: Clause) -> bool:
    """``It must be late`` guesses; ``You must be joking`` too."""
    if clause.finite.text != "must":
        return False
    perfect = any(token.lower_ == "have" for token in clause.auxiliaries)
    return perfect or clause.verb.lemma_.lower() in STATES


def _modal(text: str, clause: Clause) -> Edit | None:
    modal = clause.finite
    weaker = WEAKER.get(modal.text)
    if weaker is None or not clause.auxiliaries or modal.tag_ != "MD":
        return None
    following = modal.nbor(1)
    if modal.text == "will" and clause.verb.lemma_.lower() == "want":
        return None  # you will want to check
    if following.tag_ not in ("VB", "RB") or following.lower_ in ("still", "never", "always"):
        return None
    if following.tag_ == "RB" and following.lower_ in ("certainly", "definitely", "surely", "soon"):
        return None
    return Edit.replacing(text, modal.idx, modal.idx + len(modal), weaker)


def _have_to(text: str, clause: Clause) -> Edit | None:
    have = clause.verb
    if have != clause.finite or have.text not in ("have", "has") or have.tag_ not in ("VBP", "VBZ"):
        return None
    if have.i + 2 >= len(have.doc) or clause.between:
        return None
    to, verb = have.nbor(1), have.nbor(2)
    if to.text != "to" or verb.tag_ != "VB":
        return None
    if verb.dep_ != "xcomp" or verb.lower_ in STATES | SAID:
        return None
    return Edit.replacing(text, have.idx, to.idx + len(to), "may")


def _required(text: str, clause: Clause) -> Edit | None:
    verb = clause.verb
    if verb.text not in ("required", "obliged", "obligated") or verb.i + 2 >= len(verb.doc):
        return None
    passive = any(token.dep_ == "auxpass" for token in clause.auxiliaries)
    if not passive or verb.nbor(1).text != "to" or verb.nbor(2).tag_ != "VB":
        return None
    return Edit.replacing(text, verb.idx, verb.idx + len(verb), "allowed")


def _mandatory(text: str, clause: Clause) -> Edit | None:
    word = next((t for t in clause.verb.children if _is_predicate(t)), None)
    if word is None or not clause.copula:
        return None
    return Edit.replacing(text, word.idx, word.idx + len(word), OPTIONAL[word.text])


def _is_predicate(token: Token) -> bool:
    return token.dep_ == "acomp" and token.text in OPTIONAL and not list(token.lefts)
