"""Whether one word may be exchanged where it stands, and in which construction it stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perimetry.rules.english.forms import BASE, form, known_forms
from perimetry.rules.english.words import words

if TYPE_CHECKING:
    from spacy.tokens import Token

NAME = "a name, a quotation or a fixed group of words"
CONSTRUCTION = "a construction that the other word may not share"

NOUN_ROLES = words("nsubj nsubjpass dobj pobj attr conj ROOT")
VERB_ROLES = words("ROOT conj advcl xcomp ccomp relcl acl pcomp")
LINKING = words("be seem become look feel remain stay get sound taste appear grow keep turn")
LOOSE = words(
    "in at during after before since until near outside inside behind beside under above"
    " throughout within along across around between among by while as if when"
)
"""Words that open a phrase of place or time, which hardly ever hangs on the choice of the verb."""

PARTICLES = words(
    "up down off out away over back on in through along around apart together by home aside forward"
)
QUOTES = frozenset('"“”„«»‘`')
DEGREES = words("very more most less least rather quite extremely")
MEASURED = words("how as so enough too such that")


def objection(token: Token) -> str | None:
    """Why this word may not be exchanged here at all, or ``None``."""
    text = str(token.doc.text)
    word = str(token.text)
    if not word.isascii() or not word.isalpha() or QUOTES & set(text) or _joined(token, text):
        return NAME
    named = token.pos_ in ("ADJ", "NOUN") and any(_capital(near) for near in _beside(token))
    if named or _capital(token):
        return NAME
    if not _as_written(token):
        return CONSTRUCTION
    if token.dep_ == "compound" or any(
        child.dep_ in ("compound", "nmod", "appos") for child in token.children
    ):
        return NAME
    return None


def frames(token: Token) -> frozenset[str]:
    """The constructions of the lexicon that ``token`` stands in; none where it is not plain."""
    reading = {"ADJ": _adjective, "ADV": _adverb, "NOUN": _noun, "VERB": _verb}[token.pos_]
    return reading(token)


def _joined(token: Token, text: str) -> bool:
    before, after = text[: token.idx][-1:], text[token.idx + len(token) :][:1]
    return before not in ("", " ", "(", ",") or after not in ("", " ", ",", ".", "?", "!", ";", ")")


def _beside(token: Token) -> list[Token]:
    doc = token.doc
    return [doc[i] for i in (token.i - 1, token.i + 1) if 0 <= i < len(doc) and doc[i].is_alpha]


def _capital(token: Token) -> bool:
    if token.i == 0:
        return bool(token.pos_ == "PROPN" or (len(token) > 1 and token.is_upper))
    return bool(token.text[:1].isupper() and token.text != "I")


def _as_written(token: Token) -> bool:
    """Whether inflecting the lemma that was read gives back the word that stands there."""
    lemma, tag = token.lemma_.lower(), token.tag_
    if tag in BASE:
        return bool(token.lower_ == lemma)
    return token.lower_ in known_forms(lemma, tag) or token.lower_ == form(lemma, tag)


def _adjective(token: Token) -> frozenset[str]:
    if not all(_leaves_adjective(child) for child in token.children):
        return frozenset()
    head = token.head
    if token.dep_ == "amod" and token.i < head.i and head.tag_ in ("NN", "NNS"):
        between = token.doc[token.i + 1 : head.i]
        plain = all(each.tag_ == "JJ" and each.dep_ == "amod" for each in between)
        lone = not any(child.dep_ in ("compound", "nmod") for child in head.children)
        return frozenset({"attributive"}) if plain and lone else frozenset()
    if token.dep_ == "acomp" and head.lemma_ in LINKING and token.i > head.i:
        return frozenset({"predicative"})
    return frozenset()


def _leaves_adjective(child: Token) -> bool:
    """Whether an adjective with this word beside it may be exchanged."""
    if child.dep_ == "prep":
        return bool(child.lower_ == "than" and child.i > child.head.i)
    return child.dep_ in ("advmod", "punct", "cc") and child.lower_ not in MEASURED


def _noun(token: Token) -> frozenset[str]:
    if token.tag_ not in ("NN", "NNS") or token.dep_ not in NOUN_ROLES:
        return frozenset()
    if any(child.dep_ in ("relcl", "acl", "prep") for child in token.children):
        return frozenset({"with complement", *_counted(token)})
    return _counted(token)


def _counted(token: Token) -> frozenset[str]:
    determiners = [child for child in token.children if child.dep_ in ("det", "poss", "nummod")]
    if token.tag_ == "NNS":
        return frozenset({"countable"})
    if any(child.lower_ in ("a", "an", "one", "every", "each") for child in determiners):
        return frozenset({"countable"})
    return frozenset({"countable", "mass"}) if determiners else frozenset({"mass"})


def _verb(token: Token) -> frozenset[str]:
    if token.dep_ not in VERB_ROLES:
        return frozenset()
    kinds = {child.dep_ for child in token.children}
    if token.tag_ == "VBG" and (token.head.tag_ in ("NNP", "NNPS") or _bare_gerund(token, kinds)):
        return frozenset()
    finite = token.tag_ in ("VBD", "VBP", "VBZ") and token.dep_ != "conj"
    if finite and not kinds & {"nsubj", "nsubjpass"}:
        return frozenset()
    if kinds & {"prt", "dative", "oprd", "acomp", "attr", "expl"} or _particle(token):
        return frozenset()
    if any(child.dep_ == "prep" and child.lower_ not in LOOSE for child in token.children):
        return frozenset()
    if kinds & {"ccomp", "xcomp"}:
        gerund = any(c.dep_ == "xcomp" and c.tag_ == "VBG" for c in token.children)
        return frozenset() if gerund or "dobj" in kinds else frozenset({"clause"})
    passive = token.tag_ == "VBN" and (kinds & {"auxpass", "nsubjpass"} or token.dep_ == "acl")
    if "dobj" in kinds or passive:
        return frozenset() if "dobj" in kinds and passive else frozenset({"transitive"})
    gap = token.dep_ in ("relcl", "acl", "xcomp", "pcomp")
    return frozenset() if gap or "nsubj" not in kinds else frozenset({"intransitive"})


def _bare_gerund(token: Token, kinds: set[str]) -> bool:
    """Whether the word may be a noun in a headline, as in *the building disaster*."""
    return token.dep_ in ("ROOT", "ccomp", "relcl") and "aux" not in kinds


def _particle(token: Token) -> bool:
    after = token.doc[token.i + 1 : token.i + 2]
    if any(each.tag_ == "RP" or each.dep_ == "prt" for each in after):
        return True
    return any(
        child.lower_ in PARTICLES and child.dep_ not in ("punct", "cc") and not any(child.children)
        for child in token.children
    )


def _adverb(token: Token) -> frozenset[str]:
    if token.dep_ != "advmod" or any(child.lower_ not in DEGREES for child in token.children):
        return frozenset()
    head = token.head
    if token.i and token.doc[token.i - 1].dep_ == "det":
        return frozenset()
    after = token.doc[token.i + 1].text if token.i + 1 < len(token.doc) else ""
    if token.i == 0 and after == ",":
        return frozenset({"sentence", "time"})
    if head.pos_ in ("ADJ", "ADV", "NUM") and token.i + 1 == head.i:
        return frozenset({"degree"})
    if head.pos_ in ("VERB", "AUX"):
        degree = {"degree"} if token.i + 1 == head.i else set()
        return frozenset({"manner", "time"} | degree)
    return frozenset()
