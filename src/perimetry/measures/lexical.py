"""What a similarity is worth that reads no meaning: the baselines of every table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from math import log

import numpy as np
from numpy.typing import NDArray

from perimetry.measures.overlap import levenshtein_distance
from perimetry.words import token_jaccard, words

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[str, str]]

K1, B = 1.2, 0.75
"""The usual constants of BM25, those of Lucene."""


def jaccard_similarity(pairs: Pairs) -> Floats:
    """Token Jaccard of each pair."""
    return np.array([token_jaccard(a, b) for a, b in pairs])


def levenshtein_similarity(pairs: Pairs) -> Floats:
    """1 − the normalised Levenshtein distance of each pair, over characters."""
    return np.array([1.0 - levenshtein_distance(a, b) for a, b in pairs])


def bm25_similarity(pairs: Pairs) -> Floats:
    """The BM25 score of the second text for the first as query (Robertson and Zaragoza, 2009).

    The collection is the distinct texts of ``pairs``. The inverse document frequency is Lucene's,
    ``log(1 + (N − n + ½) / (n + ½))``, which is never negative. Shape ``(pairs,)``.
    """
    collection = {text: Counter(words(text)) for text in dict.fromkeys(t for p in pairs for t in p)}
    count = len(collection)
    frequency = Counter(word for found in collection.values() for word in found)
    rarity = {word: log(1 + (count - n + 0.5) / (n + 0.5)) for word, n in frequency.items()}
    mean_length = sum(found.total() for found in collection.values()) / max(count, 1)

    def score(query: Counter[str], document: Counter[str]) -> float:
        norm = K1 * (1 - B + B * document.total() / max(mean_length, 1.0))
        return sum(
            times * rarity[word] * document[word] * (K1 + 1) / (document[word] + norm)
            for word, times in query.items()
            if word in document
        )

    return np.array([score(collection[a], collection[b]) for a, b in pairs])


def random_similarity(pairs: Pairs) -> Floats:
    """A number in [0, 1) for each pair that only its texts decide, and that means nothing."""
    digests = (sha256(f"{a}\x1f{b}".encode("utf-8", "surrogatepass")).digest() for a, b in pairs)
    return np.array([int.from_bytes(digest[:7], "big") / (1 << 56) for digest in digests])


BASELINES: Mapping[str, Callable[[Pairs], Floats]] = {
    "token Jaccard": jaccard_similarity,
    "Levenshtein": levenshtein_similarity,
    "BM25": bm25_similarity,
    "random": random_similarity,
}
"""Each baseline by the name it has beside the encoders."""
