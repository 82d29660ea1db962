"""The order of several encoders, without pretending to know it better than the items allow.

"Not significantly different" is not transitive, so encoders are not put into tiers. Each has a
rank with an interval, and letters that it shares with exactly those it cannot be told from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.stats.bootstrap import RESAMPLES, Floats, resampled_means
from perimetry.stats.intervals import LEVEL
from perimetry.stats.multiple import holm
from perimetry.stats.permutation import FLIPS, sign_flip_p_values
from perimetry.stats.seeds import Seed


@dataclass(frozen=True)
class RankInterval:
    """The place of an encoder, 1 for the best, and the places it takes when groups are redrawn."""

    rank: int
    low: int
    high: int


def rank_intervals(
    scores: Floats,
    groups: Sequence[str],
    *,
    seed: Seed,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> tuple[RankInterval, ...]:
    """The rank of each encoder by its mean over items, with a percentile interval.

    All encoders are ranked within the same resamples. Encoders that tie share the better rank, and
    their intervals reach from the best to the worst of the places that they share. The intervals
    hold for one encoder at a time. Goldstein and Spiegelhalter (1996).

    Args:
        scores: shape ``(items, encoders)``; higher is better.
        groups: the group of each item.
        seed: of the resampling.
        level: of the interval.
        resamples: how many.

    Raises:
        InputError: see :meth:`perimetry.stats.bootstrap.GroupSums.of`.
    """
    from scipy.stats import rankdata

    means = resampled_means(scores, groups, seed=seed, resamples=resamples)
    tail = (1 - level) / 2
    # Ranks are whole numbers, so the bounds are ranks that occurred.
    low = np.quantile(rankdata(-means, "min", axis=1), tail, axis=0, method="inverted_cdf")
    high = np.quantile(rankdata(-means, "max", axis=1), 1 - tail, axis=0, method="inverted_cdf")
    rank = rankdata(-scores.mean(axis=0), "min")
    return tuple(
        RankInterval(int(r), int(lo), int(hi)) for r, lo, hi in zip(rank, low, high, strict=True)
    )


def rank_letters(
    scores: Floats,
    groups: Sequence[str],
    *,
    seed: Seed,
    level: float = LEVEL,
    flips: int = FLIPS,
) -> tuple[str, ...]:
    """Letters for each encoder: two share one exactly where they cannot be told apart.

    Each pair is decided by the sign-flip test over groups, and Holm's adjustment keeps the chance
    of any false difference below ``1 − level``. The best encoder's letters begin with ``a``.

    Args:
        scores: shape ``(items, encoders)``; higher is better.
        groups: the group of each item.
        seed: of the signs.
        level: 1 − the rate of any false difference.
        flips: patterns of signs to draw.

    Raises:
        InputError: see :meth:`perimetry.stats.bootstrap.GroupSums.of`.
    """
    order = np.argsort(-scores.mean(axis=0), kind="stable")
    pairs = list(combinations(range(len(order)), 2))
    different = np.zeros((len(order), len(order)), dtype=np.bool_)
    if pairs:
        first, second = np.array(pairs).T
        gaps = scores[:, order[first]] - scores[:, order[second]]
        p_values = holm(sign_flip_p_values(gaps, groups, seed=seed, flips=flips))
        different[first, second] = different[second, first] = p_values <= 1 - level
    letters = dict(zip(order.tolist(), compact_letters(different), strict=True))
    return tuple(letters[encoder] for encoder in range(len(order)))


def compact_letters(different: NDArray[np.bool_]) -> tuple[str, ...]:
    """The compact letter display of a table of differences, by insert and absorb. Piepho (2004).

    Starting from one letter that all share, each difference splits every letter that both sides
    hold into two, without one side and without the other (insert); a letter whose holders all hold
    another one is dropped (absorb).

    Args:
        different: symmetric, shape ``(encoders, encoders)``, false on the diagonal.

    Returns:
        The letters of each, those of the first beginning with ``a``; after ``z`` comes ``a′``.

    Raises:
        InputError: the table is not symmetric, or something differs from itself.

    >>> compact_letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool))
    ('a', 'ab', 'b')
    """
    if not np.array_equal(different, different.T) or different.diagonal().any():
        raise InputError("the table of differences must be symmetric and false on its diagonal")
    everyone = frozenset(range(len(different)))
    columns = {everyone} if everyone else set()
    for one, other in np.argwhere(np.triu(different)).tolist():
        split = {column for column in columns if one in column and other in column}
        columns = (columns - split) | {c - {one} for c in split} | {c - {other} for c in split}
        columns = {c for c in columns if not any(c < wider for wider in columns)}
    # Sorted by their first holders, so that the best encoder comes first in the alphabet.
    listed = sorted(map(sorted, columns))
    names = [chr(ord("a") + i % 26) + "′" * (i // 26) for i in range(len(listed))]
    return tuple(
        "".join(name for name, holders in zip(names, listed, strict=True) if encoder in holders)
        for encoder in range(len(different))
    )
