"""What each item adds to the change of an AUROC, so that the paired sign-flip test can decide it.

If two encoders are equally good, exchanging their ranks within any group changes nothing that
matters (Bandos, Rockette and Gur 2005, Statistics in Medicine 24). An AUROC is a mean over pairs of
a same and a different item, each of which keeps or exchanges its ranks with its group. Over those
signs the change of the AUROC is linear, so that permutation test *is* a sign-flip test of one sum a
group, and inside strata the sums add up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perimetry.stats.bootstrap import Floats

Booleans = NDArray[np.bool_]


def auroc_changes(old: Floats, new: Floats, same: Booleans) -> Floats:
    """Contributions of the items to AUROC(new) − AUROC(old), which is their sum.

    Args:
        old: one score an item, shape ``(n,)``, higher for pairs held to be the same.
        new: the scores of the same items in the same order.
        same: whether each pair is; at least one is and one is not.

    Returns:
        Shape ``(n,)``. With the sign of every group drawn anew they add up to the change after
        exchanging the two encoders' ranks within the groups of a minus sign.

    >>> same = np.array([True, True, False, False])
    >>> old, new = np.array([0.9, 0.2, 0.5, 0.4]), np.array([0.9, 0.6, 0.5, 0.7])
    >>> float(auroc_changes(old, new, same).sum())
    0.25
    """
    before, after = _ranks(old), _ranks(new)
    parts = np.empty(len(old))
    for members, others, side in ((same, ~same, 1.0), (~same, same, -1.0)):
        own = _wins(after[members], after[others]) - _wins(before[members], before[others])
        crossed = _wins(after[members], before[others]) - _wins(before[members], after[others])
        parts[members] = side * (own + crossed) / 2
    return parts / (np.count_nonzero(same) * np.count_nonzero(~same))


def auroc(scores: Floats, same: Booleans) -> float:
    """The chance that a same pair scores higher than a different one, ties ½."""
    pairs = np.count_nonzero(same) * np.count_nonzero(~same)
    return float(_wins(scores[same], scores[~same]).sum() / pairs)


def _ranks(scores: Floats) -> Floats:
    """Mid-ranks, which give two encoders one scale."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(scores), dtype=np.float64)


def _wins(scores: Floats, others: Floats) -> Floats:
    """How many of ``others`` each of ``scores`` exceeds, ties ½."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, scores, side="left")
    return np.asarray((below + np.searchsorted(ordered, scores, side="right")) / 2)
