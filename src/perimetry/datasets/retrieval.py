"""Queries, a pool of documents, and which documents answer which query; read in the BEIR layout.

BEIR: Thakur et al. (2021), arXiv 2104.08663.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from perimetry.datasets.rows import read_rows
from perimetry.datasets.sampling import drawn_groups
from perimetry.errors import DataError

TEST = "test"
QRELS = ("query-id", "corpus-id", "score")


@dataclass(frozen=True)
class RetrievalSet:
    """A pool of documents and the queries that some of them answer.

    Attributes:
        name: how tables call it.
        source: where it comes from.
        queries: query id to text; each has a relevant document.
        corpus: document id to text.
        relevant: query id to document id to grade, 1 or more. A document that the corpus lacks is
            never found.
        candidates: for reranking, the documents among which each query is answered; empty where
            it is the whole corpus.
        itself: the document that a query is, which is not ranked for it.
        notes: what a reader must know.
    """

    name: str
    source: str
    queries: Mapping[str, str]
    corpus: Mapping[str, str]
    relevant: Mapping[str, Mapping[str, int]]
    candidates: Mapping[str, Sequence[str]] = field(default_factory=dict)
    itself: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that decides a score, in order."""
        digest = sha256()
        for part in (self.queries, self.corpus, self.relevant, self.candidates, self.itself):
            digest.update(f"{len(part)}\n".encode())
            for key, value in part.items():
                digest.update(json.dumps([key, value]).encode() + b"\n")
        return digest.hexdigest()

    def sample(self, queries: int, seed: int) -> RetrievalSet:
        """A random choice of the queries, all if there are fewer; the corpus stays whole.

        Raises:
            InputError: ``queries`` is below 1.
        """
        kept = drawn_groups(self.queries, queries, np.random.default_rng(seed))
        return replace(self, queries={q: text for q, text in self.queries.items() if q in kept})


def read_beir(folder: Path, split: str = TEST) -> RetrievalSet:
    """Read a folder in the BEIR layout.

    ``corpus.jsonl`` has ``_id``, ``title`` (may be missing) and ``text``; a document is title and
    text, joined by a blank. ``queries.jsonl`` has ``_id`` and ``text``. ``qrels/SPLIT.tsv`` has
    ``query-id``, ``corpus-id`` and ``score`` under a header; without a folder ``qrels``, the split
    ``test`` is ``qrels.jsonl`` or ``qrels.tsv``. A score of 0 or less means not relevant.

    A document with the id and the text of a query is the query itself and not ranked for it, as in
    ArguAna and Quora, unless it is said to be relevant.

    Args:
        folder: where the files lie.
        split: which file of the folder ``qrels``.

    Raises:
        DataError: a file is missing or malformed, an id stands twice or is unknown, a score is not
            a whole number, or no document is relevant.
    """
    documents = {entry.key: entry for entry in _entries(folder / "corpus.jsonl")}
    asked = {entry.key: entry.text for entry in _entries(folder / "queries.jsonl")}
    qrels = _qrels_path(folder, split)
    relevant = _relevant(qrels, asked, documents)
    queries = {key: text for key, text in asked.items() if key in relevant}
    itself = {
        key: key
        for key, text in queries.items()
        if key in documents and documents[key].says(text) and key not in relevant[key]
    }
    notes = []
    if len(queries) < len(asked):
        left = len(asked) - len(queries)
        notes.append(f"queries left out, as they have no relevant document: {left}")
    if itself:
        notes.append(
            f"queries that lie in the corpus and are not to find themselves: {len(itself)}"
        )
    name = folder.resolve().name
    return RetrievalSet(
        name,
        f"folder {name}, {qrels.relative_to(folder).as_posix()}",
        queries,
        {key: entry.whole for key, entry in documents.items()},
        {key: relevant[key] for key in queries},
        itself=itself,
        notes=notes,
    )


class _Entry(NamedTuple):
    key: str
    title: str
    text: str

    @property
    def whole(self) -> str:
        return f"{self.title} {self.text}".strip()

    def says(self, text: str) -> bool:
        return text in (self.text, self.whole)


def _entries(path: Path) -> Iterator[_Entry]:
    """The rows of a corpus or of queries, which have no title."""
    seen: set[str] = set()
    for line, row in read_rows(path):
        key = _id(path, line, row, "_id")
        if key in seen:
            raise DataError(path, f"the id {key!r} stands here a second time.", line=line)
        seen.add(key)
        text = row.get("text")
        if not isinstance(text, str):
            raise DataError(path, "no text under 'text'.", line=line)
        yield _Entry(key, str(row.get("title") or ""), text)
    if not seen:
        raise DataError(path, "there are no rows in it.")


def _qrels_path(folder: Path, split: str) -> Path:
    named = folder / "qrels" / f"{split}.tsv"
    alone = (folder / "qrels.jsonl", folder / "qrels.tsv") if split == TEST else ()
    paths: tuple[Path, ...] = (named, *alone)
    for path in paths:
        if path.is_file():
            return path
    splits = ", ".join(sorted(file.stem for file in named.parent.glob("*.tsv"))) or "none"
    missing = "there is no such file" + (", nor qrels.jsonl or qrels.tsv." if alone else ".")
    raise DataError(named, f"{missing} Splits in this folder: {splits}.")


def _relevant(
    path: Path, queries: Container[str], corpus: Container[str]
) -> dict[str, dict[str, int]]:
    """The relevant documents of each query that has any."""
    judged: set[tuple[str, str]] = set()
    relevant: dict[str, dict[str, int]] = {}
    for line, row in read_rows(path):
        query, document = (_id(path, line, row, name) for name in QRELS[:2])
        for key, known, file in ((query, queries, "queries"), (document, corpus, "corpus")):
            if key not in known:
                raise DataError(path, f"the id {key!r} is not in {file}.jsonl.", line=line)
        if (query, document) in judged:
            raise DataError(path, f"{query!r} and {document!r} are judged twice.", line=line)
        judged.add((query, document))
        grade = _grade(path, line, row)
        if grade > 0:
            relevant.setdefault(query, {})[document] = grade
    if not relevant:
        raise DataError(path, "no document is relevant to any query. Give a score of 1 or more.")
    return relevant


def _id(path: Path, line: int, row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    if value is None or str(value) == "":
        header = f" The header must be: {' '.join(QRELS)}." if name in QRELS else ""
        raise DataError(path, f"no id under {name!r}.{header}", line=line)
    return str(value)


def _grade(path: Path, line: int, row: Mapping[str, object]) -> int:
    written = row.get("score")
    try:
        grade = float(str(written))
    except ValueError:
        grade = 0.5
    if not grade.is_integer():
        raise DataError(path, f"the score {written!r} is not a whole number.", line=line)
    return int(grade)
