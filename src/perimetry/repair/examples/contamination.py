"""Keeps what an audit scores out of what is learnt: equal texts, near copies, canaries.

Three nets, each for what the others let through. Equal words find copies of any length. A token
Jaccard of ``NEAR`` finds edits of a few words. Shared word ``NGRAM``-grams find a text that stands
inside a longer one, where Jaccard is small.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from perimetry.curation.limits import Limits
from perimetry.curation.near import near_duplicates
from perimetry.datasets.rows import read_rows
from perimetry.errors import DataError, InputError
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from perimetry.words import words

CANARY = re.compile(r"canary [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""How the line begins that marks a data set as one that is scored."""

NEAR = Limits().near
NGRAM = 8
NGRAM_SHARE = 0.5
"""The share of the shorter text's n-grams from which it counts as part of the longer one."""


@dataclass(frozen=True)
class Protected:
    """Texts that an audit scores, and what tables call them."""

    source: str
    texts: Sequence[str]


@dataclass(frozen=True)
class Removed:
    """How many examples of a task were taken out for what they share with one protected source."""

    task: str
    source: str
    equal: int
    near: int

    @property
    def sentence(self) -> str:
        """What happened, in words."""
        return (
            f"{self.task}: {self.equal + self.near:,} examples taken out for {self.source} "
            f"({self.equal:,} equal, {self.near:,} near)"
        )


@dataclass(frozen=True)
class Guarded:
    """The tasks with what may be learnt from them, what was taken out, and why.

    ``protected`` has the number of texts of each source that they were compared with.
    """

    tasks: Sequence[TrainingTask]
    removed: Sequence[Removed]
    protected: Mapping[str, int]


@dataclass(frozen=True)
class _Hit:
    source: str
    equal: bool


def guarded(tasks: Sequence[TrainingTask], protected: Sequence[Protected]) -> Guarded:
    """``tasks`` without every example that shares a text, or nearly, with ``protected``.

    Raises:
        InputError: a text carries a canary, or of some task nothing remains.
    """
    texts = list(dict.fromkeys(text for task in tasks for e in task.examples for text in e.texts))
    for text in texts:
        if CANARY.search(text):
            raise InputError(f"a training text carries a canary ({text[:60]!r}). Leave it out.")
    hits = _hits(texts, protected)
    kept: list[TrainingTask] = []
    removed: list[Removed] = []
    for task in tasks:
        clean, found = _cleaned(task, hits)
        if not clean:
            raise InputError(
                f"{task.name}: every example is in, or near, what an audit scores "
                f"({', '.join(dict.fromkeys(hit.source for hit in found))}). Give other data."
            )
        kept.append(replace(task, examples=clean))
        counted = Counter(found)
        removed += [
            Removed(task.name, source, counted[_Hit(source, True)], counted[_Hit(source, False)])
            for source in dict.fromkeys(hit.source for hit in counted)
        ]
    return Guarded(kept, removed, {known.source: len(known.texts) for known in protected})


def refuse_canary(path: Path) -> None:
    """Refuse a file with the line that says it must not be learnt from.

    Raises:
        DataError: naming the line.
    """
    parquet = path.suffix.lower() == ".parquet"
    lines = _parquet_lines(path) if parquet else _raw_lines(path)
    for number, line in lines:
        if found := CANARY.search(line):
            raise DataError(
                path,
                f"it carries a {found[0][:15]}…: an audit scores what is in it. For the dev half "
                "of a built-in set give --suite or --task.",
                line=number,
            )


def _parquet_lines(path: Path) -> Iterator[tuple[int, str]]:
    return ((number, str(list(row.values()))) for number, row in read_rows(path))


def _raw_lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            yield from enumerate(file, start=1)
    except OSError as error:
        raise DataError(path, f"cannot be read ({error.strerror}).") from None


def _cleaned(
    task: TrainingTask, hits: Mapping[str, _Hit]
) -> tuple[list[TrainingExample], list[_Hit]]:
    clean: list[TrainingExample] = []
    found: list[_Hit] = []
    for example in task.examples:
        hit = next((hits[text] for text in example.texts if text in hits), None)
        if hit is None:
            clean.append(example)
        else:
            found.append(hit)
    return clean, found


def _hits(texts: Sequence[str], protected: Sequence[Protected]) -> dict[str, _Hit]:
    """The texts that may not be learnt from, and why."""
    hits: dict[str, _Hit] = {}
    for known in protected:
        distinct = list(dict.fromkeys(known.texts))
        scored = {tuple(words(text)) for text in distinct}
        fresh: list[str] = []
        for text in texts:
            if text in hits:
                continue
            if tuple(words(text)) in scored:
                hits[text] = _Hit(known.source, equal=True)
            else:
                fresh.append(text)
        near = {place for place, _, _ in near_duplicates(fresh, distinct, NEAR)}
        near |= _overlapping(fresh, distinct)
        hits.update((fresh[place], _Hit(known.source, equal=False)) for place in near)
    return hits


def _overlapping(left: Sequence[str], right: Sequence[str]) -> set[int]:
    """Places in ``left`` of texts that hold much of one in ``right``, or are much of one."""
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    sizes: list[int] = []
    for place, text in enumerate(right):
        grams = _grams(text)
        sizes.append(len(grams))
        for gram in grams:
            holders[gram].append(place)
    found: set[int] = set()
    for place, text in enumerate(left):
        grams = _grams(text)
        shared = Counter(holder for gram in grams for holder in holders.get(gram, ()))
        if any(n >= NGRAM_SHARE * min(len(grams), sizes[holder]) for holder, n in shared.items()):
            found.add(place)
    return found


def _grams(text: str) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + NGRAM]) for start in range(len(found) - NGRAM + 1)}
