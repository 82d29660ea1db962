"""Where putting or taking a ``not`` gives the plain contradiction, and where it may not.

A negation says the opposite of the whole sentence only if nothing in it escapes its reach: *all
guests left* and *all guests did not leave* may both be false, *he left because of the rain* keeps
its leaving, *it may rain* and *it may not rain* are both true.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perimetry.rules.english.clause import Clause
from perimetry.rules.english.words import words

if TYPE_CHECKING:
    from spacy.tokens import Token

NEGATIVE = words(
    """
    not n't n’t no non never nobody nothing none neither nor nowhere cannot hardly barely scarcely
    rarely seldom unable impossible incapable unlikely unless except few fewer less least any
    anybody anyone anything anymore
    """
)
ESCAPING = words(
    """
    because since due owing thanks until till only just both either also too even so or but yet
    though although however whereas despite unlike instead rather quite pretty fairly somewhat
    slightly almost nearly such several various plenty lots couple dozens ever still already
    sometimes occasionally otherwise unfortunately fortunately hopefully sadly maybe perhaps
    probably possibly certainly definitely surely clearly obviously apparently allegedly reportedly
    actually really simply merely once finally eventually suddenly soon therefore thus hence
    moreover furthermore besides then supposedly presumably
    """
)
"""Words that a ``not`` would reach differently, or that sit badly beside one."""

PHRASE = re.compile(
    r"\b(?:as (?:well|soon|long|far|if)|at (?:most|all)|had better|rather than|in case|so that"
    r"|in order|used to|got to|kind of|sort of|a (?:bit|little)|the (?:more|less|better|sooner)"
    r"|no doubt|of course|for example|for instance|such as|it that|for some reason"
    r"|sure (?:that|you|to))\b"
    r"|['’]d better\b",
    re.IGNORECASE,
)
QUANTIFIERS = words(
    """
    all every each most many much few several some any both half more another others everyone
    everybody everything someone somebody something anyone various certain dozens hundreds thousands
    millions lots plenty least over nearly almost about up majority number couple people's
    """
)
ADVERBS = words(
    """
    always usually normally generally typically often currently directly easily fully officially
    automatically immediately formally publicly quickly regularly frequently necessarily entirely
    completely
    """
)
"""Adverbs between subject and verb that a ``not`` may stand before."""

SET_VERBS = words("hope wish guess suppose bet wonder thank dare let beg")
ORDERS = words(
    """
    make ensure remember note see look suppose imagine say feel welcome enjoy congratulate take
    beware mind wait hear want need know like seem
    """
)
"""Imperatives that are set phrases, or odd when forbidden."""

PERMITTED = words(
    """
    access appeal apply borrow bring cancel change claim copy disclose enter invite leave park pay
    publish rent request return sell smoke submit swim terminate transfer use withdraw
    """
)
"""Deeds for which ``you may`` is a permission, not a guess."""

REASONS = (
    "a word that a negation does not reach plainly",
    "a quantified subject",
    "a question that a negation does not turn round",
    "parts joined to the main verb",
    "speech or thought before its verb",
    "a comma after the verb",
    "a modal of possibility",
    "a set phrase",
    "an adverb before the verb",
    "an order of words that is read with doubt",
)
"""Every reason that :func:`escapes` gives."""


def escapes(clause: Clause, tokens: Sequence[Token], handled: Token | None = None) -> str | None:
    """Why a ``not`` at the main verb would not be the plain contradiction, or ``None``.

    ``handled`` is a word that the rule itself turns round, such as *already*.
    """
    text = clause.verb.doc.text
    if any(token.lower_ in ESCAPING and token != handled and not _local(token) for token in tokens):
        return "a word that a negation does not reach plainly"
    if PHRASE.search(text):
        return "a set phrase"
    return (
        _question(clause, tokens)
        or _joined(clause, tokens)
        or _subject(clause)
        or _verb(clause)
        or _order(clause, tokens, handled)
    )


def is_negative(tokens: Sequence[Token]) -> bool:
    """Whether any word denies something, or asks for a denial."""
    return any(token.lower_ in NEGATIVE for token in tokens)


def _local(token: Token) -> bool:
    """Whether a word of many uses is here in one that stays inside its own phrase."""
    match token.lower_:
        case "too":
            return bool(token.head.pos_ in ("ADJ", "ADV") and token.i < token.head.i)
        case "since":
            return any(t.dep_ == "aux" and t.lower_ in ("have", "has", "'ve") for t in token.doc)
        case "pretty":
            return bool(token.pos_ == "ADJ")
        case "thanks":
            return bool(token.dep_ == "dobj")
        case "due":
            return bool(token.dep_ == "acomp" and token.nbor().lower_ != "to")
        case _:
            return False


def _question(clause: Clause, tokens: Sequence[Token]) -> str | None:
    asked = any(token.text == "?" for token in tokens)
    outer = any(
        token.tag_ in ("WP", "WRB", "WDT", "WP$") and (token.head == clause.verb or token.i == 0)
        for token in tokens[: clause.verb.i]
    )
    if tokens[0].lower_ == "why" and asked and clause.inverted and clause.finite.i == 1:
        return None
    opened = tokens[0].pos_ == "AUX" and clause.subject is not None
    if asked or clause.inverted or outer or opened:
        return "a question that a negation does not turn round"
    return None


def _joined(clause: Clause, tokens: Sequence[Token]) -> str | None:
    verb = clause.verb
    joined = ("conj", "cc", "preconj")
    apart = (*joined, "parataxis", "intj", "dep", "meta")
    if any(
        child.dep_ in apart and not child.is_space and child.lower_ not in ("please", "kindly")
        for child in verb.children
    ):
        return "parts joined to the main verb"
    if any(token.dep_ == "conj" and _shares_subject(token) for token in tokens[verb.i + 1 :]):
        return "parts joined to the main verb"
    for child in verb.children:
        if child.i > verb.i and any(token.dep_ in joined for token in child.children):
            return "parts joined to the main verb"
        if child.dep_ == "ccomp" and child.i < verb.i:
            return "speech or thought before its verb"
    if any(token.is_quote for token in tokens):
        return "speech or thought before its verb"
    if any(token.text in (",", "(") and token.i > verb.i for token in tokens):
        return "a comma after the verb"
    return None


def _shares_subject(verb: Token) -> bool:
    """Whether a later verb lacks a subject, so that it may belong to the main clause."""
    if verb.pos_ not in ("VERB", "AUX"):
        return False
    parts = list(verb.children)
    finite = verb.tag_ in ("VBD", "VBP", "VBZ") or any(part.tag_ == "MD" for part in parts)
    return finite and not any(part.dep_ in ("nsubj", "nsubjpass", "expl") for part in parts)


def _subject(clause: Clause) -> str | None:
    subject = clause.subject
    if subject is None:
        return None
    if subject.lower_ == "there":
        return None if _one_thing_there(clause) else "a quantified subject"
    near = [t for t in subject.subtree if t == subject or t.head == subject or t.dep_ == "quantmod"]
    return "a quantified subject" if any(t.lower_ in QUANTIFIERS for t in near) else None


def _one_thing_there(clause: Clause) -> bool:
    """``There is a fee`` takes a *not*, but ``There are fees`` takes a *no*."""
    for token in clause.verb.children:
        if token.dep_ in ("attr", "nsubj", "dobj"):
            first = next(iter(token.subtree))
            return first.lower_ in ("a", "an", "some", "the") or bool(first.tag_ == "CD")
    return False


def _verb(clause: Clause) -> str | None:
    verb, modal, lemma = clause.verb, clause.finite.lower_, clause.verb.lemma_.lower()
    perfect = any(token.lower_ == "have" for token in clause.auxiliaries[1:])
    if modal in ("might", "ought", "dare", "need") and clause.auxiliaries:
        return "a modal of possibility"
    if modal in ("could", "must") and (perfect or lemma == "be"):
        return "a modal of possibility"
    if modal == "may":
        you = clause.subject is not None and clause.subject.lower_ == "you"
        if perfect or not you or lemma not in PERMITTED:
            return "a modal of possibility"
    if lemma in SET_VERBS:
        return "a set phrase"
    complements = [child for child in verb.children if child.i > verb.i and not child.is_punct]
    if clause.imperative and (lemma in ORDERS or not complements):
        return "a set phrase"
    return None


def _order(clause: Clause, tokens: Sequence[Token], handled: Token | None) -> str | None:
    for token in clause.between:
        harmless = token.dep_ == "neg" or token.text == "," or token.lower_ in ADVERBS
        if not harmless and token != handled:
            return "an adverb before the verb"
    before = [token for token in tokens[: clause.verb.i] if not token.is_space]
    if tokens[0].tag_ == "VB" and not clause.imperative:
        return "an order of words that is read with doubt"
    openers = ("please", "kindly", ",", "do", "not", "n't", "n’t")
    if clause.imperative and before and before[-1].lower_ not in openers:
        return "an order of words that is read with doubt"
    return None
