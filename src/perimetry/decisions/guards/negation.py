"""The guard of negation: what one text denies and the other says in the same words."""

from __future__ import annotations

from dataclasses import dataclass

from perimetry.decisions.guards.difference import quoted
from perimetry.decisions.guards.english.denial import NEGATING, NOTHING, Denied, denied_in, said_in
from perimetry.decisions.guards.english.stems import STOP, stem
from perimetry.decisions.guards.reading import Reading, part, read

FUNCTION = STOP | NEGATING
"""Words that carry no meaning of their own but to deny or to ask."""

FEW = 3
"""Denials up to which the other text is searched for each; for more, all its stems are made."""


@dataclass(frozen=True)
class NegationGuard:
    """Objects where one text denies in a word what the other says with that word.

    Two negations in one clause undo each other. Where the other text has other words, it is silent.

    >>> guard = NegationGuard()
    >>> guard.objection("The gate is locked.", "The gate isn't locked.")
    "negation differs: isn't locked / locked"
    >>> guard.objection("It is possible.", "It is not impossible.")
    """

    name: str = "negation"

    def objection(self, a: str, b: str) -> str | None:
        mine, theirs = part(a, denied_in), part(b, denied_in)
        if mine is NOTHING and theirs is NOTHING:
            return None
        one, other = read(a), read(b)
        found = _contradicted(mine, other, theirs) or _contradicted(theirs, one, mine)
        if found is not None:
            return f"negation differs: {quoted(found[0])} / {found[1]}"
        if mine.odd != theirs.odd and one.words ^ other.words <= FUNCTION:
            return "negation differs: one text denies what the other says"
        return None


def _contradicted(mine: Denied, other: Reading, theirs: Denied) -> tuple[str, str] | None:
    """What is denied in mine and said in the other text, where it is not denied as well."""
    if len(mine.heads) > FEW:
        said = part(other, said_in)
        found = (head for head in mine.heads if head in said and head not in theirs.reached)
        head = next(found, None)
        return None if head is None else (mine.heads[head], quoted(said[head]))
    for head, words in mine.heads.items():
        if head in theirs.reached:
            continue
        start = head[:3]
        for word in other.lowered:
            if word[:3] == start and word not in STOP and stem(word) == head:
                return words, quoted(word)
    return None
