"""The guard of entities: names of people, places and organisations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from perimetry.decisions.guards.difference import quoted
from perimetry.decisions.guards.english.calendar import MONTHS, WEEKDAYS
from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.english.places import KNOWN, PLACES
from perimetry.decisions.guards.reading import Reading, part, read

NO_NAMES = frozenset(
    listed("""
    i i'm i'll i've i'd ok mr mrs ms miss dr prof sir lord lady st inc corp ltd plc llc co company
    corporation gmbh pm am tv pc cd dvd faq asap fyi id url http https www update exclusive breaking
    celsius fahrenheit ave avenue street road rd
    the a an and of for in on at to by is are was be not no all new it he she we they you
    """)
) | MONTHS.keys() | WEEKDAYS.keys()  # fmt: skip
"""Words whose capital names nobody."""

TITLES = frozenset(listed("mr mrs ms miss dr prof sir"))
OPENING = frozenset(".!?:;\"'“”‘(—-*•|")
"""Marks after which a capital opens a sentence or a quotation."""

MOST = 200
"""Names of a text that are compared."""

SHARED = 4
"""Letters at the beginning that make two names forms of one: *Paris* and *Parisian*."""


Names = Mapping[str, str]
"""The names of a text, each in small letters and as written."""


@dataclass(frozen=True)
class EntityGuard:
    """Objects where either text names someone or something that the other does not.

    Capitals tell names; where a sentence begins, or a text has no capitals, a table of places does.

    >>> guard = EntityGuard()
    >>> guard.objection("Is there a train to Paris?", "Is there a train to Lyon?")
    'names differ: Paris / Lyon'
    >>> guard.objection("The World Health Organization met.", "It was the WHO that met.")
    >>> guard.objection("Ask for the Austrian form.", "Ask for the form of Austria.")
    """

    name: str = "entity"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, names_in)
        if not mine:
            return None
        theirs = part(b, names_in)
        if not theirs:
            return None
        one, other = read(a), read(b)
        only_a = _alone(one, mine, other, theirs)
        if only_a is None:
            return None
        only_b = _alone(other, theirs, one, mine)
        if only_b is None:
            return None
        return f"names differ: {quoted(only_a)} / {quoted(only_b)}"


def _alone(one: Reading, mine: Names, other: Reading, theirs: Names) -> str | None:
    """The first name of mine that the other text does not know in any form."""
    for name, written in mine.items():
        if name in other.words or name in theirs:
            continue
        if _known(name, theirs) or _known(name, other.words):
            continue
        if name in part(other, initials_in):
            continue
        if any(
            name in run and short in other.words for short, run in part(one, initials_in).items()
        ):
            continue
        return written
    return None


def _known(name: str, words: Iterable[str]) -> bool:
    """Whether one of ``words`` may be a form of ``name``: *Austrian*, *Ave*, a slip of the pen."""
    place, first = PLACES.get(name), name[0]
    return any(
        (word[0] == first and _one_name(name, word.removesuffix("'s"), place))
        or (place is not None and place == PLACES.get(word.removesuffix("'s")))
        for word in words
    )


def _one_name(name: str, word: str, place: str | None) -> bool:
    if place is not None and word in PLACES:
        return False
    short, long = sorted((name, word), key=len)
    if long.startswith(short) and (len(short) > 2 or short == long):
        return True
    return name[:SHARED] == word[:SHARED] or (len(short) > 5 and misspelt(name, word))


def misspelt(one: str, other: str) -> bool:
    """Whether two words differ in one letter at most, or in two neighbours that changed places.

    >>> misspelt("taliban", "taleban"), misspelt("austria", "australia")
    (True, False)
    """
    if abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    mine, theirs = one[start:], other[start:]
    return (
        mine[1:] == theirs[1:]
        or mine[1:] == theirs
        or mine == theirs[1:]
        or (mine[:2] == theirs[1::-1] and mine[2:] == theirs[2:])
    )


NOBODY: Names = {}


def names_in(reading: Reading) -> Names:
    """The names of a text.

    Of a text without capitals, and of the first words of sentences, only known places are names.
    """
    tokens = reading.tokens
    capitals = [place for place, token in enumerate(tokens) if token[0].isupper()]
    known = not reading.words.isdisjoint(KNOWN)
    titled = not reading.words.isdisjoint(TITLES)
    if not known and not titled and (not capitals or capitals == [0]):
        return NOBODY
    named: dict[str, str] = {}
    if _tells(tokens, capitals):
        for place in capitals:
            if len(named) >= MOST:
                break
            token, lowered = tokens[place], reading.lowered[place]
            if not _opens(tokens, place) and lowered not in NO_NAMES and _is_name(token):
                for part in filter(None, lowered.removesuffix("'s").split("-")):
                    named.setdefault(part, token)
    if titled:
        for title, name in zip(reading.lowered, tokens[1:], strict=False):
            if title in TITLES and name.isalpha():
                named.setdefault(name.lower(), name)
    if known:
        for token, lowered in zip(tokens, reading.lowered, strict=True):
            if lowered in KNOWN:
                named.setdefault(lowered, token)
    return named


def _tells(tokens: list[str], capitals: list[int]) -> bool:
    """Whether capitals tell names from words: not in a headline, nor in shouting."""
    if len(capitals) * 3 <= len(tokens):
        return True
    words = sum(token[0].isalpha() for token in tokens)
    return len(capitals) * 2 <= words + 1 or words < 4


def _opens(tokens: list[str], place: int) -> bool:
    return place == 0 or tokens[place - 1] in OPENING


def _is_name(token: str) -> bool:
    return len(token) > 1 and token.replace("'", "").replace("-", "").isalpha()


def initials_in(reading: Reading) -> Mapping[str, frozenset[str]]:
    """The initials of each run of capitals, with its words: *who*, *World Health Organization*."""
    tokens = reading.tokens
    capitals = [place for place, token in enumerate(tokens) if token[0].isupper()]
    found: dict[str, frozenset[str]] = {}
    run: list[str] = []
    last = -9
    for place in capitals[:MOST]:
        joined = place == last + 1 or (place == last + 2 and tokens[last + 1] in _LINKS)
        run = [*run, tokens[place].lower()][-6:] if joined else [tokens[place].lower()]
        last = place
        for start in range(len(run) - 1):
            words = run[start:]
            found.setdefault("".join(word[0] for word in words), frozenset(words))
    return found


_LINKS = frozenset(["of", "for", "and", "the", "&"])
