"""Which items tell encoders apart, which tell nothing, and which point the wrong way.

An item that the better encoders fail and the worse ones pass is usually a broken one: a wrong
label, or a pair that is not what it claims to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.stats.bootstrap import Floats
from perimetry.stats.correlation import LEAST_ENCODERS, correlation

DISCRIMINATES = 0.2
"""From here on an item earns its place; below, it is a poor one by Ebel and Frisbie (1991)."""


@dataclass(frozen=True)
class ItemTotals:
    """The corrected item–total correlation of each item, shape ``(items,)``.

    Nan for an item on which all encoders score the same. With few encoders a correlation is mostly
    noise: compare with ``noise`` before throwing an item out.
    """

    correlations: Floats
    encoders: int

    @property
    def noise(self) -> float:
        """The standard deviation of the correlation of an item that has nothing to do with any."""
        return 1 / sqrt(self.encoders - 1)

    @property
    def discriminating(self) -> NDArray[np.intp]:
        """Items that agree with the others about which encoders are better, the best first."""
        order = np.argsort(-self.correlations, kind="stable")  # nan comes last
        return order[self.correlations[order] >= DISCRIMINATES]

    @property
    def broken(self) -> NDArray[np.intp]:
        """Items with a negative correlation, the worst first: read them, then mend or drop them."""
        order = np.argsort(self.correlations, kind="stable")
        return order[self.correlations[order] < 0]

    @property
    def silent(self) -> NDArray[np.intp]:
        """Items on which all encoders score the same."""
        return np.flatnonzero(np.isnan(self.correlations))


def item_totals(scores: Floats) -> ItemTotals:
    """Correlate each item, over encoders, with the total of all other items.

    The item itself is left out of the total, or it would agree with itself. Henrysson (1963).

    Args:
        scores: shape ``(items, encoders)``, at least two items and three encoders.

    Raises:
        InputError: too few items or encoders, or a score that is not finite.

    >>> right = np.array([[1.0, 1, 0, 0], [1, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]])
    >>> item_totals(right).broken.tolist()
    [3]
    """
    if scores.ndim != 2 or scores.shape[0] < 2 or scores.shape[1] < LEAST_ENCODERS:
        raise InputError(
            f"scores of shape {scores.shape}: item–total correlations need the scores of two items "
            f"and {LEAST_ENCODERS} encoders at least"
        )
    if not np.isfinite(scores).all():
        raise InputError("item–total correlations need finite scores")
    others = scores.sum(axis=0) - scores
    return ItemTotals(correlation(scores, others, "pearson"), scores.shape[1])
