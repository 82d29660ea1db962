"""Negation: the main clause says the opposite.

``The card is valid.`` becomes ``The card is not valid.`` The verb gets a *not*, or *do not* where
English asks for it; a *not* is contracted where the sentence contracts already, and in questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.english import scope, trust
from perimetry.rules.english.clause import Clause, main_clause
from perimetry.rules.english.inflection import base_form, inflected
from perimetry.rules.english.splice import Splice, spliced
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

SHORT = {
    "is": "isn't",
    "are": "aren't",
    "was": "wasn't",
    "were": "weren't",
    "do": "don't",
    "does": "doesn't",
    "did": "didn't",
    "has": "hasn't",
    "have": "haven't",
    "had": "hadn't",
    "will": "won't",
    "would": "wouldn't",
    "can": "can't",
    "could": "couldn't",
    "should": "shouldn't",
    "must": "mustn't",
}
DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}
BE = words("am is are was were 'm ’m 're ’re 's ’s")
TENSELESS = words(
    "beat bet burst cast cost cut hit hurt let put quit read rid set shed shut split spread thrust"
)
"""Verbs whose past is their present, so that ``they put`` may be either."""

INDEFINITE = {
    "some": "any",
    "something": "anything",
    "someone": "anyone",
    "somebody": "anybody",
    "somewhere": "anywhere",
}
INSIDE = words("dobj attr pobj prep xcomp advmod dative")
"""Relations that lead from a word up to the main verb without leaving its clause."""

SET_NOUNS = words("point time day way extent reason kind sort type form degree cases respects")


@dataclass(frozen=True)
class Negation:
    """Puts a *not* at the main verb, and *any* for *some* where the *not* reaches it."""

    name: ClassVar[str] = "negation"
    relation: ClassVar[Relation] = "different"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "already negative",
        *scope.REASONS,
        "a verb form that is not certain",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        tokens = sentence.tokens
        clause = main_clause(tokens)
        if clause is None or scope.is_negative(tokens):
            return Decline("already negative")
        turned = _turned(clause)
        if reason := scope.escapes(clause, tokens, turned):
            return Decline(reason)
        splices = _still_or_already(clause, turned) if turned else _plain(clause, tokens)
        if splices is None:
            return Decline("a verb form that is not certain")
        return [spliced(sentence.text, [*splices, *_any_for_some(clause, tokens)])]


def _turned(clause: Clause) -> Token | None:
    """The *still* or *already* that follows a finite auxiliary and turns round with it."""
    after = clause.finite.nbor(1) if clause.finite.i + 1 < len(clause.finite.doc) else None
    if after is None or clause.inverted or not (clause.auxiliaries or clause.copula):
        return None
    finite = clause.finite.lower_
    if after.lower_ == "already" and (finite in BE or finite in ("has", "have", "had")):
        return after
    if after.lower_ == "still" and (finite in BE or finite in ("can", "will")):
        return after
    return None


def _still_or_already(clause: Clause, turned: Token) -> list[Splice]:
    finite = clause.finite
    if turned.lower_ == "still":
        return [Splice(turned.idx, turned.idx + len(turned), "no longer")]
    if finite.lower_ in SHORT and _contracts(finite.doc):
        start = finite.idx
        return [Splice(start, turned.idx + len(turned), f"{_short(finite)} yet")]
    return [Splice(turned.idx, turned.idx + len(turned), "not yet")]


def _plain(clause: Clause, tokens: Sequence[Token]) -> list[Splice] | None:
    finite = clause.finite
    if finite.lemma_ == "get" and clause.auxiliaries:
        return None  # I got charged
    if clause.imperative:
        return _forbidden(clause, tokens)
    if finite.lemma_ == "do" and clause.auxiliaries and not clause.inverted:
        return None  # the boy does card tricks
    if not clause.auxiliaries and not clause.copula:
        return _with_do(clause, tokens)
    if clause.inverted:
        return _asked(clause)
    end = finite.idx + len(finite)
    word = finite.lower_.replace("’", "'")
    if word in ("'m", "'re", "'s"):
        return [Splice(end, end, " not")]
    if word.startswith("'"):
        return _spelled_out(clause, word)
    if finite.text != finite.lower_:
        return None
    if _contracts(tokens) and word in SHORT:
        return [Splice(finite.idx, end, _short(finite))]
    return [Splice(end, end, "not" if word == "can" else " not")]


def _spelled_out(clause: Clause, word: str) -> list[Splice] | None:
    """``I'll wait`` becomes ``I won't wait``."""
    finite = clause.finite
    following = clause.auxiliaries[1] if len(clause.auxiliaries) > 1 else clause.verb
    if word == "'d":
        word = {"VB": "would", "VBN": "had"}.get(following.tag_, "")
    else:
        word = {"'ve": "have", "'ll": "will"}.get(word, "")
    if word not in SHORT or finite == clause.verb:
        return None
    short = SHORT[word].replace("'", finite.text[0])
    return [Splice(finite.idx, finite.idx + len(finite), " " + short)]


def _with_do(clause: Clause, tokens: Sequence[Token]) -> list[Splice] | None:
    verb = clause.verb
    base = base_form(verb)
    if base is None or verb.tag_ not in DO or verb.text != verb.lower_ or verb.text[0] in "'’":
        return None
    if base in TENSELESS and base == verb.lower_ and not _third_singular(clause):
        return None
    do = DO["VBD"] if base in TENSELESS and base == verb.lower_ else DO[verb.tag_]
    phrase = SHORT[do].replace("'", _apostrophe(verb.doc)) if _contracts(tokens) else f"{do} not"
    adverbs = [token for token in clause.between if token.text != ","]
    start = adverbs[0].idx if adverbs else verb.idx
    end = verb.idx + len(verb)
    if adverbs:
        return [Splice(start, start, phrase + " "), Splice(verb.idx, end, base)]
    return [Splice(start, end, f"{phrase} {base}")]


def _third_singular(clause: Clause) -> bool:
    subject = clause.subject
    if subject is None or any(token.dep_ == "cc" for token in subject.children):
        return False
    return subject.lower_ in ("he", "she", "it") or bool(
        subject.tag_ == "NN" and any(t.dep_ in ("det", "poss") for t in subject.children)
    )


def _forbidden(clause: Clause, tokens: Sequence[Token]) -> list[Splice] | None:
    verb = clause.verb
    if clause.auxiliaries:
        end = clause.finite.idx + len(clause.finite)
        return [Splice(end, end, " not")]
    following = verb.nbor(1).tag_ if verb.i + 1 < len(verb.doc) else ""
    known = inflected(verb.lower_, "VBZ") or verb.lower_ == "be"
    if not known or following == "TO" or verb.text not in (verb.lower_, verb.lower_.capitalize()):
        return None
    do = f"do{'n' + _apostrophe(verb.doc) + 't' if _contracts(tokens) else ' not'}"
    if verb.text[0].isupper():
        do = do.capitalize()
    return [Splice(verb.idx, verb.idx + len(verb), f"{do} {verb.lower_}")]


def _asked(clause: Clause) -> list[Splice] | None:
    """``Why was it late?`` becomes ``Why wasn't it late?``."""
    finite, subject = clause.finite, clause.subject
    end = finite.idx + len(finite)
    if finite.lower_ == "am" and subject is not None and subject.i == finite.i + 1:
        end = subject.idx + len(subject)
        return [Splice(end, end, " not")]
    if finite.text not in SHORT or finite.text == "must":
        return None
    return [Splice(finite.idx, end, _short(finite))]


def _any_for_some(clause: Clause, tokens: Sequence[Token]) -> list[Splice]:
    return [
        Splice(token.idx, token.idx + len(token), INDEFINITE[token.text])
        for token in tokens
        if token.text in INDEFINITE and token.i > clause.verb.i and reached(token, clause.verb)
    ]


def reached(token: Token, verb: Token) -> bool:
    """Whether a *not* at ``verb`` turns *some* into *any* here."""
    if token.lower_ in ("some", "any"):
        token = token.head
        if token.lower_ in SET_NOUNS:
            return False
    while token != verb:
        if token.dep_ not in INSIDE:
            return False
        token = token.head
    return True


def _contracts(tokens: Iterable[Token]) -> bool:
    return any(t.text[0] in "'’" and len(t) > 1 and t.pos_ in ("AUX", "VERB") for t in tokens)


def _short(finite: Token) -> str:
    return SHORT[finite.text].replace("'", _apostrophe(finite.doc))


def _apostrophe(tokens: Iterable[Token]) -> str:
    return "’" if any("’" in token.text for token in tokens) else "'"
