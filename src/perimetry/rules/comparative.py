"""The opposite comparison: ``It is larger than ours.`` → ``It is smaller than ours.``"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from perimetry.records import Relation
from perimetry.rules.base import Decline, Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.english.numerals import cased_like
from perimetry.rules.english.prose import REASONS as NO_PROSE
from perimetry.rules.english.prose import no_prose
from perimetry.rules.sentence import Sentence

PAIRS = (
    "larger smaller|bigger smaller|higher lower|older younger|taller shorter|longer shorter"
    "|faster slower"
    "|better worse|stronger weaker|hotter colder|warmer cooler|wider narrower|heavier lighter"
    "|earlier later|richer poorer|deeper shallower|thicker thinner|louder quieter|easier harder"
    "|greater smaller|closer farther|nearer farther|brighter dimmer|tighter looser|sooner later"
    "|healthier unhealthier|happier unhappier|safer riskier|busier quieter|cleaner dirtier"
    "|fuller emptier|smoother rougher|smarter duller"
)
OPPOSITES: Mapping[str, str] = {
    **{b: a for a, b in reversed([pair.split() for pair in PAIRS.split("|")])},
    **dict(pair.split() for pair in PAIRS.split("|")),
    "harder": "easier",
    "quieter": "louder",
    "lighter": "heavier",
    "colder": "warmer",
    "later": "earlier",
}
"""Each comparative and the one that says the opposite of the same scale."""

ONE_SCALE = frozenset(OPPOSITES) - {"lighter", "harder", "shorter", "closer", "farther", "nearer"}
"""Those of one scale only: *lighter* may be of weight or of colour."""

_SCALED = "|".join(sorted(ONE_SCALE | {"shorter"}))
THAN = re.compile(
    rf"\b(?P<word>{_SCALED}) than\b(?! (?:ever|never|usual|expected|average)\b)", re.IGNORECASE
)
MARKET = re.compile(
    r"\b(?:close|closes|closed|open|opens|opened|end|ends|ended|finish|finished|trade|traded"
    r"|trading)"
    r" (?:\d[\d.,]*(?:%| percent| pct) )?(?P<word>higher|lower)\b(?! than)",
    re.IGNORECASE,
)
MARKET_AFTER = re.compile(
    r"\b(?:close|closes|open|opens|end|ends) \d[\d.,]*(?:%| percent| pct) (?P<word>higher|lower)\b",
    re.IGNORECASE,
)
MORE = re.compile(
    r"\b(?P<word>more|less) (?P<adjective>accurate|advanced|attractive|beautiful|careful|certain"
    r"|comfortable"
    r"|common|complex|complicated|convenient|dangerous|detailed|difficult|effective|efficient"
    r"|enjoyable|expensive|experienced|famous|flexible|frequent|generous|helpful|important"
    r"|independent"
    r"|intelligent|interesting|likely|modern|noticeable|painful|patient|popular|powerful|precise"
    r"|productive|profitable|prominent|reliable|relevant|secure|sensitive|serious|severe"
    r"|significant"
    r"|spacious|stable|successful|suitable|toxic|useful|valuable|violent|visible|vulnerable"
    r"|quickly|slowly|often|frequently|likely|easily|carefully|effectively|efficiently"
    r"|rapidly) than\b",
    re.IGNORECASE,
)
BLOCKED_BEFORE = re.compile(
    r"\b(?:no|not|any|never|nothing|none|neither|nor|few|hardly|without|sooner or|better|for|the"
    r"|or|and"
    r"|[a-z]+n[’']t)[ ]\Z",
    re.IGNORECASE,
)
DIRECTION = re.compile(
    r"\b(?:despite|although|though|because|buoyant|upbeat|gloomy|times|up|down|rise|rises|rose"
    r"|fell|falls?|fallen|gains?|gained|loss|losses|lost|rall\w+|rebound\w*|drop\w*"
    r"|climb\w*|slip\w*|jump\w*|advanc\w+|declin(?:e|ed|es|ing)\b|surg(?:e|ed|es|ing)\b|plung\w+|strong\w*|weak\w*|record"
    r"|boost\w*|lift\w*"
    r"|hopes?|fears?|grew|grow\w*|increas\w*|decreas\w*|high|low|highs|lows|points?|so|much)\b",
    re.IGNORECASE,
)
"""What says a second time which way it goes, so that one word cannot turn alone."""

LONGER_IN_TIME = re.compile(
    r"\b(?:tak\w+|took|last\w*|wait\w*|stay\w*|liv\w+|work\w*|need\w*|no|any|much|even|far|little"
    r"|bit) longer"
    r"|\w+ing longer|(?:longer|sooner|closer) than (?:that|this)\b",
    re.IGNORECASE,
)
"""*Longer* as an adverb, which *shorter* is not."""

IDIOM = re.compile(
    r"\b(?:better late than|easier said than|more often than not|more likely than not"
    r"|sooner rather than"
    r"|rather sooner|later than sooner|larger than life|bigger than life|better safe than"
    r"|holier than)\b|\b(?:like|love)[sd]?\b.*\bbetter than\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Comparative:
    """Turns a comparison round: the opposite comparative, or *less* for *more*.

    Only before *than*, and of markets that close or open higher or lower; idioms, negated
    comparisons, and sentences that say the direction twice are left alone.
    """

    name: str = "comparative"
    relation: Relation = "different"
    needs_parse: bool = False
    reasons: Sequence[str] = (
        *NO_PROSE,
        "no certain comparison",
        "a set phrase",
        "the direction is said twice",
    )

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """One edit for each comparison, in an order drawn by ``seed``."""
        text = sentence.text
        if reason := no_prose(text):
            return Decline(reason)
        if IDIOM.search(text) or LONGER_IN_TIME.search(text):
            return Decline("a set phrase")
        made = {edit.start: edit for edit in _turned(text)}
        if not made:
            return Decline("no certain comparison")
        if len(made) > 1 or DIRECTION.search(text):
            return Decline("the direction is said twice")
        return shuffled(made.values(), seed, self.name, text, key=lambda edit: str(edit.start))


def _turned(text: str) -> Iterator[Edit]:
    for form in (THAN, MARKET, MARKET_AFTER, MORE):
        for match in form.finditer(text):
            start, end = match.span("word")
            word = match["word"].lower()
            if BLOCKED_BEFORE.search(text[max(0, start - 14) : start]):
                continue
            other = {"more": "less", "less": "more"}.get(word) or OPPOSITES[word]
            if re.search(r"\b[Aa]n?[ ]\Z", text[:start]) and _vowel(word) != _vowel(other):
                continue
            yield Edit.replacing(text, start, end, cased_like(match["word"], other))


def _vowel(word: str) -> bool:
    return word[0] in "aeiou"
