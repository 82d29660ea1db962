"""Texts that share most of their words, found without comparing every two of them in Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perimetry.words import words

ROWS_AT_ONCE = 512
LEAST_WORDS = 5
"""Shorter texts share most of their words by chance."""


def near_duplicates(
    left: Sequence[str], right: Sequence[str], near: float
) -> Iterator[tuple[int, int, float]]:
    """Pairs (place in ``left``, place in ``right``, token Jaccard) of at least ``near``."""
    from scipy.sparse import csr_array

    vocabulary: dict[str, int] = {}

    def incidence(texts: Sequence[str]) -> csr_array:
        rows, columns = [], []
        for place, text in enumerate(texts):
            for word in set(words(text)):
                rows.append(place)
                columns.append(vocabulary.setdefault(word, len(vocabulary)))
        return csr_array((np.ones(len(rows), np.float32), (rows, columns)),
                         shape=(len(texts), len(vocabulary)))  # fmt: skip

    first = incidence(left)
    second = incidence(right)
    first.resize(len(left), len(vocabulary))
    sizes, others = (np.asarray(matrix.sum(axis=1)).ravel() for matrix in (first, second))
    for start in range(0, len(left), ROWS_AT_ONCE):
        shared = (first[start : start + ROWS_AT_ONCE] @ second.T).toarray()
        block = sizes[start : start + ROWS_AT_ONCE, np.newaxis]
        jaccard = shared / np.maximum(block + others - shared, 1)
        jaccard[(block < LEAST_WORDS) | (others < LEAST_WORDS)] = 0
        for row, column in np.argwhere(jaccard >= near - 1e-6).tolist():
            yield start + row, column, float(jaccard[row, column])
