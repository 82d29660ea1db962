"""Voice: an active sentence becomes passive, a passive one active, and says the same.

``The nurse removed the bandage.`` becomes ``The bandage was removed by the nurse.`` Only plain
sentences of one deed, with verbs of which both voices are ordinary English.
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
from perimetry.rules.english.kinds import MAKING, is_person
from perimetry.rules.english.phrase import Phrase, simple_phrase
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token

REST = 6
"""Words that may follow the object."""

BE = {("VBZ", False): "is", ("VBZ", True): "are", ("VBD", False): "was", ("VBD", True): "were"}
PLAIN = words(
    "in on at into onto from with through across over inside outside near during for of to"
)
TO_THE_OBJECT = words("for from of to with")
"""Prepositions of what may belong to the object, which the passive would tear from it."""

BRING = words(
    "bring carry deliver drive email forward give hand lend move offer pass post return sell send"
    " ship show take transfer"
)
"""Verbs to which a *to* belongs, and not to their object."""

MODALS = ("will", "can", "must", "should", "could", "would")


@dataclass(frozen=True)
class Voice:
    """Exchanges active and passive."""

    name: ClassVar[str] = "voice"
    relation: ClassVar[Relation] = "same"
    needs_parse: ClassVar[bool] = True
    reasons: ClassVar[Sequence[str]] = (
        *trust.REASONS,
        "not a plain sentence of one deed",
        "no plain noun phrases to exchange",
        "a verb that is not used in both voices",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:  # noqa: ARG002 only one edit
        if reason := trust.distrust(sentence):
            return Decline(reason)
        clause = main_clause(sentence.tokens)
        if clause is None or not _plain(clause, sentence.tokens):
            return Decline("not a plain sentence of one deed")
        passive = any(token.dep_ == "auxpass" for token in clause.auxiliaries)
        if clause.verb.lemma_.lower() not in MAKING:
            return Decline("a verb that is not used in both voices")
        patient = _child(clause.verb, "nsubjpass" if passive else "dobj")
        agent = _agent(clause.verb) if passive else clause.subject
        phrases = [simple_phrase(each) for each in (agent, patient) if each is not None]
        if len(phrases) < 2 or phrases[0] is None or phrases[1] is None:
            return Decline("no plain noun phrases to exchange")
        turn = _active if passive else _passive
        text = turn(sentence.text, clause, phrases[0], phrases[1])
        if text is None:
            return Decline("no plain noun phrases to exchange")
        return [Edit.between(sentence.text, text)]


def _plain(clause: Clause, tokens: Sequence[Token]) -> bool:
    allowed = {"nsubj", "nsubjpass", "dobj", "aux", "auxpass", "prep", "agent", "punct", "npadvmod"}
    if clause.subject is None or clause.inverted or clause.negator or clause.between:
        return False
    if any(token.text in "?,:;-()" or token.is_quote or token.is_space for token in tokens):
        return False
    return all(
        child.dep_ in allowed and (child.i > clause.subject.i or child == clause.subject)
        for child in clause.verb.children
    )


def _child(verb: Token, kind: str) -> Token | None:
    return next((child for child in verb.children if child.dep_ == kind), None)


def _agent(verb: Token) -> Token | None:
    by = _child(verb, "agent")
    done_by = _child(by, "pobj") if by is not None and by.lower_ == "by" else None
    if done_by is None or (not is_person(done_by) and done_by.tag_ != "NNP"):
        return None
    return done_by


def _parts(source: str, verb: Token, after: int) -> tuple[str, str] | None:
    """What follows the character ``after``: the rest of the clause, and the closing marks."""
    doc = verb.doc
    rest = [token for token in doc if token.idx >= after and not token.is_punct]
    if len(rest) > REST or any(token.tag_ in ("PRP", "PRP$", "VBG", "VBN") for token in rest):
        return None
    end = rest[-1].idx + len(rest[-1]) if rest else after
    if any(token.tag_ == "IN" and token.lower_ not in PLAIN for token in rest):
        return None
    return source[after:end].strip(), source[end:]


def _passive(source: str, clause: Clause, agent: Phrase, patient: Phrase) -> str | None:
    verb = clause.verb
    participle = inflected(verb.lemma_.lower(), "VBN")
    be = _be(clause, patient)
    doer = agent.inner
    if participle is None or be is None or doer is None:
        return None
    if patient.start != verb.idx + len(verb) + 1 or agent.first.i > 0:
        return None
    if not is_person(agent.head) and agent.head.tag_ != "NNP":
        return None
    parts = _parts(source, verb, patient.end)
    if parts is None or _torn(verb, parts[0]):
        return None
    parts_in_order = [patient.opening, be, participle, parts[0], f"by {doer}"]
    return source[: agent.start] + " ".join(filter(None, parts_in_order)) + parts[1]


def _torn(verb: Token, rest: str) -> bool:
    """Whether ``rest`` may belong to the object."""
    prepositions = set(rest.lower().split()) & TO_THE_OBJECT
    return bool(prepositions - ({"to"} if verb.lemma_.lower() in BRING else set()))


def _be(clause: Clause, patient: Phrase) -> str | None:
    finite, verb, rest = clause.finite, clause.verb, [t.lower_ for t in clause.auxiliaries[1:]]
    many = patient.plural
    if finite == verb:
        return BE["VBD" if verb.tag_ == "VBD" else "VBZ", many]
    if rest:
        return None
    if verb.tag_ == "VBG" and finite.lower_ in ("is", "are", "was", "were"):
        return BE["VBD" if finite.lower_ in ("was", "were") else "VBZ", many] + " being"
    if verb.tag_ == "VBN" and finite.lower_ in ("has", "have", "had"):
        return ("had" if finite.lower_ == "had" else "have" if many else "has") + " been"
    if verb.tag_ == "VB" and finite.lower_ in MODALS:
        return f"{finite.lower_} be"
    return None


def _active(source: str, clause: Clause, agent: Phrase, patient: Phrase) -> str | None:
    verb = clause.verb
    by = agent.first.nbor(-1)
    deed = _deed(clause, agent)
    done_to = patient.inner
    if deed is None or done_to is None or patient.first.i > 0 or by.idx < verb.idx:
        return None
    between = source[verb.idx + len(verb) : by.idx].strip()
    parts = _parts(source, verb, agent.end)
    if parts is None or len(between.split()) + len(parts[0].split()) > REST:
        return None
    parts_in_order = [agent.opening, deed, done_to, between, parts[0]]
    return source[: patient.start] + " ".join(filter(None, parts_in_order)) + parts[1]


def _deed(clause: Clause, agent: Phrase) -> str | None:
    base = clause.verb.lemma_.lower()
    many = agent.plural
    match [token.lower_ for token in clause.auxiliaries]:
        case ["is" | "are"]:
            return base if many else inflected(base, "VBZ")
        case ["was" | "were"]:
            return inflected(base, "VBD")
        case ["is" | "are", "being"]:
            return f"{'are' if many else 'is'} {inflected(base, 'VBG')}"
        case ["was" | "were", "being"]:
            return f"{'were' if many else 'was'} {inflected(base, 'VBG')}"
        case ["has" | "have", "been"]:
            return f"{'have' if many else 'has'} {inflected(base, 'VBN')}"
        case ["had", "been"]:
            return f"had {inflected(base, 'VBN')}"
        case [modal, "be"] if modal in MODALS:
            return f"{modal} {base}"
        case _:
            return None
