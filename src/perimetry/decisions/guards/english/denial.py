"""What a text denies: the words after *not* and its kin, and the bases of *un-* words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from perimetry.decisions.guards.english.affixes import REVERSALS, denied_bases
from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.english.numerals import OPENERS
from perimetry.decisions.guards.english.stems import STOP, stem
from perimetry.decisions.guards.reading import Reading

_BARE = (
    "isnt arent wasnt werent dont doesnt didnt wont wouldnt shouldnt couldnt mustnt neednt hasnt"
    " havent hadnt cant aint"
)
NEGATORS = frozenset(
    f"""
    not no never without w/o cannot neither nor nobody noone none nothing nowhere hardly barely
    scarcely lack lacks lacked lacking {_BARE} {_BARE.replace("nt", "n't")}
    """.split()
)
"""Words after which the next word of weight is denied."""

INSTEAD = {"instead": "of", "rather": "than"}
TO_DENY = frozenset(
    listed(
        "fail fails failed failing refuse refuses refused refusing decline declines declined forget"
        " forgets forgot yet unable"
    )
)
"""Words that deny what follows them after *to*."""

OPPOSED = frozenset(
    listed("""
    prevent prevents prevented prohibit prohibits prohibited forbid forbids forbidden ban bans
    banned bar bars barred deny denies denied oppose opposes opposed reject rejects rejected avoid
    avoids avoided stop stops stopped exclude excludes excluded except excluding unless outside
    refused false untrue against miss missed misses fail fails failed absent
    """)
)
"""Words that deny in their own way what stands near them: it does not count as said outright."""

NEGATING = NEGATORS | TO_DENY | INSTEAD.keys()
DENYING = NEGATING | OPPOSED

NO_DENIAL = frozenset(
    listed(
        "only just more less fewer later earlier sooner least doubt matter wonder necessarily other"
        " two"
    )
)
"""After one of these *not* or *no* denies nothing: *not only*, *no more than*, *no doubt*."""

CLAUSE_ENDS = frozenset([".", ";", "?", "!", ":", "but", "because", "although", "though"])
QUOTES = ('"', "“", "'", "‘")
PARTINGS = CLAUSE_ENDS | {"and", "or", "nor", ","}
"""Between two negators these say that each denies for itself."""

UNDOING = frozenset(
    listed("without w/o unless lack lacks lacked false untrue fail failed absent missing missed")
)
REACH = 8
"""Tokens after a negator in which the words that it denies are looked for."""


class Denied(NamedTuple):
    """What a text denies.

    ``heads`` are the stems that it denies for certain, each with the words that do so;
    ``reached`` all that a negator may deny; ``doubled`` says that one negation undoes another,
    ``odd`` that their number is odd, where an *un-* word counts beside a negator only: alone it may
    stand for a plain word, *unwell* for *ill*.
    """

    heads: dict[str, str]
    reached: frozenset[str]
    doubled: bool
    odd: bool


NOTHING = Denied({}, frozenset(), False, False)


def said_in(reading: Reading) -> dict[str, str]:
    """The stems of the words of weight in a text, each with a word that has it."""
    return {stem(word): word for word in reading.lowered if word not in STOP}


def denied_in(reading: Reading) -> Denied:
    """What a text denies.

    >>> from perimetry.decisions.guards.reading import read
    >>> denied_in(read("The gate isn't locked.")).heads
    {'lock': "isn't locked"}
    >>> denied_in(read("You can't go without a towel.")).heads
    {}
    """
    tokens = reading.lowered
    based = denied_bases(reading)
    denies = not reading.words.isdisjoint(DENYING)
    if not based and not denies:
        return NOTHING
    places, opposed = [], []
    if denies:
        places = [
            at for at, word in enumerate(tokens) if word in NEGATING and _negates(tokens, at, word)
        ]
        opposed = [at for at, word in enumerate(tokens) if word in OPPOSED]
    bases: dict[int, str] = {}
    if based:
        seen = set(places)  # "unable to" denies what follows, not "able"
        bases = {
            at: based[word] for at, word in enumerate(tokens) if word in based and at not in seen
        }
    undone = _undone(reading, places, bases)
    heads: dict[str, str] = {}
    reached: set[str] = set()
    for place in places:
        found = _after(tokens, place) or _before(tokens, place)
        stems = [stem(tokens[each]) for each in found]
        reached.update(stems)
        either_way = place > 0 and tokens[place - 1] == "or"  # whether or not
        if place in undone or not found or tokens[place] == "none" or either_way:
            continue
        first = 1 if _inverted(tokens, place) and len(found) > 1 else 0
        if tokens[found[first]] not in OPENERS:
            heads.setdefault(stems[first], f"{tokens[place]} {tokens[found[first]]}")
    for place, base in bases.items():
        reached.add(stem(base))
        if place not in undone:
            heads.setdefault(stem(base), tokens[place])
    for place in opposed:
        reached.update(stem(tokens[each]) for each in _after(tokens, place, most=6))
    count = len(places) + len(undone & bases.keys())
    return Denied(heads, frozenset(reached), bool(undone), count % 2 == 1)


def _negates(tokens: Sequence[str], place: int, word: str) -> bool:
    if word in NEGATORS:
        following = tokens[place + 1] if place + 1 < len(tokens) else "."
        if word == "no":
            before = tokens[place - 1] if place else ""
            if following in QUOTES and before not in QUOTES:
                following = tokens[place + 2] if place + 2 < len(tokens) else "."
            return following[0].isalpha() and following not in NO_DENIAL and before != "a"
        return following not in NO_DENIAL
    if word in TO_DENY or word in INSTEAD:
        return tokens[place + 1 : place + 2] == [INSTEAD.get(word, "to")]
    return False


def _undone(reading: Reading, places: Sequence[int], bases: dict[int, str]) -> set[int]:
    """The negations that undo each other: *can't go without*, *not impossible*."""
    tokens, found = reading.lowered, set[int]()
    if len(places) + len(bases) > 1:
        every = sorted({*places, *(at for at in bases if tokens[at] not in REVERSALS)})
        for one, other in pairwise(every):
            if PARTINGS.isdisjoint(tokens[one + 1 : other]):
                found |= {one, other}
    if places and not UNDOING.isdisjoint(reading.words):
        found.update(
            place for place in places
            if len(places) > 1 or tokens[place] not in UNDOING
        )  # fmt: skip
    return found


