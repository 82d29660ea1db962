"""McNemar's exact test: of the items that only one of two encoders gets right, whose are more?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perimetry.errors import InputError
from perimetry.stats.bootstrap import Floats
from perimetry.stats.paired import paired_differences


@dataclass(frozen=True)
class McNemar:
    """The items gained, the items lost, and the two-sided exact p-value."""

    gained: int
    lost: int
    p: float


def mcnemar(old: Floats, new: Floats, groups: Sequence[str]) -> McNemar:
    """Compare two encoders on binary scores of independent items. McNemar (1947), exact form.

    Where groups hold several items it would count one source many times, so it refuses:
    :func:`perimetry.stats.permutation.sign_flip_test` is the test there, and gives the same
    p-value here.

    Args:
        old: 0 or 1 for each item, shape ``(items,)``.
        new: the same items in the same order.
        groups: the group of each item, all of them different.

    Raises:
        InputError: a group holds two items, a score is neither 0 nor 1, or shapes differ.

    >>> mcnemar(np.array([0.0, 0, 0, 1]), np.array([1.0, 1, 1, 1]), ["a", "b", "c", "d"])
    McNemar(gained=3, lost=0, p=0.25)
    """
    from scipy.special import bdtr

    differences = paired_differences(old, new)
    if not np.isin(old, (0, 1)).all() or not np.isin(new, (0, 1)).all():
        raise InputError("McNemar's test takes scores of 0 and 1. Use the sign-flip test instead")
    if len(groups) != len(old) or len(set(groups)) != len(groups):
        raise InputError(
            "McNemar's test needs a group of its own for each item. Use the sign-flip test instead"
        )
    gained, lost = int((differences > 0).sum()), int((differences < 0).sum())
    tail = float(bdtr(min(gained, lost), gained + lost, 0.5)) if gained + lost else 1.0
    return McNemar(gained, lost, min(1.0, 2 * tail))
