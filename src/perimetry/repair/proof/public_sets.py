"""Public sets on which a repair may do harm, read from a folder that the user gives.

They are never part of perimetry. The files are as their authors publish them, and OneStopEnglish
has a row an article:

- ``stsb/stsb-en-{train,dev,test}.csv``: two sentences and a score within 0 to 5, no header;
- ``banking77/{train,test}.csv``: ``text``, ``category``;
- ``onestopenglish/{ele,adv}.jsonl``: ``doc``, ``text``;
- ``piqa/valid.jsonl``: ``goal``, ``sol1``, ``sol2``, and ``piqa/valid-labels.lst``: 0 or 1 a line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.datasets.rows import read_rows
from perimetry.errors import DataError
from perimetry.files import read_lines, read_table

SCORES = (0.0, 5.0)


@dataclass(frozen=True)
class RatedPairs:
    """Pairs of sentences with a score for how alike people found them.

    Pairs that share a sentence, also by way of others, are one group.
    """

    name: str
    left: Sequence[str]
    right: Sequence[str]
    scores: NDArray[np.float64]

    @property
    def digest(self) -> str:
        """SHA-256 of the rows, in order."""
        return _digest([self.left, self.right, self.scores.tolist()])

    @property
    def groups(self) -> list[str]:
        """The group of each pair."""
        return shared_groups(self.left, self.right)


@dataclass(frozen=True)
class LabelledTexts:
    """Texts with a class each, to learn from and to be tested on."""

    name: str
    train: Sequence[str]
    train_labels: Sequence[str]
    test: Sequence[str]
    test_labels: Sequence[str]

    @property
    def digest(self) -> str:
        """SHA-256 of the rows, in order."""
        return _digest([self.train, self.train_labels, self.test, self.test_labels])


def read_stsb(folder: Path, split: Literal["train", "dev", "test"]) -> RatedPairs:
    """The STS benchmark (Cer et al. 2017).

    Raises:
        DataError: no such file, or a row that is not two sentences and a score.
    """
    path = folder / "stsb" / f"stsb-en-{split}.csv"
    left, right, scores = [], [], []
    for line, row in read_table(path):
        try:
            one, other, score = row
            value = float(score)
        except ValueError:
            raise DataError(path, "a row is two sentences and a score.", line=line) from None
        if not SCORES[0] <= value <= SCORES[1]:
            raise DataError(path, f"the score {score} is not within 0 to 5.", line=line)
        left.append(one)
        right.append(other)
        scores.append(value)
    if not scores:
        raise DataError(path, "there are no rows in it.")
    return RatedPairs(f"STS-B {split}", left, right, np.array(scores))


def read_banking77(folder: Path) -> LabelledTexts:
    """Banking77, requests of 77 intents (Casanueva et al. 2020).

    Raises:
        DataError: a file is missing or a row has no text or category.
    """
    parts: list[list[str]] = []
    for split in ("train", "test"):
        path = folder / "banking77" / f"{split}.csv"
        texts, labels = [], []
        for line, row in read_rows(path):
            texts.append(_text(path, line, row.get("text"), "text"))
            labels.append(_text(path, line, row.get("category"), "category"))
        parts += [texts, labels]
    return LabelledTexts("Banking77", *parts)


def read_onestopenglish(folder: Path) -> RetrievalSet:
    """An article's elementary version is to find its advanced one (Vajjala and Lucic 2018).

    Raises:
        DataError: a file is missing or a row has no document or text.
    """
    queries, corpus = (
        {
            _text(path, line, row.get("doc"), "doc"): _text(path, line, row.get("text"), "text")
            for line, row in read_rows(path)
        }
        for path in (folder / "onestopenglish" / f"{level}.jsonl" for level in ("ele", "adv"))
    )
    return RetrievalSet(
        "OneStopEnglish",
        "onestopenglish/ele.jsonl to onestopenglish/adv.jsonl",
        {doc: text for doc, text in queries.items() if doc in corpus},
        corpus,
        {doc: {doc: 1} for doc in queries if doc in corpus},
    )


def read_piqa(folder: Path) -> RetrievalSet:
    """A goal is to find its solution among those of all goals (Bisk et al. 2020).

    Goals that stand more than once are one query with several right solutions.

    Raises:
        DataError: a file is missing, the labels do not fit, or a row lacks a text.
    """
    path, answers = folder / "piqa" / "valid.jsonl", folder / "piqa" / "valid-labels.lst"
    rows = list(read_rows(path))
    labels = [(line, text.strip()) for line, text in read_lines(answers) if text.strip()]
    if len(labels) != len(rows):
        raise DataError(answers, f"{len(labels)} labels for {len(rows)} rows of {path.name}.")
    corpus: dict[str, str] = {}
    ids: dict[str, str] = {}
    relevant: dict[str, dict[str, int]] = {}
    for (line, row), (place, label) in zip(rows, labels, strict=True):
        if label not in ("0", "1"):
            raise DataError(answers, f"the label is 0 or 1, not {label!r}.", line=place)
        found = []
        for key in ("sol1", "sol2"):
            text = _text(path, line, row.get(key), key)
            found.append(ids.setdefault(text, f"d{len(ids)}"))
            corpus[found[-1]] = text
        goal = _text(path, line, row.get("goal"), "goal")
        relevant.setdefault(goal, {})[found[int(label)]] = 1
    queries = {f"q{number}": goal for number, goal in enumerate(relevant)}
    return RetrievalSet(
        "PIQA",
        "piqa/valid.jsonl, the pool of all its solutions",
        queries,
        corpus,
        {key: relevant[goal] for key, goal in queries.items()},
    )


def shared_groups(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """The group of each pair: pairs that share a text, also by way of others, have one.

    >>> shared_groups(["a", "b", "x"], ["b", "c", "y"])
    ['a', 'a', 'x']
    """
    above: dict[str, str] = {}

    def root(text: str) -> str:
        while above.setdefault(text, text) != text:
            above[text] = text = above[above[text]]
        return text

    for one, other in zip(left, right, strict=True):
        above[root(other)] = root(one)
    return [root(text) for text in left]


def _text(path: Path, line: int, value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise DataError(path, f"no text under {key!r}.", line=line)
    return value


def _digest(content: object) -> str:
    return sha256(json.dumps(content, ensure_ascii=True, default=list).encode()).hexdigest()
