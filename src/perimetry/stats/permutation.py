"""The paired sign-flip permutation test, with the group as the unit.

If two encoders are equally good, swapping their names within any group changes nothing that
matters, so every pattern of signs of the groups' differences was as likely as the one seen.
Fisher (1935), section 21. This is the test that decides comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from perimetry.errors import InputError
from perimetry.stats.bootstrap import BLOCK_CELLS, Floats, GroupSums
from perimetry.stats.paired import paired_differences
from perimetry.stats.seeds import Seed

FLIPS = 9_999
"""How many patterns of signs are drawn where trying all of them would take more."""

TIE = 1e-9
"""Sums closer than this share of their largest possible value are equal."""

Alternative = Literal["two-sided", "greater", "less"]


@dataclass(frozen=True)
class SignFlipTest:
    """The mean difference over items and how surprising it is if the encoders are equal.

    ``exact`` says whether every pattern of signs was tried.
    """

    difference: float
    p: float
    alternative: Alternative
    groups: int
    exact: bool


def sign_flip_test(
    old: Floats,
    new: Floats,
    groups: Sequence[str],
    *,
    seed: Seed,
    alternative: Alternative = "two-sided",
    flips: int = FLIPS,
) -> SignFlipTest:
    """Test whether two encoders differ in their mean over items.

    Args:
        old: one score an item, shape ``(items,)``.
        new: the scores of the same items in the same order.
        groups: the group of each item.
        seed: of the drawn signs; not used where all patterns are tried.
        alternative: ``greater`` asks whether ``new`` is higher.
        flips: patterns to draw; all are tried where there are no more than this.

    Raises:
        InputError: shapes differ, there is no item, a score is not finite, or the alternative is
            not one of the three.

    >>> old, new = np.zeros(4), np.array([1.0, 1, 1, 0])
    >>> sign_flip_test(old, new, ["a", "b", "c", "d"], seed=(1,)).p
    0.25
    """
    differences = paired_differences(old, new)
    sums = GroupSums.of(differences, groups)
    p = _p_values(sums.totals[:, np.newaxis], seed, alternative, flips)
    exact = _few(int(np.count_nonzero(sums.totals)), flips)
    return SignFlipTest(float(differences.mean()), float(p[0]), alternative, len(sums.sizes), exact)


def sign_flip_p_values(
    differences: Floats,
    groups: Sequence[str],
    *,
    seed: Seed,
    alternative: Alternative = "two-sided",
    flips: int = FLIPS,
) -> Floats:
    """The p-values of many differences on the same items, shape ``(columns,)``, unadjusted.

    Args:
        differences: ``new − old`` of one pair of encoders a column, shape ``(items, columns)``.
        groups: the group of each item.
        seed: of the signs, which all columns share.
        alternative: as for :func:`sign_flip_test`.
        flips: as for :func:`sign_flip_test`.

    Raises:
        InputError: see :meth:`GroupSums.of`; or the alternative is not one of the three.
    """
    totals = GroupSums.of(differences, groups).totals
    return _p_values(totals, seed, alternative, flips)


def _p_values(totals: Floats, seed: Seed, alternative: Alternative, flips: int) -> Floats:
    """The p-value of each column of ``totals`` (groups, columns)."""
    if alternative not in get_args(Alternative):
        raise InputError(f"{alternative!r}: the alternative is one of {get_args(Alternative)}")
    totals = totals[np.any(totals != 0, axis=1)]  # the sign of nothing changes nothing
    seen = totals.sum(axis=0)
    slack = TIE * np.abs(totals).sum(axis=0)
    reached, tried = np.zeros(totals.shape[1]), 0
    for chosen in _chosen_blocks(len(totals), seed, flips):
        sums = 2 * (chosen @ totals) - seen
        if alternative == "two-sided":
            hits = np.abs(sums) >= np.abs(seen) - slack
        elif alternative == "greater":
            hits = sums >= seen - slack
        else:
            hits = sums <= seen + slack
        reached += hits.sum(axis=0)
        tried += len(chosen)
    if _few(len(totals), flips):
        return np.asarray(reached / tried, dtype=np.float64)
    # The pattern seen counts as drawn too: Phipson and Smyth (2010).
    return np.asarray((reached + 1) / (tried + 1), dtype=np.float64)


def _few(groups: int, flips: int) -> bool:
    return groups < 63 and 2**groups <= flips


def _chosen_blocks(groups: int, seed: Seed, flips: int) -> Iterator[Floats]:
    """Which groups keep a plus sign (1) or get a minus (0), shape ``(rows, groups)`` a block."""
    exact = _few(groups, flips)
    patterns = 2**groups if exact else flips
    rows = max(1, BLOCK_CELLS // max(1, groups))
    generator = np.random.default_rng(seed)
    for start in range(0, patterns, rows):
        stop = min(start + rows, patterns)
        if exact:
            chosen = np.arange(start, stop)[:, np.newaxis] >> np.arange(groups) & 1
            yield chosen.astype(np.float64)
        else:
            words = (stop - start, (groups + 31) // 32)
            drawn = generator.integers(2**32, size=words, dtype=np.uint32).view(np.uint8)
            yield np.unpackbits(drawn, axis=1, count=groups).astype(np.float64)
