"""Contraction: the same words, drawn together or written out.

``It is not open.`` and ``It isn't open.`` say the same. A *'s* or *'d* is written out only where
the next verb shows what it stands for, and nothing is contracted where English keeps it whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english import trust
from perimetry.rules.english.clause import SUBJECTS
from perimetry.rules.english.words import words
from perimetry.rules.negation import SHORT
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

ENDINGS = {
    "am": "'m",
    "are": "'re",
    "is": "'s",
    "has": "'s",
    "have": "'ve",
    "had": "'d",
    "will": "'ll",
    "would": "'d",
}
FOR_SUBJECT = {
    "i": words("am have had will would"),
    "you": words("are have had will would"),
    "we": words("are have had will would"),
    "they": words("are have had will would"),
    "he": words("is has had will would"),
    "she": words("is has had will would"),
    "it": words("is has will"),
    "that": words("is"),
    "there": words("is"),
}
"""What each subject draws to itself."""

WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}
NOT = ("n't", "n’t")
VERBAL = ("VBP", "VBZ", "VBD", "MD")


@dataclass(frozen=True)
class Contraction:
    """Contracts what is written out, or writes out what is contracted, one place an edit."""

    name: ClassVar[str] = "contraction"
    relation: ClassVar[Relation] = "same"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (*trust.REASONS, "quoted speech", "nothing to contract")

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        if reason := trust.distrust(sentence):
            return Decline(reason)
        if any(token.is_quote for token in sentence.tokens):
            return Decline("quoted speech")
        made = [edit for token in sentence.tokens if (edit := _changed(sentence.text, token))]
        if not made:
            return Decline("nothing to contract")
        return shuffled(made, seed, self.name, sentence.text, key=lambda edit: edit.text)


def _changed(text: str, token: Token) -> Edit | None:
    if token.i == 0:
        return None
    before = token.nbor(-1)
    if token.lower_ in NOT:
        return _written_out_not(text, before, token)
    if token.text[0] in "'’" and len(token) > 1:
        return _written_out(text, before, token)
    if token.text == "not":
        return _drawn_together_not(text, before, token)
    return _drawn_together(text, before, token)


def _written_out_not(text: str, verb: Token, negator: Token) -> Edit | None:
    if verb.i == 0 and not _imperative_do(verb):
        return None  # a question: isn't it, but is it not
    if _after_verb(verb) and not _imperative_do(verb):
        return None
    whole = WHOLE.get(verb.text, verb.text)
    if verb.lower_ == "ai":
        return None
    end = negator.idx + len(negator)
    return Edit.replacing(text, verb.idx, end, whole + ("not" if whole == "can" else " not"))


def _drawn_together_not(text: str, verb: Token, negator: Token) -> Edit | None:
    if verb.text not in SHORT and not _imperative_do(verb):
        return None
    if _after_verb(verb) and not _imperative_do(verb):
        return None
    following = negator.nbor(1).lower_ if negator.i + 1 < len(negator.doc) else "."
    if negator.dep_ != "neg" or following in ("only", "just", "even", "to", ".", ",", "?", "!"):
        return None
    between = text[verb.idx + len(verb) : negator.idx]
    if between != " " and not (verb.lower_ == "can" and not between):
        return None
    short = "Don't" if verb.text == "Do" else SHORT[verb.text]
    return Edit.replacing(text, verb.idx, negator.idx + len(negator), short)


def _imperative_do(verb: Token) -> bool:
    return bool(
        verb.lower_ == "do"
        and verb.dep_ == "aux"
        and verb.head.tag_ == "VB"
        and not any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.head.children)
    )


def _after_verb(verb: Token) -> bool:
    """Whether the subject does not stand before the finite verb, as in questions."""
    head = verb.head if verb.dep_ in ("aux", "auxpass") else verb
    subjects = [t for t in head.children if t.dep_ in SUBJECTS]
    return not subjects or min(subject.i for subject in subjects) > verb.i


def _written_out(text: str, subject: Token, verb: Token) -> Edit | None:
    whole = _whole(verb)
    following = verb.nbor(1) if verb.i + 1 < len(verb.doc) else verb
    if following.text[0].isupper() or (
        whole == "is" and following.lower_ in ("been", "got", "had")
    ):
        return None
    if subject.dep_ not in SUBJECTS or (subject.i and subject.nbor(-1).pos_ == "ADP"):
        return None
    if whole is None or whole not in FOR_SUBJECT.get(subject.lower_, ()) or _after_verb(verb):
        return None
    return Edit.replacing(text, verb.idx, verb.idx + len(verb), " " + whole)


def _whole(verb: Token) -> str | None:
    ending = verb.lower_.replace("’", "'")
    head = verb.head if verb.dep_ in ("aux", "auxpass") else verb
    match ending:
        case "'m" | "'re" | "'ve" | "'ll":
            return next(whole for whole, short in ENDINGS.items() if short == ending)
        case "'s" if verb.tag_ == "VBZ" and (head == verb or head.tag_ == "VBG"):
            return "is"
        case "'d" if verb.tag_ == "MD" and verb.nbor(1).tag_ == "VB":
            return "would"
        case _:
            return None


def _drawn_together(text: str, subject: Token, verb: Token) -> Edit | None:
    if verb.text not in FOR_SUBJECT.get(subject.lower_, ()) or verb.tag_ not in VERBAL:
        return None
    if subject.dep_ not in SUBJECTS or verb.i + 1 >= len(verb.doc):
        return None
    head = verb.head if verb.dep_ in ("aux", "auxpass") else verb
    main = head == verb
    if subject.head != head or (main and verb.lemma_ != "be") or text[verb.idx - 1] != " ":
        return None
    following = verb.nbor(1)
    if following.is_punct or following.is_space or following.tag_ == "TO" or following.text in NOT:
        return None
    if following.lower_ == "not" and verb.text not in ("am", "are", "is"):
        return None
    if verb.text in ("had", "has") and following.tag_ not in ("VBN", "RB"):
        return None
    complements = ("attr", "acomp", "prep", "xcomp", "ccomp", "nsubj", "neg")
    if main and not any(t.dep_ in complements and t.i > verb.i for t in head.children):
        return None  # the way it is now
    if any(t.lower_ in ("than", "as", "so") and t.head == head for t in verb.doc):
        return None
    return Edit.replacing(text, verb.idx - 1, verb.idx + len(verb), ENDINGS[verb.text])
