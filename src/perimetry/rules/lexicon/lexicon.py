"""The lexicon as rules ask it: by lemma and part of speech."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from perimetry.files import read_json_lines
from perimetry.rules.lexicon.entries import AntonymPair, Entry, SynonymSet

Key = tuple[str, str]
"""A lemma and its part of speech, as in ``("hot", "ADJ")``."""

E = TypeVar("E", AntonymPair, SynonymSet)

FROZEN: Mapping[str, Callable[[Iterable[str]], Any]] = {
    "inflection": tuple,
    "members": tuple,
    "never_in": tuple,
    "never_near": frozenset,
    "sources": tuple,
}
"""The fields that are lists in the files."""


@dataclass(frozen=True)
class Lexicon:
    """All entries, and where each word may be replaced."""

    antonyms: Sequence[AntonymPair]
    synonyms: Sequence[SynonymSet]
    antonyms_of: Mapping[Key, Sequence[AntonymPair]]
    synonyms_of: Mapping[Key, Sequence[SynonymSet]]
    beside: Mapping[str, frozenset[str]]
    """Each word with all that stand in an entry with it, whatever its sense."""


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lexicon that ships with perimetry.

    >>> [pair.b for pair in lexicon().antonyms_of["hot", "ADJ"]]
    ['cold']
    """
    antonyms = read_antonyms(lexicon_file("antonyms.jsonl"))
    synonyms = read_synonyms(lexicon_file("synonyms.jsonl"))
    return lexicon_of(antonyms, synonyms)


def lexicon_of(antonyms: Sequence[AntonymPair], synonyms: Sequence[SynonymSet]) -> Lexicon:
    """These entries as one lexicon."""
    return Lexicon(
        antonyms,
        synonyms,
        _by_source(antonyms),
        _by_source(synonyms),
        _beside([*antonyms, *synonyms]),
    )


def lexicon_file(name: str) -> Path:
    """The path of a file of the lexicon."""
    return Path(str(files("perimetry.rules.lexicon") / name))


def read_antonyms(path: Path) -> Sequence[AntonymPair]:
    """The antonym pairs in a file."""
    return [AntonymPair(**_frozen(row)) for _, row in read_json_lines(path)]


def read_synonyms(path: Path) -> Sequence[SynonymSet]:
    """The synonym sets in a file."""
    return [SynonymSet(**_frozen(row)) for _, row in read_json_lines(path)]


def _frozen(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: FROZEN[name](value) if name in FROZEN else value for name, value in row.items()}


def _by_source(entries: Sequence[E]) -> Mapping[Key, Sequence[E]]:
    found: dict[Key, list[E]] = {}
    for entry in entries:
        for word in entry.sources:
            found.setdefault((word, entry.pos), []).append(entry)
    return found


def _beside(entries: Iterable[Entry]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in entries:
        for word in entry.members:
            found.setdefault(word, set()).update(entry.members)
    return {word: frozenset(others - {word}) for word, others in found.items()}
