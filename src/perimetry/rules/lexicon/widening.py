"""More entries from an installed WordNet, for those who want breadth; off unless asked for.

``Synonym(entries=widened(Path("/usr/share/wordnet")))`` reads the files of Debian's package
``wordnet-base``; any copy of WordNet 3.0 will do. Nothing of it ships with perimetry. The added
entries have no forbidden contexts and no judged sheet, so expect more wrong edits than the sheets
of the rules show; words that made wrong edits in a sample are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path

from perimetry.errors import DataError
from perimetry.files import read_lines
from perimetry.rules.english.words import words
from perimetry.rules.lexicon.entries import AntonymPair, PartOfSpeech, SynonymSet
from perimetry.rules.lexicon.inflection_class import inflection_class
from perimetry.rules.lexicon.lexicon import Lexicon, lexicon, lexicon_of

FILES: Mapping[str, PartOfSpeech] = {"adj": "ADJ", "adv": "ADV", "noun": "NOUN"}
"""Verbs are left out: WordNet does not say well enough in which constructions they agree."""

FRAME: Mapping[PartOfSpeech, str] = {"ADJ": "any", "ADV": "manner", "NOUN": "countable"}
KINDS = {"1": "noun", "3": "adj", "4": "adv", "5": "adj"}
LEAST_COUNT = 5
"""How often both words must stand in their first sense in WordNet's tagged texts."""

LEAST_SHARE = 0.8
"""The share of a word's tagged occurrences that its first sense must have."""

WORD = re.compile(r"[a-z]{3,}")
REFUSED = words(
    "animal babe baby back best big bigger city close commission committee complex composite"
    " easily easy enough father few foliage forest general government greater group grouping"
    " hunch husband kind large leaf less lesser like likely many marketing metropolis militia"
    " minimal minimum minister more mother near nonspecific pastor percent percentage person"
    " plenty presently probably reserves scheme selling someone somewhat soon sort specific"
    " static strategy suspicion unlike wife woods worst"
)
"""Words that pass the filters and yet made wrong edits when a sample was read."""


@dataclass(frozen=True)
class Synset:
    """One meaning: its words, and the antonyms as pairs of a word here and an address."""

    words: Sequence[str]
    gloss: str
    antonyms: Sequence[tuple[str, str, int]]


@lru_cache(maxsize=2)
def widened(folder: Path) -> Lexicon:
    """The shipped lexicon with what WordNet in ``folder`` adds to it.

    Only words whose first sense is clearly their commonest enter, only with words of which the
    same holds, and only where the shipped lexicon says nothing of them.

    Raises:
        DataError: a file of the database is missing or is not understood.
    """
    shipped = lexicon()
    counts = _counts(folder / "cntlist.rev")
    synonyms, antonyms = list(shipped.synonyms), list(shipped.antonyms)
    for name, pos in FILES.items():
        synsets = _synsets(folder / f"data.{name}")
        first = {
            word: address
            for word, address in _first_senses(folder / f"index.{name}")
            if _is_common(counts.get((word, name), []))
            and WORD.fullmatch(word)
            and word not in REFUSED
        }
        for address, synset in synsets.items():
            known = [word for word in synset.words if first.get(word) == address]
            synonyms += _new_sets(known, pos, synset.gloss, shipped)
            antonyms += _new_pairs(synset, known, synsets, first, pos, shipped)
    return lexicon_of(antonyms, synonyms)


def _is_common(counts: Sequence[int]) -> bool:
    return bool(counts) and counts[0] >= max(LEAST_COUNT, LEAST_SHARE * sum(counts))


def _new_sets(
    known: Sequence[str], pos: PartOfSpeech, gloss: str, shipped: Lexicon
) -> Iterator[SynonymSet]:
    for pair in combinations(known, 2):
        free = [word for word in pair if (word, pos) not in shipped.synonyms_of]
        if len(known) == 2 and free:
            classes = [inflection_class(word, pos) for word in pair]
            yield SynonymSet(
                pair, pos, gloss, "neutral", FRAME[pos], classes, free, frozenset(), ()
            )


def _new_pairs(
    synset: Synset,
    known: Sequence[str],
    synsets: Mapping[str, Synset],
    first: Mapping[str, str],
    pos: PartOfSpeech,
    shipped: Lexicon,
) -> Iterator[AntonymPair]:
    for word, address, index in synset.antonyms:
        other = synsets[address].words[index]
        agreed = word in known and first.get(other) == address
        if agreed and (word, pos) not in shipped.antonyms_of:
            classes = [inflection_class(each, pos) for each in (word, other)]
            yield AntonymPair(
                word, other, pos, synset.gloss, "neutral", FRAME[pos], "a>b", classes,
                frozenset(), (),
            )  # fmt: skip


def _counts(path: Path) -> Mapping[tuple[str, str], list[int]]:
    """How often each word stands in each of its senses, the first sense first."""
    found: dict[tuple[str, str], dict[int, int]] = {}
    for number, line in read_lines(path):
        try:
            key, sense, count = line.split()
            word, _, rest = key.partition("%")
            name = KINDS.get(rest[0], "")
            found.setdefault((word, name), {})[int(sense)] = int(count)
        except (ValueError, IndexError):
            raise DataError(path, "not WordNet's list of counts.", line=number) from None
    return {
        key: [by_sense.get(sense, 0) for sense in range(1, max(by_sense) + 1)]
        for key, by_sense in found.items()
    }


def _first_senses(path: Path) -> Iterator[tuple[str, str]]:
    """Each word with the address of its first sense."""
    for number, line in read_lines(path):
        if line.startswith(" "):
            continue
        parts = line.split()
        try:
            yield parts[0], parts[-int(parts[2])]
        except (ValueError, IndexError):
            raise DataError(path, "not an index of WordNet.", line=number) from None


def _synsets(path: Path) -> Mapping[str, Synset]:
    """The meanings in a data file by their addresses."""
    found = {}
    for number, line in read_lines(path):
        if line.startswith(" "):
            continue
        try:
            data, _, gloss = line.partition(" | ")
            found[data[:8]] = _synset(data.split(), gloss.split(";")[0].strip())
        except (ValueError, IndexError):
            raise DataError(path, "not a data file of WordNet.", line=number) from None
    return found


def _synset(parts: Sequence[str], gloss: str) -> Synset:
    size = int(parts[3], 16)
    members = [word.split("(")[0] for word in parts[4 : 4 + 2 * size : 2]]
    pointers = parts[5 + 2 * size :]
    antonyms = []
    for i in range(0, 4 * int(parts[4 + 2 * size]), 4):
        kind, address, _, ends = pointers[i : i + 4]
        if kind == "!":
            antonyms.append((members[int(ends[:2], 16) - 1], address, int(ends[2:], 16) - 1))
    return Synset(members, gloss, antonyms)
