"""How well a retrieval answered each query: nDCG, MAP, MRR, recall and success at a cut-off.

First :func:`judge` a ranking by what is known to be relevant, then ask for any measure of it::

    judged = judge(ranking, Relevance.of([{3: 1}, {0: 2, 7: 1}]))
    ndcg(judged, 10), recall(judged, 100)

Every measure returns one value a query, so that statistics can pair and group them; its mean over
queries is the number that papers print. The definitions are those of trec_eval, and the tests hold
the values to those of ir-measures. Three rules are stated here because tools differ in them:

- **Ties.** Documents with equal scores are ordered by their grade, the least relevant first. An
  encoder that cannot tell two documents apart earns nothing by the order in which they lie on the
  disk. (trec_eval puts equal scores by document name, descending, and is lucky or not.) Only ties
  within the list are seen: where they matter, retrieve deeper than the cut-off.
- **A query without a relevant document** has no value: NaN, never a 0 that pulls the mean down.
  (trec_eval says 0.) A query for which nothing was retrieved scores 0.
- **A cut-off beyond the list's end** sees the list, and what was not retrieved earns nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from perimetry.errors import InputError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_DOCUMENT = -1
"""Marks the places at the end of a row that nothing was retrieved for."""

LARGEST = 2**31 - 1
"""The largest document number and grade."""


@dataclass(frozen=True)
class Ranking:
    """The documents retrieved for each query, best first.

    Attributes:
        documents: document numbers, each at most once in a row, shape ``(queries, depth)``; a row
            with fewer documents ends in ``NO_DOCUMENT``.
        scores: of the same shape, never rising along a row; ``-inf`` where there is no document.

    Raises:
        InputError: the arrays are not such, with the query where that is so.
    """

    documents: Integers
    scores: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.documents.ndim != 2 or self.documents.shape != self.scores.shape:
            raise InputError(
                f"documents and scores of a ranking have shapes {self.documents.shape} and "
                f"{self.scores.shape}; both must be (queries, depth)"
            )
        listed = self.documents != NO_DOCUMENT
        if np.any((self.documents < NO_DOCUMENT) | (self.documents > LARGEST)):
            raise InputError(f"a ranked document's number lies outside 0 to {LARGEST}")
        ordered = np.sort(self.documents, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_DOCUMENT)
        _refuse(twice, "lists a document twice")
        _refuse(listed[:, 1:] & ~listed[:, :-1], "lists a document after an empty place")
        _refuse(np.isfinite(self.scores) != listed, "has a score that is not finite")
        _refuse(self.scores[:, 1:] > self.scores[:, :-1], "is not sorted by falling score")


@dataclass(frozen=True)
class Relevance:
    """Which documents answer which query, and how well; all others are not relevant.

    The judgements of all queries lie in one array, those of query ``q`` from ``starts[q]`` to
    ``starts[q + 1]``.

    Attributes:
        starts: shape ``(queries + 1,)``, rising from 0 to the number of judgements.
        documents: document numbers, each at most once a query, shape ``(judgements,)``.
        grades: 0 is not relevant, more is better; shape ``(judgements,)``.

    Raises:
        InputError: the arrays are not such.
    """

    starts: Integers
    documents: Integers
    grades: Integers

    def __post_init__(self) -> None:
        size = len(self.documents)
        if len(self.grades) != size:
            raise InputError(f"{size} judged documents have {len(self.grades)} grades")
        if not len(self.starts) or self.starts[0] != 0 or self.starts[-1] != size:
            raise InputError(f"the starts of the queries must run from 0 to {size}")
        if np.any(np.diff(self.starts) < 0):
            raise InputError("the starts of the queries must not fall")
        if np.any((self.documents < 0) | (self.documents > LARGEST)):
            raise InputError(f"a judged document's number lies outside 0 to {LARGEST}")
        if np.any((self.grades < 0) | (self.grades > LARGEST)):
            raise InputError(f"a grade lies outside 0 (not relevant) to {LARGEST}")
        order = np.lexsort((self.documents, self.queries))
        query, document = self.queries[order], self.documents[order]
        again = (query[1:] == query[:-1]) & (document[1:] == document[:-1])
        if again.any():
            raise InputError(f"query {query[1:][again][0]} judges a document twice")

    @classmethod
    def of(cls, judgements: Sequence[Mapping[int, int]]) -> Relevance:
        """From one mapping a query, of document number to grade.

        >>> Relevance.of([{3: 1}, {}, {0: 2, 7: 1}]).starts
        array([0, 1, 1, 3])
        """
        return cls(
            np.cumsum([0, *map(len, judgements)], dtype=np.int64),
            np.array([number for judged in judgements for number in judged], dtype=np.int64),
            np.array([grade for judged in judgements for grade in judged.values()], dtype=np.int64),
        )

    @property
    def queries(self) -> Integers:
        """The query of each judgement, shape ``(judgements,)``."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


