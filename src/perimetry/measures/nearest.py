"""The nearest documents of each query, exactly and in bounded memory.

A block of queries is multiplied with a block of documents. Of every 16 scores only the greatest is
looked at: where it cannot enter a query's best ``k``, none of the 16 can. What remains, a few in a
thousand, is kept beside the best so far, which are thinned to ``k`` now and then.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.measures.ranking import NO_DOCUMENT, Integers, Ranking

Vectors = NDArray[np.float32]
Score = Literal["cosine", "dot"]

QUERIES_AT_ONCE = 1024
DOCUMENTS_AT_ONCE = 8192
GROUP = 16
GROUPS_AT_ONCE = 16_384
SPARE = 256

LOWEST = np.finfo(np.float32).min
LONGEST = 1e19
"""The greatest length of a vector: the product of two such is still a float32."""


def nearest(
    queries: Vectors,
    documents: Vectors | Iterable[Vectors],
    k: int,
    *,
    score: Score = "cosine",
    exclude: Integers | None = None,
) -> Ranking:
    """The ``k`` documents of the highest score for each query, best first.

    Equal scores stand in the order of the documents. Scores are float32 and rounded as such: two
    documents whose scores differ by less than about 1e-6 times the lengths may stand either way,
    and a cosine may pass 1 by as much.

    Memory does not grow with the number of documents, which may lie in a memory-mapped file or come
    block by block (blocks of some thousands are fastest). Beside the arguments it holds
    a copy of the queries, 64 ``k`` + 2,048 bytes a query, and at most 100 MB + 64 kB a dimension
    for the blocks at work on two cores.

    Args:
        queries: shape ``(queries, d)``; other floats than float32 are converted.
        documents: shape ``(documents, d)``, or an iterable of such blocks, in order.
        k: how many, at least 1. Of a pool of fewer documents all are ranked.
        score: ``cosine``, 0 where a vector is all zero, or ``dot``.
        exclude: the number of a document not to rank for each query, such as the query itself, or
            -1 for none; shape ``(queries,)``.

    Returns:
        Shape ``(queries, min(k, documents))``. A row that its excluded document leaves short ends
        in ``NO_DOCUMENT``.

    Raises:
        InputError: a vector is not finite or longer than 1e19, or arguments do not fit.

    >>> found = nearest(np.float32([[1, 0]]), np.float32([[0, 1], [2, 2], [3, 0]]), 2)
    >>> found.documents, found.scores.round(3)
    (array([[2, 1]]), array([[1.   , 0.707]], dtype=float32))
    """
    if queries.ndim != 2:
        raise InputError(f"queries of shape {queries.shape}; it must be (queries, d)")
    if k < 1:
        raise InputError(f"{k} nearest documents were asked for; it must be at least 1")
    if score not in ("cosine", "dot"):
        raise InputError(f"there is no score {score!r}; it is 'cosine' or 'dot'")
    if exclude is not None and exclude.shape != (len(queries),):
        raise InputError(f"{len(queries)} queries exclude documents of shape {exclude.shape}")
    if isinstance(documents, np.ndarray):
        k = min(k, max(len(documents), 1))
    sought = _padded(queries, "queries", score, multiple=1)
    best = _Best(len(sought), k)
    room = np.empty(QUERIES_AT_ONCE * DOCUMENTS_AT_ONCE, dtype=np.float32)
    seen = 0
    with ThreadPoolExecutor(_cores()) as pool:
        for block in _blocks(documents, queries.shape[1]):
            padded = _padded(block, f"documents from {seen} on", score, multiple=GROUP)
            for start in range(0, len(sought), QUERIES_AT_ONCE):
                part = sought[start : start + QUERIES_AT_ONCE]
                scores = room[: len(part) * len(padded)].reshape(len(part), len(padded))
                np.matmul(part, padded.T, out=scores)
                scores[:, len(block) :] = -np.inf
                if exclude is not None:
                    own = exclude[start : start + len(part)] - seen
                    rows = np.flatnonzero((own >= 0) & (own < len(block)))
                    scores[rows, own[rows]] = -np.inf
                best.take(start, scores, seen, pool)
            seen += len(block)
    if exclude is not None and exclude.max(initial=-1) >= seen:
        raise InputError(f"document {exclude.max()} is excluded, of a pool of {seen}")
    return best.ranking(min(k, seen))


class _Best:
    """The best documents of each query so far, with some that may still prove to be.

    A candidate is one integer: the bits of its score, turned so that the best come first, above the
    number of the document. So one sort settles ties as well.
    """

    EMPTY = np.iinfo(np.int64).max

    def __init__(self, queries: int, k: int) -> None:
        self.k = k
        self.keys = np.full((queries, 2 * k + SPARE), self.EMPTY, dtype=np.int64)
        self.filled = np.zeros(queries, dtype=np.intp)
        self.floor = np.full(queries, LOWEST, dtype=np.float32)
        """What a later document must reach to be among the best of a query."""

    def take(self, start: int, scores: Vectors, first: int, pool: ThreadPoolExecutor) -> None:
        """Keep what counts of the ``scores`` of queries ``start`` on, documents ``first`` on."""
        step = -(-len(scores) // _cores())
        parts = range(0, len(scores), step)
        list(pool.map(lambda at: self._take(start + at, scores[at : at + step], first), parts))

    def ranking(self, depth: int) -> Ranking:
        """The best ``depth`` of each query, in order."""
        self.keys.partition(self.k - 1, axis=1)
        keys = np.sort(self.keys[:, : self.k], axis=1)[:, :depth]
        empty = keys == self.EMPTY
        return Ranking(
            np.where(empty, NO_DOCUMENT, keys & 0xFFFFFFFF),
            np.where(empty, np.float32(-np.inf), _scores(keys)),
        )

    def _take(self, start: int, scores: Vectors, first: int) -> None:
        rows = slice(start, start + len(scores))
        grouped = scores.reshape(len(scores), GROUP, -1)
        maxima = grouped.max(axis=1)
        groups = maxima.shape[1]
        floor = self.floor[rows].copy()
        hit = maxima >= floor[:, None]
        crowded = np.flatnonzero(np.count_nonzero(hit, axis=1) > self.k)
        if len(crowded):  # k groups reach their k-th greatest maximum, so the best k scores do
            place = groups - self.k
            floor[crowded] = np.partition(maxima[crowded], place, axis=1)[:, place]
            hit[crowded] = maxima[crowded] >= floor[crowded, None]
        hits = np.flatnonzero(hit)
        for done in range(0, len(hits), GROUPS_AT_ONCE):
            query, group = np.divmod(hits[done : done + GROUPS_AT_ONCE], groups)
            values = grouped[query, :, group]
            reached = np.flatnonzero(values >= floor[query, None])
            index, place_in_group = np.divmod(reached, GROUP)
            document = first + place_in_group * groups + group[index]
            self._add(start + query[index], _keys(values.ravel()[reached], document))
        self._raise_floor(start + crowded, floor[crowded])
        self._thin(start + np.flatnonzero(self.filled[rows] > self.k + self.k // 2))

    def _add(self, queries: NDArray[np.intp], keys: Integers) -> None:
        """Put ``keys`` beside the best; ``queries`` never falls."""
        if not len(keys):
            return
        low, size = queries[0], self.keys.shape[1]
        counts = np.bincount(queries - low)
        filled = self.filled[low : low + len(counts)]
        place = np.arange(len(keys)) - np.repeat(np.cumsum(counts) - counts, counts)
        for done in range(0, int(counts.max()), size - self.k):
            new = np.clip(counts - done, 0, size - self.k)
            self._thin(low + np.flatnonzero(filled + new > size))
            now = (place >= done) & (place < done + size - self.k)
            self.keys[queries[now], self.filled[queries[now]] + place[now] - done] = keys[now]
            filled += new

    def _thin(self, queries: NDArray[np.intp]) -> None:
        """Leave only the best ``k`` of ``queries``, which all have as many."""
        if not len(queries):
            return
        kept = np.partition(self.keys[queries], self.k - 1, axis=1)[:, : self.k]
        self.keys[queries, : self.k] = kept
        self.keys[queries, self.k :] = self.EMPTY
        self.filled[queries] = self.k
        self._raise_floor(queries, _scores(kept[:, -1]))

    def _raise_floor(self, queries: NDArray[np.intp], reached: Vectors) -> None:
        """``k`` documents have ``reached`` it, and a later one loses the tie with them."""
        beyond = np.nextafter(reached, np.float32(np.inf))
        self.floor[queries] = np.maximum(self.floor[queries], beyond)


def _blocks(documents: Vectors | Iterable[Vectors], dimensions: int) -> Iterator[Vectors]:
    for given in [documents] if isinstance(documents, np.ndarray) else documents:
        if given.ndim != 2 or given.shape[1] != dimensions:
            raise InputError(
                f"documents of shape {given.shape} do not fit queries of {dimensions} dimensions"
            )
        for start in range(0, len(given), DOCUMENTS_AT_ONCE):
            yield given[start : start + DOCUMENTS_AT_ONCE]


def _padded(vectors: Vectors, name: str, score: Score, multiple: int) -> Vectors:
    """The rows to multiply, of length 1 for cosines, with zeros up to a ``multiple`` of rows."""
    lengths = np.sqrt(np.einsum("nd,nd->n", vectors, vectors, dtype=np.float64))
    wrong = np.flatnonzero(~(lengths <= LONGEST))
    if len(wrong):
        raise InputError(f"vector {wrong[0]} of the {name} is not finite or longer than {LONGEST}")
    count = len(vectors)
    rows = np.zeros((-(-count // multiple) * multiple, vectors.shape[1]), dtype=np.float32)
    if score == "dot":
        rows[:count] = vectors
    else:
        divisor = lengths.astype(np.float32)
        divisor[divisor == 0] = 1
        np.divide(vectors, divisor[:, None], out=rows[:count], casting="same_kind")
    return rows


def _keys(scores: Vectors, documents: Integers) -> Integers:
    bits = _turned((scores + np.float32(0)).view(np.int32))  # the sum turns -0 into 0
    return (~bits).astype(np.int64) << 32 | documents


def _scores(keys: Integers) -> Vectors:
    return _turned((~(keys >> 32)).astype(np.int32)).view(np.float32)


def _turned(bits: NDArray[np.int32]) -> NDArray[np.int32]:
    """The bits of floats as integers of the same order, and back."""
    return bits ^ ((bits >> 31) & np.int32(0x7FFFFFFF))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
