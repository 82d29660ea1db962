"""Common words with the frame and the frequency band in which they may stand for one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from perimetry.files import read_json_lines
from perimetry.rules.lexicon.entries import PartOfSpeech
from perimetry.rules.lexicon.lexicon import lexicon_file


@dataclass(frozen=True)
class BankWord:
    """A common word: ``kind`` is what it is about, ``band`` how common it is, 1 the commonest."""

    word: str
    pos: PartOfSpeech
    frame: str
    kind: str
    band: int


@lru_cache(maxsize=1)
def bank() -> Sequence[BankWord]:
    """The word bank that ships with perimetry."""
    return [BankWord(**row) for _, row in read_json_lines(lexicon_file("bank.jsonl"))]