def _inverted(tokens: Sequence[str], place: int) -> bool:
    """Whether it opens a question, so that a subject follows: *why wasn't the fee paid*."""
    if not tokens[place].endswith(("n't", "nt")):
        return False
    before = tokens[place - 1] if place else ""
    questions = ("why", "how", "who", "what", "which", "when", "where", ",")
    return (place == 0 and tokens[0] not in ("don't", "dont")) or before in questions


def _after(tokens: Sequence[str], place: int, most: int = 3) -> list[int]:
    """Where the next words of weight stand, within reach and in the clause."""
    found: list[int] = []
    for each in range(place + 1, min(place + 1 + REACH, len(tokens))):
        word = tokens[each]
        if word in CLAUSE_ENDS or (word == "," and found):
            break
        if word in ("more", "less", "fewer") and not found:
            break
        if word in STOP or not word[0].isalpha() or word in NEGATORS or word == "longer":
            continue
        if word.endswith("ly") and not found:
            continue
        found.append(each)
        if len(found) == most:
            break
    return found


def _before(tokens: Sequence[str], place: int) -> list[int]:
    """The word of weight before a negator that ends its clause: *steam does not*."""
    for each in range(place - 1, max(-1, place - 5), -1):
        word = tokens[each]
        if word in PARTINGS:
            break
        if word not in STOP and word.isalpha():
            return [each]
    return []
