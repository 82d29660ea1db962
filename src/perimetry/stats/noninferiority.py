"""No harm: is the new encoder worse by less than a margin that was stated beforehand?

"Not significantly worse" is no such evidence, since few items never show a difference. Nor does a
plain bootstrap or a shifted sign-flip test give it: with nothing lost among few groups both are
certain that nothing can be lost. A bound on a mean has to know the worst that could have happened
(Bahadur and Savage 1956), so one group that loses as much as can be lost joins the resampling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log, log1p

import numpy as np

from perimetry.errors import InputError
from perimetry.stats.bootstrap import BLOCK_CELLS, Floats, GroupSums
from perimetry.stats.intervals import LEVEL
from perimetry.stats.paired import paired_differences
from perimetry.stats.seeds import Seed

RESAMPLES = 10_000


@dataclass(frozen=True)
class NonInferiority:
    """Whether ``new`` is worse than ``old`` by less than ``margin``, in units of the score.

    ``bound`` is the one-sided lower bound on ``difference`` (new − old) and ``p`` the smallest
    error rate at which it would have passed. ``groups_needed`` is the least number of groups with
    which any encoder could pass.
    """

    margin: float
    difference: float
    bound: float
    p: float
    groups: int
    groups_needed: int

    @property
    def passes(self) -> bool:
        """Whether harm of the size of the margin is ruled out."""
        return self.bound > -self.margin


def non_inferiority(
    old: Floats,
    new: Floats,
    groups: Sequence[str],
    *,
    margin: float,
    seed: Seed,
    span: float = 1.0,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> NonInferiority:
    """Test ``new`` against ``old`` on the same items with a stated margin.

    The bound weighs groups by the Bayesian bootstrap with one more group at the worst difference,
    which is Gaffke's bound for the mean of a bounded variable (Gaffke 2005; Learned-Miller and
    Thomas 2019, arXiv 1905.06208, who conjecture that it always holds). Where groups lose
    everything or nothing it equals the exact bound of Clopper and Pearson.

    Args:
        old: one score an item, shape ``(items,)``; higher is better.
        new: the scores of the same items in the same order.
        groups: the group of each item.
        margin: the loss that would still be accepted, above 0 and below ``span``.
        seed: of the weights.
        span: how far apart two scores of one item can be: 1 for scores within 0 to 1.
        level: of the one-sided bound.
        resamples: how many weightings are drawn.

    Raises:
        InputError: the margin is out of range, scores differ by more than ``span``, shapes differ,
            there is no item, or a score is not finite.

    >>> same = np.ones(50)
    >>> found = non_inferiority(same, same, [str(i) for i in range(50)], margin=0.05, seed=(1,))
    >>> found.difference, found.passes, found.groups_needed
    (0.0, False, 59)
    """
    if not 0 < margin < span:
        raise InputError(f"the margin is {margin}: give one above 0 and below {span}")
    differences = paired_differences(old, new)
    sums = GroupSums.of(differences, groups)
    if np.abs(differences).max() > span:
        raise InputError(f"scores of one item differ by more than {span}: give a wider span")
    means = _weighted_means(sums, span, seed, resamples)
    return NonInferiority(
        margin=margin,
        difference=float(differences.mean()),
        bound=float(np.quantile(means, 1 - level)),
        p=float((1 + np.count_nonzero(means <= -margin)) / (1 + resamples)),
        groups=len(sums.sizes),
        groups_needed=least_groups(margin / span, level),
    )


def least_groups(margin: float, level: float = LEVEL) -> int:
    """The fewest groups with which an encoder that loses nothing passes a ``margin`` within 0 to 1.

    >>> least_groups(0.05), least_groups(0.01)
    (59, 299)
    """
    return ceil(log(1 - level) / log1p(-margin))


def _weighted_means(sums: GroupSums, span: float, seed: Seed, resamples: int) -> Floats:
    """The mean difference under random weights, with one more group that loses everything."""
    size = sums.sizes.mean()
    totals, sizes = np.append(sums.totals, -span * size), np.append(sums.sizes, size)
    generator = np.random.default_rng(seed)
    rows = max(1, BLOCK_CELLS // len(sizes))
    blocks = []
    for start in range(0, resamples, rows):
        shape = (min(rows, resamples - start), len(sizes))
        blocks.append(GroupSums(totals, sizes).resampled(generator.standard_exponential(shape)))
    return np.concatenate(blocks)
