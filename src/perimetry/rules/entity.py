"""Another name of the same kind: ``She lives in Oslo.`` → ``She lives in Lisbon.``"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.names import KINDS, kind_of
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.english.words import words
from perimetry.rules.sentence import Sentence

NAME = re.compile(r"(?<![\w'’.&/@#-])[A-Z][A-Za-z]+(?![\w&/@-]|[.]\w)")
CAPITAL_AFTER = re.compile(
    r"[ ]american\b|,?[ ](?:and |& |of |the )?[A-Z][\w.'’]*|[ ]\d|'s? [A-Z]|’s? [A-Z]"
)
CAPITAL_BEFORE = re.compile(r"\b[A-Z][\w.'’]*,?[ ]\Z")
OPENS = re.compile(r"(?:\A|[.!?:][\"”’)]*[ ]+)[\"“(]?\Z")
PLAIN_OPENERS = words(
    "A An At By For From He His Her How I If Is In My On Our She That The Their They This To We"
    " What"
    " When Where Which While Who Why With You Your Two Three Four Five Some Many Several"
)
TITLE_BEFORE = re.compile(r"\b[A-Z][\w.'’]*[ ](?:of|de|du|da|for|and)[ ](?:the[ ])?\Z|\bde[ ]\Z")
SET_PHRASE = re.compile(
    r"[ ](?:fries|toast|kiss|door|doors|bulldog|shepherd|shepherds|shorthair|horn|braid|whispers"
    r"|wax"
    r"|massage|flu|oven|salad|wave|dressing|roast|elm|lop|pastry|bath|delight|carpet|rug|roulette"
    r"|dolls?|terrier|poodle|setter|cattle dog|wolfhound|marathon|mail|time|accent|alphabet"
    r"|letters?"
    r"|summer|ink|descent|origin|translation|version|dollars?|pesos?|francs?|crowns?|krona|rupees?"
    r"|yen|currency|stock|index)\b"
)
CALLED = re.compile(
    r"\b(?:New|South|North|East|West|Saint|St\.?|Lake|Port|San|Fort|Great|Little|Old|Air)[ ]\Z"
)
YOUNG_VOWELS = ("Uganda", "Ukrain", "Urug", "Euro", "UK", "US")
GROUPS = ("people and language", "people", "continent")

CURRENCY = re.compile(
    r"(?<=\d )(?P<word>dollars|euros|pounds|rupees|francs|pesos)(?!\w)(?! (?:of|heavier|lighter"
    r"|in weight))"
)
SIGN = re.compile(r"(?<![\w$€£¥])(?P<word>[$€£])(?=\d)")
SIGNS = ("$", "€", "£")
CURRENCIES = ("dollars", "euros", "pounds", "rupees", "pesos", "francs")
WEIGHT = re.compile(
    r"\b(?:weigh\w*|heav\w*|lost|lose|losing|gain\w*|kg|kilos?|cents?|pence|overweight)\b", re.I
)


@dataclass(frozen=True)
class Entity:
    """Puts another country, city, nationality, given name or currency of the same kind.

    Only names that ``english/names.py`` lists; those beside another capitalised word may be part of
    a longer name and are left alone.
    """

    name: str = "entity"
    relation: Relation = "different"
    needs_parse: bool = True
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no known name",
        "perhaps part of a longer name",
        "several names that hang together",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each name, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        known = [match for match in NAME.finditer(text) if match.group() in kind_of()]
        money = _currencies(text)
        if not known and not money:
            return Decline("no known name")
        if len(known) > 1:
            return Decline("several names that hang together")
        places = [*money, *(match for match in known if _alone(sentence, match))]
        if not places:
            return Decline("perhaps part of a longer name")
        return [
            Edit.replacing(text, match.start(), match.end(), other)
            for match in shuffled(places, seed, self.name, text, key=lambda each: str(each.start()))
            for other in shuffled(_others(text, match), seed, self.name, text, str(match.start()))[
                :1
            ]
        ] or Decline("no known name")


def _currencies(text: str) -> Sequence[re.Match[str]]:
    """The one currency of the text; none where two could be told apart or it may be a weight."""
    if WEIGHT.search(text) or re.search(r"[$€£¥]\s*(?!\d)|\d[$€£]", text):
        return []
    found = [*CURRENCY.finditer(text), *SIGN.finditer(text)]
    mentioned = re.findall(
        r"\b(?:dollar|euro|pound|yen|rupee|franc|peso|usd|gbp|eur)s?\b|[$€£¥]", text, re.I
    )
    return found if len(found) == 1 == len(mentioned) else []


def _alone(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the name stands for itself: no word of a longer name, title or set phrase."""
    text, name = sentence.text, match.group()
    before, after = text[max(0, match.start() - 40) : match.start()], text[match.end() :]
    kind = kind_of()[name]
    if CAPITAL_AFTER.match(after) or SET_PHRASE.match(after) or CALLED.search(before):
        return False
    if TITLE_BEFORE.search(before):
        return False
    capital = CAPITAL_BEFORE.search(before)
    if capital:
        word = capital.group().strip(" ,")
        opens = OPENS.search(text[: match.start() - len(capital.group())]) is not None
        if not (opens and word in PLAIN_OPENERS) and word != "I":
            return False
    if kind in ("country", "city") and re.search(r"\b[Tt]he[ ]\Z", before):
        return re.match(r"[ ][a-z]", after) is not None
    if kind == "country with the":
        return re.search(r"\b[Tt]he[ ]\Z", before) is not None
    if kind in ("country", "city") and re.search(r"\b[Aa]n?[ ](?:\w+[ ])?\Z", before):
        return False
    if kind == "people and language" and not before:
        return False  # it may be the people: "French vote on Sunday"
    if kind in GROUPS:
        return _describes_a_noun(sentence, match.start(), match.end())
    if kind in ("woman", "man"):
        return not re.search(r"\b(?:the|a|an|this|that|no|saint|st)[ ]\Z", before, re.IGNORECASE)
    return True


def _describes_a_noun(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the grammar reads it as an adjective of a common noun right after it."""
    if sentence.parsed is None:
        return False
    span = sentence.parsed.char_span(start, end)
    if span is None or len(span) != 1 or span[0].i + 1 >= len(sentence.parsed):
        return False
    token = span[0]
    following = sentence.parsed[token.i + 1]
    head = token.head
    if token.dep_ not in ("amod", "compound", "nmod") or head.tag_ not in ("NN", "NNS"):
        return False
    return following.tag_ in ("NN", "NNS", "JJ") and 0 < head.i - token.i <= 3 and head.is_lower


def _others(text: str, match: re.Match[str]) -> Sequence[str]:
    word = match.group()
    if word in SIGNS:
        return [sign for sign in SIGNS if sign != word]
    if word in CURRENCIES:
        return [currency for currency in CURRENCIES if currency != word]
    kind = kind_of()[word]
    others = [other for other in KINDS[kind] if other != word and other not in text]
    if kind == "country, short":
        others = ["UK"] if word.startswith("US") else ["US"]
    if re.search(r"\b[Aa]n?[ ]\Z", text[: match.start()]):
        others = [other for other in others if _vowel(other) == _vowel(word)]
    return others


def _vowel(word: str) -> bool:
    return word[0] in "AEIOU" and not word.startswith(YOUNG_VOWELS)
