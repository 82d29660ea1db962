"""Words and phrases that say one of a few things, found in one walk over a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from perimetry.decisions.guards.difference import quoted

Phrases = Mapping[tuple[str, ...], str]
Conflicts = frozenset[tuple[str, str]]


class Cues:
    """A table of words and of phrases, each with what it says; "" where it says nothing.

    A phrase stands before what its words would say alone. ``turned`` may change what a cue at a
    place says, by what stands around it. A text without a word of ``triggers`` says nothing.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        phrases: Phrases,
        turned: Callable[[list[str], int, str], str],
    ) -> None:
        self.words = words
        self.phrases = phrases
        self.turned = turned
        self.lengths = {
            start: sorted({len(phrase) for phrase in phrases if phrase[0] == start}, reverse=True)
            for start in {phrase[0] for phrase in phrases}
        }
        self.openers = self.lengths.keys() | words.keys()
        self.triggers = frozenset(words) | {
            max(reversed(phrase), key=len)
            for phrase, said in phrases.items()
            if said and words.keys().isdisjoint(phrase)
        }

    def found_in(self, tokens: list[str]) -> Mapping[str, str]:
        """What is said in ``tokens``, each with the words that say it first."""
        found: dict[str, str] = {}
        end = 0
        for at in [at for at, word in enumerate(tokens) if word in self.openers]:
            if at < end:
                continue
            said, length = self._at(tokens, at)
            said = self.turned(tokens, at, said) if said else said
            if said:
                found.setdefault(said, " ".join(tokens[at : at + length]))
            end = at + length
        return found

    def _at(self, tokens: Sequence[str], at: int) -> tuple[str, int]:
        for length in self.lengths.get(tokens[at], ()):
            said = self.phrases.get(tuple(tokens[at : at + length]))
            if said is not None:
                return said, length
        return self.words.get(tokens[at], ""), 1


def phrases(table: str) -> Phrases:
    """Phrases from a table with a line for each thing that is said: ``said: phrase, phrase``.

    >>> phrases("must: have to, need to")
    {('have', 'to'): 'must', ('need', 'to'): 'must'}
    """
    rows = (row.partition(":") for row in table.strip().splitlines())
    return {
        tuple(phrase.split()): said.strip()
        for said, _, listed in rows
        for phrase in listed.split(",")
    }


def excluding(table: Mapping[str, str]) -> Conflicts:
    """The pairs of things that exclude each other, in both orders; commas between the others.

    >>> sorted(excluding({"all": "none"}))
    [('all', 'none'), ('none', 'all')]
    """
    return frozenset(
        pair
        for one, others in table.items()
        for other in map(str.strip, others.split(","))
        for pair in ((one, other), (other, one))
    )


def conflict(
    what: str, mine: Mapping[str, str], theirs: Mapping[str, str], conflicts: Conflicts
) -> str | None:
    """*what* differs, if either text says alone something that excludes what the other says."""
    only_a, only_b = mine.keys() - theirs.keys(), theirs.keys() - mine.keys()
    for one, other in product(sorted(only_a), sorted(only_b)):
        if (one, other) in conflicts:
            return f"{what}: {quoted(mine[one])} / {quoted(theirs[other])}"
    return None
