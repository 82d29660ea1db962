"""The main clause of a sentence: its verb, what stands before it, and what kind of clause it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from perimetry.rules.english.inflection import inflected
from perimetry.rules.english.words import words

if TYPE_CHECKING:
    from spacy.tokens import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
SINGULAR = frozenset({"he", "she", "it", "this", "that"})
PLURAL = frozenset({"we", "you", "they", "these", "those"})
SAME_PARTICIPLE = words(
    """
    bent bound bought bred brought built burnt caught cut dealt dug fed felt fought found got had
    heard held hit hung hurt kept laid led left lent lit lost made meant met paid put read said sent
    set shot shut sold spent split spread spun stuck struck swept taught thought told understood won
    """
)
"""Past tenses that are also participles, beside those in -ed."""

AFTER = {
    "MD": ("VB",),
    "do": ("VB",),
    "have": ("VBN",),
    "be": ("VBG", "VBN"),
    "get": ("VBN",),
    "'s": ("VBG", "VBN"),
}
TIMES = words(
    """
    day morning afternoon evening night noon week weekend month year spring summer autumn
    winter fall today yesterday tomorrow tonight time times moment minute hour once last
    next this every each monday tuesday wednesday thursday friday saturday sunday way
    """
)
"""Words that show a noun before the subject to be a time."""

TAKES_CLAUSE = words(
    """
    say think believe know feel see hear watch claim tell hope guess suppose understand mean find
    let make help have want need think realize realise notice admit agree announce argue assume
    promise report show suggest swear insist warn wish expect fear imagine remember ensure inform
    confirm notify state add note predict
    """
)
"""Verbs that a clause may follow without *that*."""


@dataclass(frozen=True)
class Clause:
    """A finite main clause: ``verb`` carries the meaning, ``finite`` carries tense and number."""

    verb: Token
    finite: Token
    auxiliaries: Sequence[Token]
    subject: Token | None
    negator: Token | None

    @property
    def imperative(self) -> bool:
        """Whether it asks somebody to do something: ``Shut the door.``"""
        return self.subject is None

    @property
    def inverted(self) -> bool:
        """Whether the finite verb stands before its subject, as in questions."""
        return self.subject is not None and self.finite.i < self.subject.i

    @property
    def copula(self) -> bool:
        """Whether the verb is a form of ``be`` that no other verb follows: ``It is hot.``"""
        return bool(self.verb == self.finite and self.verb.lemma_ == "be")

    @property
    def between(self) -> Sequence[Token]:
        """What stands between the subject and the verb, without the auxiliaries."""
        if self.subject is None or self.inverted:
            return []
        left = max(token.i for token in self.subject.subtree)
        if left > self.verb.i:
            left = self.subject.i
        inner = self.verb.doc[left + 1 : self.verb.i]
        return [token for token in inner if token not in self.auxiliaries]


def main_clause(tokens: Sequence[Token]) -> Clause | None:
    """The one finite main clause, or ``None`` where the parse does not show one beyond doubt."""
    roots = [token for token in tokens if token.dep_ == "ROOT" and not token.is_space]
    if len(roots) != 1 or roots[0].pos_ not in ("VERB", "AUX"):
        return None
    verb = roots[0]
    auxiliaries = [
        t for t in verb.children if t.dep_ in ("aux", "auxpass") and t.tag_ != "TO" and t.i < verb.i
    ]
    subjects = [token for token in verb.children if token.dep_ in SUBJECTS]
    heads = (verb, *auxiliaries)
    negators = [token for token in tokens if token.dep_ == "neg" and token.head in heads]
    if len(negators) > 1 or sum(token.dep_ != "expl" for token in subjects) > 1:
        return None
    expletives = [token for token in subjects if token.dep_ == "expl"]
    subject = next(iter(expletives or subjects), None)
    finite = auxiliaries[0] if auxiliaries else verb
    if subject is None:
        if verb.tag_ != "VB" or any(token.lower_ != "do" for token in auxiliaries):
            return None
    elif finite.tag_ not in FINITE:
        return None
    if any(_lacks_subject(token) for token in tokens if token != finite):
        return None
    if not _chained([*auxiliaries, verb]) or _odd_clause(verb) or _stray_noun(verb, subject):
        return None
    return Clause(verb, finite, auxiliaries, subject, negators[0] if negators else None)


def _chained(verbs: Sequence[Token]) -> bool:
    """Whether each auxiliary is followed by the form it asks for: ``does jumps`` is misread."""
    for auxiliary, verb in pairwise(verbs):
        lemma = "do" if auxiliary.lower_ in ("do", "does", "did") else auxiliary.lemma_.lower()
        wanted = AFTER.get("MD" if auxiliary.tag_ == "MD" else lemma, ())
        participle = verb.tag_ == "VBD" and "VBN" in wanted and _past_is_participle(verb)
        if verb.tag_ not in wanted and not participle:
            return False
    return True


def _past_is_participle(verb: Token) -> bool:
    return bool(verb.lower_.endswith("ed") or verb.lower_ in SAME_PARTICIPLE)


def _odd_clause(verb: Token) -> bool:
    """Whether ``printed dress stands`` was read as a verb with a clause, which it cannot take."""
    return any(
        child.dep_ == "ccomp"
        and child.i > verb.i
        and verb.lemma_.lower() not in TAKES_CLAUSE
        and not any(t.dep_ == "mark" or t.tag_ in ("WP", "WRB", "WDT") for t in child.subtree)
        for child in verb.children
    )


def _stray_noun(verb: Token, subject: Token | None) -> bool:
    """Whether a noun that is no time stands before the subject: ``cash I got shows`` is misread."""
    if subject is None:
        return False
    return any(
        child.dep_ in ("npadvmod", "dobj")
        and child.i < subject.i
        and TIMES.isdisjoint(token.lower_ for token in child.subtree)
        and not any(token.tag_ in ("WP", "WDT", "WRB", "CD") for token in child.subtree)
        for child in verb.children
    )


def _lacks_subject(token: Token) -> bool:
    """Whether a finite verb of another clause has no subject: a sign of a misread sentence."""
    if token.tag_ not in FINITE:
        return False
    verb = token.head if token.dep_ in ("aux", "auxpass") else token
    if verb.dep_ in ("ROOT", "conj"):
        return bool(verb != token and token.i > verb.i)
    return not any(child.dep_ in SUBJECTS for child in verb.children)


def agrees(clause: Clause) -> bool:
    """Whether subject and finite verb agree in number; where not, the tagger has misread one."""
    subject, finite = clause.subject, clause.finite
    if subject is None or finite.tag_ in ("MD", "VBD") or not subject.dep_.startswith("nsubj"):
        return True
    if any(token.dep_ == "cc" for token in subject.children):
        return True
    word = subject.lower_
    if word in ("the", "a", "an"):
        return False
    if finite.lower_ in ("am", "'m", "’m"):
        return bool(word == "i")
    if word in SINGULAR or (subject.tag_ == "NN" and subject.pos_ == "NOUN"):
        return bool(finite.tag_ == "VBZ")
    if word == "i" or word in PLURAL or subject.tag_ == "NNS":
        return bool(finite.tag_ == "VBP")
    return True


def perhaps_participle(clause: Clause, *, headline: bool) -> bool:
    """Whether ``Two men tied to a chair.`` may have been read as a past tense.

    Headlines tell the past in the present tense, so there even an object proves nothing.
    """
    verb, subject = clause.verb, clause.subject
    if subject is None or verb != clause.finite or verb.tag_ != "VBD" or clause.copula:
        return False
    if not _past_is_participle(verb):
        return False
    determiners = {token.lower_ for token in subject.children if token.dep_ in ("det", "poss")}
    definite = subject.pos_ == "PRON" or bool(determiners - {"a", "an", "some"})
    if headline and subject.pos_ != "PRON":
        return not definite
    return not definite and not any(t.dep_ in ("dobj", "ccomp", "dative") for t in verb.children)


def perhaps_verb(clause: Clause) -> bool:
    """Whether the subject of ``Minister renews call`` may itself be the verb of a headline."""
    subject, verb = clause.subject, clause.verb
    if subject is None or subject.tag_ != "NNS" or verb.tag_ not in ("VBP", "VBD", "VBZ"):
        return False
    bare = not any(token.dep_ in ("det", "poss", "nummod", "amod") for token in subject.children)
    modified = any(token.dep_ in ("compound", "nmod") for token in subject.children)
    return bare and modified and inflected(subject.lemma_.lower(), "VBZ") == subject.lower_