@dataclass(frozen=True)
class JudgedRanking:
    """A ranking with the grade of each document: what every measure reads.

    Attributes:
        grades: of the retrieved documents, best rank first; shape ``(queries, depth)``.
        relevant: how many documents are relevant, retrieved or not; shape ``(queries,)``.
        ideal: the grades of those documents, query after query, falling; shape
            ``(sum of relevant,)``.
    """

    grades: Integers
    relevant: Integers
    ideal: Integers


def judge(ranking: Ranking, relevance: Relevance) -> JudgedRanking:
    """Give each retrieved document its grade, and order equal scores by the rule for ties.

    >>> ranking = Ranking(np.array([[7, 3, 5]]), np.float32([[0.9, 0.9, 0.1]]))
    >>> judge(ranking, Relevance.of([{7: 1, 4: 1}])).grades
    array([[0, 1, 0]])

    Raises:
        InputError: the two do not speak of the same number of queries.
    """
    queries = len(ranking.documents)
    if len(relevance.starts) != queries + 1:
        raise InputError(
            f"{queries} queries are ranked and {len(relevance.starts) - 1} are judged; "
            "a query without relevant documents needs an empty judgement"
        )
    useful = relevance.grades > 0
    query, document = relevance.queries[useful], relevance.documents[useful]
    grade = relevance.grades[useful]
    relevant = np.bincount(query, minlength=queries).astype(np.int64)
    ideal = grade[np.lexsort((-grade, query))]
    grades = _look_up(ranking.documents, query, document, grade)
    return JudgedRanking(_worst_of_ties(grades, ranking.scores), relevant, ideal)


def ndcg(judged: JudgedRanking, k: int) -> Floats:
    """Normalised discounted cumulative gain at ``k``, within [0, 1], shape ``(queries,)``.

    The gain is the grade itself and the discount ``1 / log2(rank + 1)``, as in trec_eval's
    ``ndcg_cut``; the ideal is the best order of all known documents. Järvelin and Kekäläinen (2002)
    in the form of Burges et al. (2005), whose exponential gain ``2^grade - 1`` is not used.

    >>> ndcg(JudgedRanking(np.array([[0, 2]]), np.array([2]), np.array([2, 1])), 10).round(4)
    array([0.4796])
    """
    query, place = np.nonzero(judged.grades[:, : _cut_off(k)])
    gained = _discounted(judged, query, place, judged.grades[query, place])
    query = np.repeat(np.arange(len(judged.relevant)), judged.relevant)
    place = np.arange(len(query)) - (np.cumsum(judged.relevant) - judged.relevant)[query]
    near = place < k
    return _of(gained, _discounted(judged, query[near], place[near], judged.ideal[near]))


