"""The guard of quantifiers: all and some, both and either, at least and at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perimetry.decisions.guards.cues import Cues, Phrases, conflict, excluding, phrases
from perimetry.decisions.guards.english.denial import NEGATORS, denied_in
from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.english.numerals import CARDINALS
from perimetry.decisions.guards.reading import Reading, part

WORDS: Mapping[str, str] = {
    **dict.fromkeys(listed("all every each everyone everybody everything entire whole"), "all"),
    **dict.fromkeys(listed("none nobody noone nothing"), "none"),
    **dict.fromkeys(listed("some several someone somebody"), "some"),
    **dict.fromkeys(listed("most mostly majority bulk"), "most"),
    **dict.fromkeys(listed("few minority"), "few"),
    **dict.fromkeys(listed("many lots numerous countless"), "many"),
    "half": "half", "both": "both", "either": "either", "neither": "neither",
    **dict.fromkeys(listed("except excluding"), "except"), "including": "including",
    **dict.fromkeys(listed("always invariably constantly"), "always"),
    "never": "never",
    **dict.fromkeys(listed("sometimes occasionally"), "sometimes"),
    **dict.fromkeys(listed("usually often frequently generally normally regularly"), "often"),
    **dict.fromkeys(listed("rarely seldom"), "rarely"),
    **dict.fromkeys(listed("exactly precisely"), "exactly"),
    **dict.fromkeys(listed("minimum min"), "at least"),
    **dict.fromkeys(listed("maximum max"), "at most"),
    **dict.fromkeys(listed("over above exceeding exceeds exceeded"), "more"),
    **dict.fromkeys(listed("under below"), "less"),
}  # fmt: skip
PHRASES: Phrases = phrases("""
    all: without exception
    none: no one, not one, not a single, not any
    not all: not all, not every, not everyone, not everything, not everybody
    not always: not always
    some: a few, a number of
    most: most of, nearly all, almost all, all but a few, nearly every, almost every
    few: hardly any, very few, only a few, not many, little of, almost none, almost no
    many: a lot
    both: either side, either way, either end
    not both: not both
    including: even the, even my
    rarely: hardly ever, not often
    at least: at least, at the least, no fewer than, no less than, not less than, or more, and over
    at most: at most, at the most, no more than, not more than, up to, or fewer, or less, as many as
    more: more than
    less: less than, fewer than
    one of: one of
    any of: any of
    : all but, above all, at all, all right, after all, over the, over a, under the, under a
    : each other, every other, once and for all, the most, all over, all day, all night
    : few exceptions, over there, not more, not less, not only, all of a sudden
""")
"""*The most* and the like say nothing that is compared."""

CONFLICTS = excluding(
    {
        "all": "some, most, few, many, none, not all, neither, half",
        "some": "none, neither, most",
        "most": "few, none",
        "many": "few, none",
        "few": "none",
        "half": "none, most",
        "both": "either, neither, not both, none",
        "either": "neither",
        "none": "at least, one of, any of",
        "except": "including",
        "always": "never, sometimes, often, rarely, not always",
        "never": "sometimes, often",
        "often": "rarely",
        "at least": "at most, less, exactly",
        "at most": "more, exactly",
        "more": "less, exactly",
        "less": "exactly",
    }
)
"""What cannot be said of the same things."""

BEFORE_NUMBER = frozenset(
    listed("over above exceeding exceeds exceeded under below minimum maximum min max")
)
"""Words that are bounds only beside a number."""

TURNED = {"more": "at most", "less": "at least", "all": "not all", "always": "not always",
          "often": "rarely"}  # fmt: skip
"""What a cue says after a negation."""


@dataclass(frozen=True)
class QuantifierGuard:
    """Objects where the two texts quantify in ways that exclude each other.

    >>> guard = QuantifierGuard()
    >>> guard.objection("All flights are late.", "Some flights are late.")
    'quantifiers differ: all / some'
    >>> guard.objection("All flights are late.", "Every flight is late.")
    >>> guard.objection("Add at least 5 g.", "Add at most 5 g.")
    'quantifiers differ: at least / at most'
    """

    name: str = "quantifier"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, quantified)
        if not mine:
            return None
        theirs = part(b, quantified)
        return conflict("quantifiers differ", mine, theirs, CONFLICTS) if theirs else None


NOTHING: Mapping[str, str] = {}


def quantified(reading: Reading) -> Mapping[str, str]:
    """What a text says of how many or how often, each with the words that say it."""
    if reading.words.isdisjoint(CUES.triggers):
        return NOTHING
    found = CUES.found_in(reading.lowered)
    if found and part(reading, denied_in).doubled:
        return NOTHING  # "none was absent" says "all were present"
    if found and "unless" in reading.words:
        return {said: words for said, words in found.items() if said in ("all", "both", "except")}
    return found


def _turned(tokens: list[str], at: int, said: str) -> str:
    """What a cue says where it stands: no bound without a number, the contrary after a negation."""
    if tokens[at] in BEFORE_NUMBER:
        before = tokens[at] in ("min", "max")
        near = tokens[max(0, at - 3) : at] if before else tokens[at + 1 : at + 4]
        if not any(word[0].isdecimal() or word in CARDINALS for word in near):
            return ""
    if said in TURNED and not NEGATORS.isdisjoint(tokens[max(0, at - 3) : at]):
        beside = tokens[at - 1] in NEGATORS
        return TURNED[said] if beside or said != "all" else ""
    return said


CUES = Cues(WORDS, PHRASES, _turned)
