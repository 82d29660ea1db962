"""Un-negation: the main clause loses its *not*.

``The card does not work.`` becomes ``The card works.`` It undoes :mod:`perimetry.rules.negation`
where the sentence had no contraction that a *not* spells out (*I'll* and *I won't*).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import scope, trust
from perimetry.rules.english.clause import Clause, main_clause
from perimetry.rules.english.inflection import inflected
from perimetry.rules.english.splice import Splice, spliced
from perimetry.rules.english.words import words
from perimetry.rules.negation import DO, INDEFINITE, reached
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

NOT = ("not", "n't", "n’t")
WHOLE = {"ca": "can", "wo": "will"}
"""What is left of *can't* and *won't*, written out."""

DEFINITE = {any_word: some for some, any_word in INDEFINITE.items()}
WANTS_NOT = words("much many long far exactly anyway longer alone necessarily enough yet ever")
"""Words that sound odd, or mean something else, once the *not* is gone."""

VERBS_WANT_NOT = words("mind matter bother worry hesitate panic fail budge care dare")
UNBEARABLE = words("stand help bear wait imagine seem believe")
"""Verbs that mean something else after *cannot*."""

MASS = words(
    """
    advice bread cash coffee evidence food furniture help information milk money oil paint progress
    rain rice salt snow sugar support tea water work sun sunshine
    """
)
"""Nouns without a plural, which may follow *some*."""


@dataclass(frozen=True)
class UnNegation:
    """Takes the *not* from the main verb, and puts *some* for the *any* that it called for."""

    name: ClassVar[str] = "un_negation"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "no negated main verb",
        "more than one negative",
        *scope.REASONS,
        "words that want a negative",
        "a verb form that is not certain",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        tokens = sentence.tokens
        clause = main_clause(tokens)
        pair = _no_longer(clause) if clause else None
        if clause is None or (not pair and not _negated(clause)):
            return Decline("no negated main verb")
        negators = [clause.negator, *(pair or [])]
        swaps = _swaps(clause, tokens)
        others = [t for t in tokens if t not in negators and t not in swaps]
        if scope.is_negative(others):
            return Decline("more than one negative")
        yet = _yet(clause)
        if reason := scope.escapes(clause, tokens, pair[1] if pair else yet):
            return Decline(reason)
        if _wants_not(clause, tokens, pair):
            return Decline("words that want a negative")
        splices = [_still(pair)] if pair else _without_not(clause, yet)
        if splices is None:
            return Decline("a verb form that is not certain")
        splices += [Splice(t.idx, t.idx + len(t), DEFINITE[t.text]) for t in swaps]
        return [spliced(sentence.text, splices)]


def _negated(clause: Clause) -> bool:
    negator = clause.negator
    if negator is None or negator.lower_ not in NOT:
        return False
    return negator.i == clause.finite.i + 1 or (clause.inverted and negator.i < clause.verb.i)


def _no_longer(clause: Clause) -> Sequence[Token] | None:
    """The two words of ``is no longer open``."""
    finite = clause.finite
    after = list(finite.doc[finite.i + 1 : finite.i + 3])
    be_or_modal = finite.lemma_ == "be" or finite.lower_ in ("can", "will")
    return after if be_or_modal and [t.lower_ for t in after] == ["no", "longer"] else None


def _still(pair: Sequence[Token]) -> Splice:
    return Splice(pair[0].idx, pair[1].idx + len(pair[1]), "still")


def _yet(clause: Clause) -> Token | None:
    negator = clause.negator
    if negator is None or clause.inverted or negator.i + 1 >= len(negator.doc):
        return None
    if clause.finite.lemma_ not in ("be", "have") or clause.finite.tag_ == "MD":
        return None
    return negator.nbor(1) if negator.nbor(1).lower_ == "yet" else None


def _swaps(clause: Clause, tokens: Sequence[Token]) -> list[Token]:
    """Every *any* that becomes *some*."""
    return [
        token
        for token in tokens
        if token.text in DEFINITE
        and token.i > clause.verb.i
        and reached(token, clause.verb)
        and (token.text != "any" or token.head.tag_ == "NNS" or token.head.lower_ in MASS)
    ]


def _wants_not(clause: Clause, tokens: Sequence[Token], pair: Sequence[Token] | None) -> bool:
    lemma = clause.verb.lemma_.lower()
    if lemma in VERBS_WANT_NOT or (clause.imperative and lemma == "forget"):
        return True
    if lemma in ("harm", "hurt") and any(t.lower_ == "fly" for t in tokens):
        return True
    if lemma in UNBEARABLE and clause.finite.tag_ == "MD":
        return True
    if any(t.lower_ in ("if", "whether") and t.head.dep_ == "ccomp" for t in tokens):
        return True
    if any(t.lower_ in ("sure", "certain") and t.head == clause.verb for t in tokens):
        return True  # I'm not sure what to do
    subject = clause.subject
    asks_with_do = clause.inverted and clause.finite.lemma_ == "do"
    if asks_with_do and subject is not None and subject.lower_ in ("you", "we"):
        return True  # why don't we is a proposal
    yet = _yet(clause)
    return any(t.lower_ in WANTS_NOT and t != yet and t not in (pair or ()) for t in tokens)


def _without_not(clause: Clause, yet: Token | None) -> list[Splice] | None:
    finite, negator, verb = clause.finite, clause.negator, clause.verb
    if negator is None:
        return None
    if finite.lower_ in ("do", "does", "did") and clause.auxiliaries and not clause.inverted:
        return _without_do(clause, negator)
    if finite.text in WHOLE:
        finite_text = WHOLE[finite.text]
    elif finite.text == finite.lower_ and finite.lower_ not in ("ai", "sha"):
        finite_text = finite.text
    else:
        return None
    if verb == finite and not clause.copula:
        return None
    if negator.i != finite.i + 1:
        before = negator.nbor(-1)
        return [Splice(before.idx + len(before), negator.idx + len(negator), "")]
    end = negator.idx + len(negator)
    splices = [Splice(finite.idx, end, finite_text)]
    return splices + ([Splice(yet.idx, yet.idx + len(yet), "already")] if yet else [])


def _without_do(clause: Clause, negator: Token) -> list[Splice] | None:
    finite, verb = clause.finite, clause.verb
    if verb.tag_ != "VB" or verb.text != verb.lower_ or verb.lower_ != verb.lemma_.lower():
        return None
    tag = next((tag for tag, do in DO.items() if do == finite.lower_), "")
    if clause.imperative or tag == "VBP":
        form: str | None = verb.text if inflected(verb.text, "VBZ") or verb.text == "be" else None
    else:
        form = inflected(verb.text, tag)
    after = negator.nbor(1)
    if form is None:
        return None
    if after != verb:
        return [Splice(finite.idx, after.idx, ""), Splice(verb.idx, verb.idx + len(verb), form)]
    if finite.text[0].isupper():
        form = form[0].upper() + form[1:]
    return [Splice(finite.idx, verb.idx + len(verb), form)]