def average_precision(judged: JudgedRanking, k: int) -> Floats:
    """Average precision at ``k``, whose mean is MAP@k; within [0, 1], shape ``(queries,)``.

    The precision at the rank of each relevant document down to ``k``, summed, over the number of
    relevant documents *known* (not ``min`` of it and ``k``): trec_eval's ``map_cut``.

    >>> judged = JudgedRanking(np.array([[1, 0, 3]]), np.array([2]), np.array([3, 1]))
    >>> average_precision(judged, 10).round(4)
    array([0.8333])
    """
    hits = _hits(judged, k)
    precision = np.cumsum(hits, axis=1) / np.arange(1, hits.shape[1] + 1)
    return _of((precision * hits).sum(axis=1), judged.relevant)


def reciprocal_rank(judged: JudgedRanking, k: int) -> Floats:
    """One over the first relevant document's rank, 0 if past ``k``; its mean is MRR@k.

    >>> reciprocal_rank(JudgedRanking(np.array([[0, 1]]), np.array([1]), np.array([1])), 10)
    array([0.5])
    """
    hits = _hits(judged, k)
    best = (hits / np.arange(1, hits.shape[1] + 1)).max(axis=1, initial=0.0)
    return _of(best, judged.relevant > 0)


def recall(judged: JudgedRanking, k: int) -> Floats:
    """The share of the known relevant documents within the first ``k``, shape ``(queries,)``.

    >>> recall(JudgedRanking(np.array([[0, 1]]), np.array([2]), np.array([1, 1])), 10)
    array([0.5])
    """
    return _of(_hits(judged, k).sum(axis=1), judged.relevant)


def success(judged: JudgedRanking, k: int) -> Floats:
    """1 where any of the first ``k`` is relevant, else 0; shape ``(queries,)``.

    >>> success(JudgedRanking(np.array([[0, 1]]), np.array([1]), np.array([1])), 1)
    array([0.])
    """
    return _of(_hits(judged, k).any(axis=1), judged.relevant > 0)


def _look_up(documents: Integers, query: Integers, document: Integers, grade: Integers) -> Integers:
    """The grade of each ranked document, 0 where it is not among the judged ones."""
    queries, depth = documents.shape
    found = np.zeros((queries, depth), dtype=np.int64)
    if not len(grade):
        return found
    span = int(max(documents.max(initial=0), document.max())) + 1
    judged = query * span + document
    order = np.argsort(judged)
    judged, grade = judged[order], grade[order]
    wanted = np.where(documents < 0, -1, documents + np.arange(queries)[:, None] * span)
    place = np.minimum(np.searchsorted(judged, wanted), len(judged) - 1)
    hit = judged[place] == wanted
    found[hit] = grade[place[hit]]
    return found


def _worst_of_ties(grades: Integers, scores: NDArray[np.float32]) -> Integers:
    tied = scores[:, 1:] == scores[:, :-1]
    rows = np.flatnonzero((tied & (grades[:, 1:] < grades[:, :-1])).any(axis=1))
    order = np.lexsort((grades[rows], -scores[rows]), axis=1)
    grades[rows] = np.take_along_axis(grades[rows], order, axis=1)
    return grades


def _discounted(judged: JudgedRanking, query: Integers, place: Integers, grade: Integers) -> Floats:
    """The gain of each query. Ranked and ideal are added alike, so a perfect order is exactly 1."""
    gain = np.bincount(query, grade / np.log2(place + 2), minlength=len(judged.relevant))
    return np.asarray(gain, dtype=np.float64)


def _hits(judged: JudgedRanking, k: int) -> NDArray[np.bool_]:
    return judged.grades[:, : _cut_off(k)] > 0


def _of(values: ArrayLike, whole: NDArray[Any]) -> Floats:
    """``values / whole``, and NaN where the whole is nothing."""
    shares = np.full(len(whole), np.nan)
    np.divide(values, whole, out=shares, where=whole > 0)
    return shares


def _cut_off(k: int) -> int:
    if k < 1:
        raise InputError(f"a cut-off of {k} sees nothing; it must be at least 1")
    return k


def _refuse(wrong: NDArray[np.bool_], problem: str) -> None:
    rows = np.flatnonzero(wrong.any(axis=1))
    if len(rows):
        raise InputError(f"the ranking of query {rows[0]} {problem}")
