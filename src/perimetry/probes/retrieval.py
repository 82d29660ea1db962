"""Retrieval: are the documents that answer a query its nearest ones?

The search is exact and goes over blocks of documents, so its memory does not grow with the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.measures.bm25_search import bm25_search
from perimetry.measures.nearest import nearest
from perimetry.measures.ranking import (
    NO_DOCUMENT,
    Floats,
    Integers,
    JudgedRanking,
    Ranking,
    Relevance,
    average_precision,
    judge,
    ndcg,
    recall,
    reciprocal_rank,
    success,
)
from perimetry.probes.base import Vectors
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text
from perimetry.stats.intervals import group_mean
from perimetry.stats.seeds import derived_seed

DEPTH = 200
"""Twice the deepest cut-off, so that ties are seen on both sides of it."""

BLOCK = 8192
TIE_DECIMALS = 6
"""Scores are rounded to this before they are ranked: one text lying in the pool twice ties."""

SHOWN = 400
"""Characters of a document that an item keeps."""

BM25_LIMIT = 300_000
"""Documents of the largest pool that BM25 searches: 250,000 of 60 words take 10 s and 300 MB."""

MEASURES = ("ndcg_10", "map_100", "mrr_10", "recall_10", "recall_100", "success_1")


@dataclass(frozen=True)
class RetrievalProbe:
    """The queries of one set against its pool of documents.

    An item is a query, with the set's name as subset: ``ndcg_10``, ``map_100``, ``mrr_10``,
    ``recall_10``, ``recall_100`` and ``success_1``, as in :mod:`perimetry.measures.ranking`. Its
    texts are the query and the best of its relevant documents, cut to 400 characters.
    """

    data: RetrievalSet
    name: str
    family: str = "retrieval"

    def note(self) -> DatasetNote:
        """Identity and size."""
        sizes = f"{len(self.data.queries)} queries, {len(self._pool)} documents"
        among = ", each query among candidates of its own" if self.data.candidates else ""
        return DatasetNote(
            name=self.data.name,
            digest=self.data.digest,
            source=self.data.source,
            groups=len(self.data.queries),
            family=self.family,
            notes=(sizes + among, *self.data.notes),
        )

    def texts(self) -> Iterator[Text]:
        """The queries and the documents."""
        yield from self._queries
        yield from map(self._document, self._pool)

    def judge(self, vectors: Vectors) -> ItemScores:
        """Rank the pool, or a query's candidates, by cosine."""
        found = self._among(vectors) if self.data.candidates else self._nearest(vectors)
        return self._scores(Ranking(found.documents, found.scores.round(TIE_DECIMALS)))

    def baselines(self) -> Mapping[str, ItemScores]:
        """What BM25 finds, up to 300,000 documents, and what chance does."""
        found = {"random": self._scores(self._random())}
        if len(self._pool) > BM25_LIMIT:
            return found
        among = [self._candidates(row) for row in range(len(self._queries))]
        ranking = bm25_search(
            [text.string for text in self._queries],
            (self.data.corpus[key] for key in self._pool),
            DEPTH,
            exclude=self._itself,
            among=among if self.data.candidates else None,
        )
        return {"BM25": self._scores(ranking), **found}

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """The mean of each measure, with an interval from resampling the queries."""
        identity = derived_seed(seed, "group", "retrieval", self.data.name)
        return [
            self._mean(scores.select(self.data.name, measure), identity)
            for measure in MEASURES
            if scores.select(self.data.name, measure)
        ]

    @cached_property
    def _queries(self) -> list[Text]:
        return [Text(query, "query") for query in self.data.queries.values()]

    @cached_property
    def _named(self) -> list[list[str]]:
        """The candidates of each query, each once."""
        found = (self.data.candidates.get(query, ()) for query in self.data.queries)
        return [list(dict.fromkeys(keys)) for keys in found]

    @cached_property
    def _pool(self) -> list[str]:
        """The ids of the documents that may be ranked, in order; their places are their numbers."""
        wanted = {key for keys in self._named for key in keys}
        return [key for key in self.data.corpus if key in wanted or not self.data.candidates]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The number of each document of the pool, and of the relevant ones that it lacks."""
        numbers = {key: number for number, key in enumerate(self._pool)}
        for query in self.data.queries:
            for key in self.data.relevant[query]:
                numbers.setdefault(key, len(numbers))
        return numbers

    @cached_property
    def _relevance(self) -> Relevance:
        return Relevance.of(
            [
                {self._numbers[key]: grade for key, grade in self.data.relevant[query].items()}
                for query in self.data.queries
            ]
        )

    @cached_property
    def _itself(self) -> Integers:
        """The document not to rank for each query, -1 for none."""
        own = [
            self._numbers.get(self.data.itself.get(query, ""), -1) for query in self.data.queries
        ]
        return np.array(own, dtype=np.int64)

    def _document(self, key: str) -> Text:
        return Text(self.data.corpus[key], "document")

    def _candidates(self, row: int) -> Integers:
        """The documents among which a query is answered, by their numbers."""
        numbers = [self._numbers[key] for key in self._named[row] if key in self.data.corpus]
        return np.array([n for n in numbers if n != self._itself[row]], dtype=np.int64)

    def _nearest(self, vectors: Vectors) -> Ranking:
        blocks = (
            vectors[[self._document(key) for key in self._pool[at : at + BLOCK]]]
            for at in range(0, len(self._pool), BLOCK)
        )
        return nearest(vectors[self._queries], blocks, DEPTH, exclude=self._itself)

    def _among(self, vectors: Vectors) -> Ranking:
        """The candidates of each query, a query at a time."""
        rows = []
        for row, query in enumerate(self._queries):
            numbers = self._candidates(row)
            documents = vectors[[self._document(self._pool[number]) for number in numbers]]
            found = nearest(vectors[[query]], documents, DEPTH)
            rows.append((numbers[found.documents[0]], found.scores[0]))
        return _stacked(rows)

    def _random(self) -> Ranking:
        """Documents drawn for each query by its text alone."""
        rows = []
        for row, query in enumerate(self._queries):
            seed = sha256(query.string.encode("utf-8", "surrogatepass")).digest()[:8]
            pool = self._candidates(row) if self.data.candidates else np.arange(len(self._pool))
            size = min(DEPTH + 1, len(pool))
            drawn = np.random.default_rng(int.from_bytes(seed)).choice(pool, size, replace=False)
            drawn = drawn[drawn != self._itself[row]][:DEPTH]
            rows.append((drawn, -np.arange(len(drawn), dtype=np.float32)))
        return _stacked(rows)

    def _scores(self, ranking: Ranking) -> ItemScores:
        """A row a query and measure."""
        measured = _measured(judge(ranking, self._relevance))
        rows = []
        for place, (query, text) in enumerate(self.data.queries.items()):
            answer = self._answer(query)
            rows += [
                Score(self.data.name, query, query, measure, float(values[place]), text, answer)
                for measure, values in measured.items()
            ]
        return ItemScores(rows)

    def _answer(self, query: str) -> str | None:
        """The best of the relevant documents, as an item shows it."""
        relevant = self.data.relevant[query]
        known = [key for key in relevant if key in self.data.corpus]
        return self.data.corpus[max(known, key=relevant.__getitem__)][:SHOWN] if known else None

    def _mean(self, rows: Sequence[Score], seed: tuple[int, int]) -> Estimate:
        groups = [row.group for row in rows]
        found = group_mean(np.array([row.value for row in rows]), groups, seed)
        return Estimate(
            self.data.name, rows[0].measure, found.value, found.low, found.high,
            n=len(rows), groups=len(set(groups)),
        )  # fmt: skip


def _stacked(rows: Sequence[tuple[Integers, NDArray[np.float32]]]) -> Ranking:
    """One ranking of all queries, from the documents and scores of each."""
    documents = np.full((len(rows), DEPTH), NO_DOCUMENT, dtype=np.int64)
    scores = np.full(documents.shape, -np.inf, dtype=np.float32)
    for row, (found, reached) in enumerate(rows):
        documents[row, : len(found)], scores[row, : len(found)] = found, reached
    return Ranking(documents, scores)


def _measured(judged: JudgedRanking) -> dict[str, Floats]:
    values = (
        ndcg(judged, 10),
        average_precision(judged, 100),
        reciprocal_rank(judged, 10),
        recall(judged, 10),
        recall(judged, 100),
        success(judged, 1),
    )
    return dict(zip(MEASURES, values, strict=True))
