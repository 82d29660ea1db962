"""The guard of modality: must, should, may and can; certain, likely and possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from perimetry.decisions.guards.cues import Cues, Phrases, conflict, excluding, phrases
from perimetry.decisions.guards.english.denial import NEGATORS, denied_in
from perimetry.decisions.guards.english.listed import listed
from perimetry.decisions.guards.reading import Reading, part, read

WORDS: Mapping[str, str] = {
    **dict.fromkeys(
        listed("must shall gotta required requires obliged obliges mandatory compulsory duty"),
        "must",
    ),
    **dict.fromkeys(listed("should ought recommended advised advisable encouraged shud"), "should"),
    **dict.fromkeys(listed("might perhaps maybe possibly possible conceivable"), "possible"),
    **dict.fromkeys(listed("may could"), "possible or allowed"),
    **dict.fromkeys(listed("can allowed permitted permits"), "allowed"),
    **dict.fromkeys(listed("mustn't mustnt cannot can't cant forbidden banned"), "barred"),
    **dict.fromkeys(listed("needn't neednt optional voluntary"), "free"),
    **dict.fromkeys(listed("shouldn't shouldnt inadvisable"), "inadvisable"),
    **dict.fromkeys(listed("certainly definitely surely certain guaranteed"), "certain"),
    **dict.fromkeys(listed("likely probably probable expected"), "likely"),
    "unlikely": "unlikely", "will": "will",
}  # fmt: skip
PHRASES: Phrases = phrases("""
    must: have to, has to, had to, need to, needs to, needed to, got to
    should: had better, you'd better, we'd better, supposed to, good idea to
    allowed: free to, option of, can i, may i, could i
    certain: bound to, sure to
    barred: must not, shall not, can not, not allowed, not permitted, could not, not possible
    barred or doubtful: may not
    inadvisable: should not, not advisable, not recommended
    possible: might not, not certain
    free: need not, no need, not required, not obliged, not necessary, not mandatory, not have to
    free: not need to, not need, no longer required, don't have to, doesn't have to, didn't have to
    free: dont have to, doesnt have to, don't need to, doesn't need to, didn't need to, dont need to
    free: don't need, doesn't need, dont need, doesnt need
    : as soon as possible, if possible, can only, may only, could only, may we, can we
    : can you, can u, could you, could we, where can, how can, how do, i shall, we shall
    : will you, will not, not only
""")
CONFLICTS = excluding(
    {
        "must": "should, possible, allowed, possible or allowed, free, barred, inadvisable,"
        " barred or doubtful",
        "should": "possible, allowed, possible or allowed, free, barred, inadvisable,"
        " barred or doubtful",
        "allowed": "barred, inadvisable, barred or doubtful",
        "possible or allowed": "barred, inadvisable, certain, will",
        "possible": "certain, barred, will",
        "likely": "certain, unlikely",
        "unlikely": "certain, will",
        "barred": "free, inadvisable, certain",
        "barred or doubtful": "free, inadvisable, certain",
    }
)
"""What cannot be said of the same act or event."""

TURNED = {"must": "free", "allowed": "barred", "possible or allowed": "barred"}
"""What a cue says after a negated subject: *nobody may*, *no member has to*."""

SUBJECTS = frozenset(listed("no nobody none noone neither"))


@dataclass(frozen=True)
class ModalityGuard:
    """Objects where one text obliges, advises, allows, bars or doubts what the other does not.

    *Must not* and *may not* both bar; *need not* leaves free.

    >>> guard = ModalityGuard()
    >>> guard.objection("You must sign it.", "You should sign it.")
    'modality differs: must / should'
    >>> guard.objection("You must sign it.", "You have to sign it.")
    >>> guard.objection("You must not sign it.", "You need not sign it.")
    'modality differs: must not / need not'
    """

    name: str = "modality"

    def objection(self, a: str, b: str) -> str | None:
        mine = part(a, modals_in)
        if not mine:
            return None
        theirs = part(b, modals_in)
        if not theirs:
            return None
        one, other = read(a), read(b)
        if _conditions(one) != _conditions(other):
            mine, theirs = _sure(mine), _sure(theirs)
        return conflict("modality differs", mine, theirs, CONFLICTS)


NOTHING: Mapping[str, str] = {}
CONDITIONS = frozenset(listed("unless only without except w/o other"))
UNSURE = ("barred", "allowed", "possible or allowed", "barred or doubtful")


def modals_in(reading: Reading) -> Mapping[str, str]:
    """What a text obliges to, allows or holds possible, each with the words that say it."""
    if reading.words.isdisjoint(CUES.triggers):
        return NOTHING
    return CUES.found_in(reading.lowered)


def _conditions(reading: Reading) -> tuple[bool, frozenset[str]]:
    return part(reading, denied_in).doubled, reading.words & CONDITIONS


def _sure(found: Mapping[str, str]) -> Mapping[str, str]:
    """Without what is barred or allowed: *may only if* bars, *may not unless* allows."""
    return {said: words for said, words in found.items() if said not in UNSURE}


def _turned(tokens: list[str], at: int, said: str) -> str:
    around = tokens[max(0, at - 6) : at] + tokens[at + 1 : at + 3]
    if said in TURNED and not SUBJECTS.isdisjoint(around):
        return TURNED[said]
    if said == "will" and at + 1 < len(tokens) and tokens[at + 1] in NEGATORS:
        return ""
    return said


CUES = Cues(WORDS, PHRASES, _turned)
