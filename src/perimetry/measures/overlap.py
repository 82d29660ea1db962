"""How much two texts share on the surface, whatever they mean.

ROUGE after Lin (2004): F1 of shared n-grams (ROUGE-1, ROUGE-2) and of the longest common
subsequence (ROUGE-L) over lower-cased words, without stemming.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from rapidfuzz.distance import LCSseq, Levenshtein

from perimetry.words import words


@dataclass(frozen=True)
class Overlap:
    """Mean lexical overlap of a set of pairs: ROUGE F1 in percent, the others as named."""

    rouge_1: float
    rouge_2: float
    rouge_l: float
    levenshtein: float
    length: float
    pairs: int

    def as_dict(self) -> dict[str, float]:
        """The values by name."""
        return asdict(self)


PRINTED = {
    "STS-B": Overlap(55.8, 32.5, 53.2, 0.54, 12.2, 0),
    "SICK-R": Overlap(61.2, 37.4, 56.2, 0.53, 10.0, 0),
    "HEROS": Overlap(92.9, 84.8, 92.9, 0.10, 13.8, 0),
}
"""The values that HEROS (arXiv 2306.05083) prints, for comparison; it prints no pair counts."""


def rouge_n(a: str, b: str, n: int) -> float:
    """F1 of the n-grams that two texts share, within [0, 1]; 0 when either has none.

    >>> rouge_n("the cat sat", "the cat ran", 1)
    0.6666666666666666
    >>> rouge_n("the cat sat", "the cat ran", 2)
    0.5
    """
    left, right = _ngrams(words(a), n), _ngrams(words(b), n)
    return _f1((left & right).total(), left.total(), right.total())


def rouge_l(a: str, b: str) -> float:
    """F1 of the longest common subsequence of words, within [0, 1].

    >>> rouge_l("the cat sat here", "here the cat sat")
    0.75
    """
    left, right = words(a), words(b)
    return _f1(LCSseq.similarity(left, right), len(left), len(right))


def levenshtein_distance(a: str, b: str) -> float:
    """Character edits from ``a`` to ``b`` over the longer length: 0 equal, 1 nothing shared.

    >>> levenshtein_distance("kitten", "sitting")
    0.42857142857142855
    """
    return float(Levenshtein.normalized_distance(a, b))


@dataclass(frozen=True)
class OverlapSums:
    """Sums over pairs seen so far, for a mean over more pairs than memory holds."""

    rouge_1: float = 0.0
    rouge_2: float = 0.0
    rouge_l: float = 0.0
    levenshtein: float = 0.0
    length: float = 0.0
    pairs: int = 0

    def with_pair(self, a: str, b: str) -> OverlapSums:
        """The sums with one pair more."""
        return self + OverlapSums(
            rouge_1=100 * rouge_n(a, b, 1),
            rouge_2=100 * rouge_n(a, b, 2),
            rouge_l=100 * rouge_l(a, b),
            levenshtein=levenshtein_distance(a, b),
            length=(len(words(a)) + len(words(b))) / 2,
            pairs=1,
        )

    def __add__(self, other: OverlapSums) -> OverlapSums:
        return OverlapSums(
            self.rouge_1 + other.rouge_1,
            self.rouge_2 + other.rouge_2,
            self.rouge_l + other.rouge_l,
            self.levenshtein + other.levenshtein,
            self.length + other.length,
            self.pairs + other.pairs,
        )

    def mean(self) -> Overlap:
        """The mean of each measure.

        Raises:
            ValueError: there are no pairs.
        """
        if not self.pairs:
            raise ValueError("no pairs to measure the overlap of")
        return Overlap(
            rouge_1=self.rouge_1 / self.pairs,
            rouge_2=self.rouge_2 / self.pairs,
            rouge_l=self.rouge_l / self.pairs,
            levenshtein=self.levenshtein / self.pairs,
            length=self.length / self.pairs,
            pairs=self.pairs,
        )


def mean_overlap(pairs: Iterable[tuple[str, str]]) -> Overlap:
    """The mean of each measure over ``pairs``; the length is in words, over both texts.

    Raises:
        ValueError: there are no pairs.
    """
    sums = OverlapSums()
    for a, b in pairs:
        sums = sums.with_pair(a, b)
    return sums.mean()


def _ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def _f1(shared: int, left: int, right: int) -> float:
    return 2 * shared / (left + right) if left + right else 0.0
