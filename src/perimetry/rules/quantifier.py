"""Another quantifier: ``All guests pay.`` → ``Some guests pay.``"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import VALUES, cased_like
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.trust import REASONS, distrust
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

if TYPE_CHECKING:
    from spacy.tokens import Token


_AMOUNT = rf"(?=[ ](?:[$€£]?\d|(?:{'|'.join(VALUES)})\b))"
BOUNDS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(rf"(?<![\w-]){words}{_AMOUNT}", re.IGNORECASE), other)
    for words, other in (
        ("at least", "at most"),
        ("at most", "at least"),
        ("more than", "less than"),
        ("less than", "more than"),
        ("fewer than", "more than"),
    )
)
NEGATED_BOUND = re.compile(
    r"(?:\b(?:no|not|any|never|much|far|little|[a-z]+n[’']t)|\d|[a-z]er)[ ]\Z", re.IGNORECASE
)

UNCOUNTED = re.compile(
    r"[ ](?:[$€£]|[\d.,]+[ ]?(?:%|[$€£]|(?:per|cent|pct|km|kg|mg|g|m|GB|MB|kW|mph)\b)"
    r"|(?:[\d.,]+|\w+)(?:[ ](?:hundred|thousand|million|billion))?[ -]"
    r"(?:percent|per cent|pct|dollars?|euros?|pounds?|pence|cents?|seconds?|minutes?|hours?|days?"
    r"|weeks?|months?"
    r"|years?|decades?|centur(?:y|ies)|miles?|met(?:er|re)s?|kilomet(?:er|re)s?|feet|inches|degrees|tonnes?|tons?|ounces?"
    r"|lit(?:er|re)s?)\b)"
    r"|[ ][\w.,]*\w(?:$|[.;:?!)]|,(?!\d))"
)
"""An amount of money, time or stuff, which is *less*; things counted are *fewer*."""

POLAR = re.compile(
    r"\b(?:not|no|nor|never|none|nothing|nobody|nowhere|neither|without|hardly|barely|cannot|any"
    r"|anyone|anybody"
    r"|anything|anywhere|ever|yet|either|too|already|except|but|unless|some|someone|something"
    r"|only|just|even|before|again|until|till"
    r"|almost|nearly|isn|aren|[a-z]+n[’']t)\b",
    re.IGNORECASE,
)
"""Negations and the words that go with them or against them: no quantifier changes beside one."""

COLOURS = words("black white red blue green yellow pink orange brown grey gray purple")
PART = re.compile(
    r"\b(?:\w+est|most|least|half|third|quarter|percent|percentage|cent|share|majority|each|one"
    r"|\d+%?) of[ ]\Z",
    re.IGNORECASE,
)
"""*The trickiest of all*, *a quarter of all*: a part, which needs the whole."""
SET_AFTER_ALL = words(
    """
    kinds sorts types fours sides times hours ages directions means rights odds accounts walks
    ears eyes
    costs circumstances days nights years things ways
    """
)


@dataclass(frozen=True)
class Quantifier:
    """Puts *some* for *all*, *no* for *every* before a subject, *few* for *most* and the like.

    Bounds before a number turn round: *at least* and *at most*, *more than* and *less than*.
    Sentences with a negation or a word that goes with one are left alone.
    """

    name: str = "quantifier"
    relation: Relation = "different"
    needs_parse: bool = True
    reasons: Sequence[str] = (
        *dict.fromkeys((*NO_PROSE, *REASONS)),
        "a negation or a word that goes with it",
        "no certain quantifier",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each quantifier, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        made = list(_bounds(text))
        if not made:
            if not QUANTIFIER.search(text):
                return Decline("no certain quantifier")
            if reason := distrust(sentence):
                return Decline(reason)
            bare = OWN_NEGATION.sub("", text, count=1)
            if POLAR.search(bare):
                return Decline("a negation or a word that goes with it")
            made = [edit for token in sentence.tokens for edit in _changed(text, token)]
        ordered = shuffled(made, seed, self.name, text, key=lambda edit: str(edit.start))
        return ordered or Decline("no certain quantifier")


QUANTIFIER = re.compile(
    r"\b(?:all|every|everyone|everybody|always|never|most|many|few|nobody|no one)\b", re.IGNORECASE
)
OWN_NEGATION = re.compile(r"\b(?:never|nobody|no one)\b", re.IGNORECASE)


def _bounds(text: str) -> Iterator[Edit]:
    for pattern, other in BOUNDS:
        for match in pattern.finditer(text):
            before = text[max(0, match.start() - 20) : match.start()]
            after = text[match.end() :]
            if NEGATED_BOUND.search(before) or re.match(r"[ ](?:one|1)\b", after):
                continue
            written = match.group().split()
            said = other if other != "less than" or UNCOUNTED.match(after) else "fewer than"
            cased = " ".join(map(cased_like, written, said.split()))
            yield Edit.replacing(text, match.start(), match.end(), cased)


def _changed(text: str, token: Token) -> Iterator[Edit]:
    word = token.lower_
    start, end = token.idx, token.idx + len(token.text)
    other: str | None = None
    if word == "all":
        other, end = _for_all(text, token, end)
    elif word == "every" and token.dep_ == "det" and _subject(token.head) and "?" not in text:
        other = "no"
    elif word in ("everyone", "everybody") and _subject(token):
        other = {"everyone": "no one", "everybody": "nobody"}[word]
    elif word == "nobody" and _subject(token):
        other = "everybody"
    elif word == "no" and _subject(token.nbor() if token.i + 1 < len(token.doc) else token):
        following = token.nbor()
        if following.lower_ == "one":
            other, end = "everyone", following.idx + 3
    elif word == "always" and _adverb(token) and token.head.tag_ != "VBG":
        other = "sometimes"
    elif word == "never" and _adverb(token) and token.head.tag_ in ("VB", "VBP", "VBZ"):
        other = "always"
    elif word in ("most", "many", "few") and _counts_subject(token):
        other = {"most": "few", "many": "few", "few": "many"}[word]
    if other is not None:
        yield Edit.replacing(text, start, end, cased_like(token.text[0], other))


def _for_all(text: str, token: Token, end: int) -> tuple[str | None, int]:
    """What to put for *all* before a plural noun, and where the words it replaces end."""
    following = token.nbor() if token.i + 1 < len(token.doc) else None
    noun = token.head
    if following is None or noun.tag_ != "NNS" or not 1 <= noun.i - token.i <= 4:
        return None, end
    if following.lower_ in COLOURS or (token.i > 0 and token.nbor(-1).tag_[0] == "W"):
        return None, end
    if noun.lower_ in SET_AFTER_ALL or noun.dep_ == "attr" or token.dep_ not in ("det", "predet"):
        return None, end
    if token.i > 1 and token.nbor(-1).lower_ == "of" and PART.search(text[: token.idx]):
        return None, end
    if any(t.like_num or t.lower_ in ("all", "kind") for t in token.doc[token.i + 1 : noun.i]):
        return None, end
    if following.lower_ in ("the", "my", "your", "his", "her", "our", "their", "these", "those"):
        return "some of", end
    return ("some", end) if following.tag_ in ("NNS", "JJ", "NN", "VBN") else (None, end)


def _subject(token: Token) -> bool:
    """Whether it is the singular subject of a finite verb that follows."""
    verb = token.head
    if (
        token.dep_ not in ("nsubj", "nsubjpass")
        or token.i > verb.i
        or token.tag_ not in ("NN", "PRP")
    ):
        return False
    finite = verb.tag_ in ("VBZ", "VBD") and verb.lower_ != verb.lemma_
    return finite or any(t.dep_ in ("aux", "auxpass") for t in verb.children)


def _adverb(token: Token) -> bool:
    """Whether it stands between a subject and its verb, or right after a form of *be* or *have*."""
    if token.dep_ not in ("advmod", "neg") or token.i == 0 or token.i + 1 >= len(token.doc):
        return False
    verb = token.head
    if token.nbor(-1).lower_ in ("as", "nearly", "almost", "but", "not", "to", "or", "and"):
        return False
    has_subject = any(
        t.dep_ in ("nsubj", "nsubjpass", "expl") and t.i < token.i for t in verb.children
    )
    return has_subject and verb.pos_ in ("VERB", "AUX") and abs(verb.i - token.i) <= 2


def _counts_subject(token: Token) -> bool:
    """Whether it counts a plural subject: *Most people agree*, not *how many people*."""
    noun = token.head
    if token.dep_ != "amod" or noun.tag_ != "NNS" or not 1 <= noun.i - token.i <= 3:
        return False
    if noun.dep_ not in ("nsubj", "nsubjpass") or noun.i > noun.head.i:
        return False
    return token.i == 0 or token.nbor(-1).lower_ in (",", "that", "because", "and", "when", "if")
