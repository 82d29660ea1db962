"""The manipulation check of a matched design: do both kinds of partner overlap alike?

After arXiv 2608.10216; the standardised difference is that of Austin (2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perimetry.stats.bootstrap import Floats
from perimetry.stats.permutation import sign_flip_test
from perimetry.stats.seeds import Seed

MEAN_WITHIN = 0.03
STANDARDISED_WITHIN = 0.2
NO_SPREAD = 1e-9


@dataclass(frozen=True)
class Balance:
    """The difference in overlap, same minus opposite, of partners of one anchor.

    ``standardised`` divides by the pooled standard deviation of the two kinds, and is 0 where no
    overlap varies, as with a single anchor; then the plain difference alone decides. ``p`` is that
    of the within-anchor permutation test; a large one alone proves nothing where ``groups`` is
    small.
    """

    difference: float
    standardised: float
    p: float
    groups: int

    @property
    def holds(self) -> bool:
        """Whether both differences lie within the stated limits."""
        return abs(self.difference) <= MEAN_WITHIN and abs(self.standardised) <= STANDARDISED_WITHIN


def balance(same: Floats, opposite: Floats, groups: Sequence[str], *, seed: Seed) -> Balance:
    """Check the overlaps of the same and the opposite partners of the same anchors.

    Args:
        same: the overlap of each same partner with its anchor, shape ``(n,)``.
        opposite: that of the opposite partner, in the same order.
        groups: the group of each anchor.
        seed: of the permutations.

    Raises:
        InputError: the shapes differ, or there is no anchor.

    >>> balance(np.array([0.5, 0.7]), np.array([0.5, 0.7]), ["a", "b"], seed=(1,)).holds
    True
    """
    tested = sign_flip_test(opposite, same, groups, seed=seed)
    spread = float(np.sqrt((same.var() + opposite.var()) / 2))
    return Balance(
        difference=tested.difference,
        standardised=tested.difference / spread if spread > NO_SPREAD else 0.0,
        p=tested.p,
        groups=tested.groups,
    )
