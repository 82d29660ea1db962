"""One slip of the finger in one word: ``The kitchen is old.`` → ``The kithcen is old.``"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from string import ascii_lowercase

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.forms import is_known
from perimetry.rules.english.names import kind_of
from perimetry.rules.english.trust import CODE, COMMANDS
from perimetry.rules.english.words import words
from perimetry.rules.sentence import LONGEST, Sentence

SHORTEST_WORD = 5
MOST = 4

TOKEN = re.compile(r"(?<!\S)[(\"“]?([A-Z]?[a-z]+)(?=[)\"”]?[.,;:!?]*(?:\s|\Z))")
"""A word between spaces, with no more than the usual marks about it."""

SENTENCE_START = re.compile(r"[.!?][\"”)]*\s+[(\"“]?\Z")
NO_CAPITAL = re.compile(r"\s+[^\sA-Z]")

KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")

FUNCTION_WORDS = words(
    """
    about above across after again against almost along already although always among another
    anybody anyone anything anywhere around because before behind being below beneath beside
    besides between beyond cannot could doing during either enough every everybody everyone
    everything except herself himself however instead itself maybe might myself neither never
    nobody nothing often other others otherwise ought ourselves perhaps quite rather really seven
    several shall should since somebody someone something sometimes somewhere still their theirs
    themselves there therefore these thing things those though three through throughout thus
    together towards under unless until usually wants where whereas wherever whether which while
    whoever whole whose within without would yours yourself yourselves eight eighteen eighty eleven
    fifteen fifth fifty first forty fourteen fourth hundred million ninety second seventeen seventy
    sixteen sixty tenth third thirteen thirty thousand twelve twenty
    """
)
"""Words of five letters and more that say little themselves, and numbers."""

SHORT_WORDS = words(
    """
    a about an and are as at be been but by can did do does for from had has have he hello her here
    him his how if in into is it its let like me more most much must my no none nor not of off on
    one only or our out over own per she so some such than that the them then they this to too two
    up upon us very was we were what when who whom whose why will with you your okay
    """
)


@dataclass(frozen=True)
class Typo:
    """A neighbouring key, two letters swapped, one dropped or one doubled, in one content word.

    Never the first letter, never in a name, an acronym, a number, a link or code, and never such
    that another word stands there afterwards or lies as near as the one that was meant. What is a
    word is asked of lemminflect's dictionary (some hundred thousand forms) and of the short words
    that it lacks.
    """

    name: str = "typo"
    relation: Relation = "same"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        "too long",
        "code, a path or an address",
        "no content word long enough",
        "every slip might be read as another word",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each of up to four words; ``seed`` decides which word, slip and place."""
        text = sentence.text
        if len(text) > LONGEST:
            return Decline("too long")
        if CODE.search(text) or text.strip().partition(" ")[0].lower() in COMMANDS:
            return Decline("code, a path or an address")
        places = shuffled(_places(text), seed, self.name, text, key=lambda place: str(place[0]))
        if not places:
            return Decline("no content word long enough")
        edits: list[Edit] = []
        for start, word in places:
            if slip := _slip(word, seed, f"{start}", text):
                edits.append(Edit.replacing(text, start, start + len(word), slip))
            if len(edits) == MOST:
                break
        return edits or Decline("every slip might be read as another word")


def _places(text: str) -> Iterator[tuple[int, str]]:
    for match in TOKEN.finditer(text):
        word = match[1]
        if len(word) < SHORTEST_WORD or word.lower() in FUNCTION_WORDS or word in kind_of():
            continue
        if word[0].isupper() and not _plain_capital(text, match):
            continue
        if is_known(word.lower()):
            yield match.start(1), word


def _plain_capital(text: str, match: re.Match[str]) -> bool:
    """Whether the word's capital only opens the sentence, and no name goes on after it."""
    start = match.start(1)
    before = text[start - 8 : start] if start > 8 else ". " + text[:start]
    return bool(SENTENCE_START.search(before) and NO_CAPITAL.match(text, match.end(1)))


def _slip(word: str, seed: int, *identity: str) -> str | None:
    """The first slip in ``word``, in an order drawn by ``seed``, that nobody takes for a word."""
    for kind in shuffled(SLIPS, seed, "kind", word, *identity):
        for slip in shuffled(set(SLIPS[kind](word)), seed, kind, word, *identity):
            if slip != word and is_only(word.lower(), slip.lower()):
                return slip
    return None


def neighbours(word: str) -> Iterator[str]:
    """``word`` with one letter after the first replaced by one beside it on the keyboard."""
    for i in range(1, len(word)):
        for key in _near_keys().get(word[i], ""):
            yield word[:i] + key + word[i + 1 :]


def swaps(word: str) -> Iterator[str]:
    """``word`` with two letters after the first in the wrong order."""
    for i in range(1, len(word) - 1):
        yield word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def drops(word: str) -> Iterator[str]:
    """``word`` without one of its letters after the first."""
    for i in range(1, len(word)):
        yield word[:i] + word[i + 1 :]


def doubles(word: str) -> Iterator[str]:
    """``word`` with one letter after the first typed twice."""
    for i in range(1, len(word)):
        yield word[: i + 1] + word[i:]


SLIPS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "neighbour": neighbours,
    "swap": swaps,
    "drop": drops,
    "double": doubles,
}


@lru_cache(maxsize=1)
def _near_keys() -> Mapping[str, str]:
    near: dict[str, set[str]] = {key: set() for row in KEYS for key in row}
    for row in KEYS:
        for left, right in pairwise(row):
            near[left].add(right)
            near[right].add(left)
    for upper, lower in pairwise(KEYS):
        for i, key in enumerate(lower):
            for above in upper[i : i + 2]:
                near[key].add(above)
                near[above].add(key)
    return {key: "".join(sorted(others)) for key, others in near.items()}


def is_word(word: str) -> bool:
    """Whether ``word`` is, as far as can be told offline, a word of English or a name."""
    return word in SHORT_WORDS or word in FUNCTION_WORDS or is_known(word) or word in _names()


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(name.lower() for name in kind_of())


@lru_cache(maxsize=65536)
def is_only(word: str, slip: str) -> bool:
    """Whether ``slip`` is no word itself and no one-letter slip of a word other than ``word``.

    >>> is_only("kitchen", "kithcen"), is_only("house", "mouse"), is_only("planet", "plnet")
    (True, False, True)
    """
    if is_word(slip):
        return False
    return not any(other != word and is_word(other) for other in _edited(slip))


def _edited(slip: str) -> Iterator[str]:
    """Every string one slip away from ``slip`` that keeps its first letter."""
    yield from swaps(slip)
    yield from drops(slip)
    for i in range(1, len(slip) + 1):
        for letter in ascii_lowercase:
            yield slip[:i] + letter + slip[i:]
            yield slip[:i] + letter + slip[i + 1 :]
