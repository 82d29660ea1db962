"""BM25 over a pool of documents: what counting words finds, beside what an encoder finds."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perimetry.measures.lexical import K1, B
from perimetry.measures.ranking import NO_DOCUMENT, Integers, Ranking
from perimetry.words import words

if TYPE_CHECKING:
    from scipy.sparse import csc_array, csr_array

QUERIES_AT_ONCE = 16


def bm25_search(
    queries: Sequence[str],
    documents: Iterable[str],
    k: int,
    *,
    exclude: Integers | None = None,
    among: Sequence[Integers] | None = None,
) -> Ranking:
    """The ``k`` documents of the highest BM25 score for each query, best first.

    Robertson and Zaragoza (2009), with the inverse document frequency of Lucene,
    ``log(1 + (N − n + ½) / (n + ½))``. Equal scores stand in the order of the documents. One that
    shares no word with the query is not retrieved. Only the queries' words are indexed, so memory
    grows with how often they occur: 8 bytes a word and document.

    Args:
        queries: texts.
        documents: texts, read once.
        k: how many, at least 1.
        exclude: the number of a document not to rank for each query, or -1 for none.
        among: the numbers of the only documents to rank for each query; all by default.

    Returns:
        Shape ``(queries, k)``; a row ends in ``NO_DOCUMENT`` where fewer share a word.

    >>> bm25_search(["red door"], ["a red door", "blue", "the red car"], 2).documents
    array([[0, 2]])
    """
    asked = [Counter(words(query)) for query in queries]
    terms = {word: place for place, word in enumerate(dict.fromkeys(w for q in asked for w in q))}
    index = _index(documents, terms)
    matrix = _matrix(asked, terms)
    found = np.full((len(queries), k), NO_DOCUMENT, dtype=np.int64)
    scores = np.full((len(queries), k), -np.inf, dtype=np.float32)
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        block = matrix[start : start + QUERIES_AT_ONCE] @ index
        for row in range(block.shape[0]):
            part = slice(block.indptr[row], block.indptr[row + 1])
            hits, values = block.indices[part], block.data[part]
            query = start + row
            kept = np.ones(len(hits), dtype=np.bool_)
            if among is not None:
                kept &= np.isin(hits, among[query])
            if exclude is not None:
                kept &= hits != exclude[query]
            hits, values = hits[kept], values[kept]
            best = _best(hits, values, k)
            found[query, : len(best)] = hits[best]
            scores[query, : len(best)] = values[best]
    return Ranking(found, scores)


def _index(documents: Iterable[str], terms: dict[str, int]) -> csr_array:
    """What each of ``terms`` adds to the score of each document, shape ``(terms, documents)``."""
    from scipy.sparse import csc_array

    starts, places, counts, lengths = array("q", [0]), array("i"), array("f"), array("f")
    for document in documents:
        found = words(document)
        lengths.append(len(found))
        for word, times in Counter(word for word in found if word in terms).items():
            places.append(terms[word])
            counts.append(times)
        starts.append(len(places))
    place, start = np.array(places, dtype=np.int32), np.array(starts)
    weight, length = np.array(counts, dtype=np.float32), np.array(lengths, dtype=np.float32)
    norm = K1 * (1 - B + B * length / max(length.sum() / max(len(length), 1), np.float32(1)))
    weight *= (K1 + 1) / (weight + np.repeat(norm, np.diff(start)))
    having = np.bincount(place, minlength=len(terms))
    rarity = np.log1p((len(length) - having + 0.5) / (having + 0.5)).astype(np.float32)
    weight *= rarity[place]
    index: csc_array = csc_array((weight, place, start), shape=(len(terms), len(length)))
    return index.tocsr()


def _matrix(asked: Sequence[Counter[str]], terms: dict[str, int]) -> csr_array:
    """How often each query has each term, shape ``(queries, terms)``."""
    from scipy.sparse import csr_array

    starts = np.cumsum([0, *map(len, asked)])
    places = [terms[word] for query in asked for word in query]
    counts = np.array([n for query in asked for n in query.values()], dtype=np.float32)
    return csr_array((counts, places, starts), shape=(len(asked), len(terms)))


def _best(hits: NDArray[np.int32], values: NDArray[np.float32], k: int) -> NDArray[np.intp]:
    """Where the ``k`` highest ``values`` are, in order, the lower document first of equals."""
    reached = np.arange(len(values))
    if len(values) > k:
        reached = np.flatnonzero(values >= np.partition(values, -k)[-k])
    order = np.lexsort((hits[reached], -values[reached]))[:k]
    return np.asarray(reached[order], dtype=np.intp)
