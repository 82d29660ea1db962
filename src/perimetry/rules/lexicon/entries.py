"""The entries of the lexicon, one dataclass a file, and what their fields may say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

PartOfSpeech = Literal["ADJ", "ADV", "NOUN", "VERB"]
Register = Literal["neutral", "formal", "informal", "technical"]
Inflection = Literal["regular", "irregular", "invariant"]
"""How a word is inflected; *invariant* words have one form, or are compared with *more*."""

POS: Sequence[PartOfSpeech] = get_args(PartOfSpeech)
REGISTERS: Sequence[Register] = get_args(Register)
INFLECTIONS: Sequence[Inflection] = get_args(Inflection)
FRAMES: Mapping[PartOfSpeech, frozenset[str]] = {
    "ADJ": frozenset({"any", "attributive", "predicative"}),
    "ADV": frozenset({"any", "degree", "manner", "sentence", "time"}),
    "NOUN": frozenset({"any", "countable", "mass"}),
    "VERB": frozenset({"any", "clause", "intransitive", "transitive"}),
}
"""The constructions an entry may be limited to; *any* limits it to none."""


@dataclass(frozen=True)
class AntonymPair:
    """Two words of which each, or only the first, may be replaced by its opposite, the other."""

    a: str
    b: str
    pos: PartOfSpeech
    sense: str
    register: Register
    frame: str
    direction: Literal["both", "a>b"]
    inflection: Sequence[Inflection]
    never_near: frozenset[str]
    never_in: Sequence[str]

    @property
    def members(self) -> Sequence[str]:
        """Both words."""
        return (self.a, self.b)

    @property
    def sources(self) -> Sequence[str]:
        """The words that may be replaced."""
        return (self.a, self.b) if self.direction == "both" else (self.a,)


@dataclass(frozen=True)
class SynonymSet:
    """Words of one meaning; each of ``sources`` may be replaced by any other member."""

    members: Sequence[str]
    pos: PartOfSpeech
    sense: str
    register: Register
    frame: str
    inflection: Sequence[Inflection]
    sources: Sequence[str]
    never_near: frozenset[str]
    never_in: Sequence[str]


Entry = AntonymPair | SynonymSet
