"""How well a score separates pairs that say the same from pairs that do not.

Every measure takes weights of shape ``(n,)`` or ``(resamples, n)``, so a bootstrap is one call.
AUROC is that of Mann and Whitney, ties ½. A score *accepts* a pair when it is at least the cut-off.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

COMPARED = 250_000
"""Up to so many pairs of a same and a different score are compared one by one, which is quicker."""


class Separation:
    """Scores of same and different pairs, sorted once for any number of weightings.

    Args:
        scores: shape ``(n,)``, higher for pairs held to be the same.
        same: shape ``(n,)``, whether each pair is.
    """

    def __init__(self, scores: Floats, same: Booleans) -> None:
        self._order = np.argsort(-scores, kind="stable")
        self._same = same[self._order].astype(np.float64)
        self._scores = scores[self._order]
        self._ends = np.flatnonzero(np.append(self._scores[1:] != self._scores[:-1], True))

    @cached_property
    def _wins(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """The places of the same and the different pairs, and who of each two scores higher."""
        same, different = (np.flatnonzero(self._same == label) for label in (1.0, 0.0))
        gap = self._scores[same, np.newaxis] - self._scores[different]
        return self._order[same], self._order[different], (np.sign(gap) + 1) / 2

    def auroc(self, weights: Floats) -> Floats:
        """The chance that a same pair scores higher than a different one, ties ½.

        Nan where a class has no weight.

        >>> same = np.array([True, True, False, False])
        >>> Separation(np.array([0.9, 0.5, 0.5, 0.1]), same).auroc(np.ones(4))
        array(0.875)
        """
        count = int(self._same.sum())
        if count * (len(self._same) - count) <= COMPARED:
            same, different, wins = self._wins
            left, right = weights[..., same], weights[..., different]
            won = ((left @ wins) * right).sum(axis=-1)
            with np.errstate(invalid="ignore"):
                return np.asarray(won / (left.sum(axis=-1) * right.sum(axis=-1)))
        accepted_same, accepted_different = self._rates(weights)
        gained = np.diff(accepted_same, prepend=0.0)
        before = np.concatenate(
            [np.zeros_like(accepted_different[..., :1]), accepted_different[..., :-1]], axis=-1
        )
        return np.asarray(1.0 - (gained * (before + accepted_different) / 2).sum(axis=-1))

    def best_balanced_accuracy(self, weights: Floats) -> Floats:
        """The greatest balanced accuracy of any cut-off, accepting none included.

        Chosen and scored on the same pairs, so it is a ceiling, not a promise.

        >>> same = np.array([True, True, False, False])
        >>> Separation(np.array([0.9, 0.5, 0.5, 0.1]), same).best_balanced_accuracy(np.ones(4))
        array(0.75)
        """
        accepted_same, accepted_different = self._rates(weights)
        gain = (accepted_same - accepted_different).max(axis=-1)
        return np.asarray((1.0 + np.maximum(gain, 0.0)) / 2)

    def balanced_accuracy(self, weights: Floats, cutoff: float) -> Floats:
        """The balanced accuracy of one cut-off.

        >>> same = np.array([True, True, False, False])
        >>> Separation(np.array([0.9, 0.5, 0.5, 0.1]), same).balanced_accuracy(np.ones(4), 0.8)
        array(0.75)
        """
        accepted = self._scores >= cutoff
        with np.errstate(invalid="ignore"):
            same, different = (
                ranked @ accepted.astype(np.float64) / ranked.sum(axis=-1)
                for ranked in self._by_class(weights)
            )
        return np.asarray((1.0 + same - different) / 2)

    def kept(self, weights: Floats, budget: float) -> Floats:
        """The largest share of same pairs accepted at ≤ ``budget`` of the different ones.

        >>> same = np.array([True, True, False, False])
        >>> Separation(np.array([0.9, 0.5, 0.5, 0.1]), same).kept(np.ones(4), budget=0.01)
        array(0.5)
        """
        accepted_same, accepted_different = self._rates(weights)
        within = accepted_different <= budget + 1e-12
        return np.asarray(np.where(within, accepted_same, 0.0).max(axis=-1))

    def _rates(self, weights: Floats) -> tuple[Floats, Floats]:
        """The shares of same and of different pairs accepted at each cut-off, highest first."""
        with np.errstate(invalid="ignore"):
            same, different = (self._cumulated(ranked) for ranked in self._by_class(weights))
        return same, different

    def _by_class(self, weights: Floats) -> tuple[Floats, Floats]:
        ranked = weights[..., self._order]
        return ranked * self._same, ranked * (1 - self._same)

    def _cumulated(self, weights: Floats) -> Floats:
        total = np.cumsum(weights, axis=-1)[..., self._ends]
        return np.asarray(total / total[..., -1:], dtype=np.float64)


def equal_cells(weights: Floats, cells: Sequence[Booleans]) -> Floats:
    """``weights`` scaled so that each cell weighs 1; a pair outside all cells weighs 0.

    With the cells stratum × label, the pooled rates become means over the strata.

    >>> cells = [np.array([True, True, False]), np.array([False, False, True])]
    >>> equal_cells(np.ones(3), cells)
    array([0.5, 0.5, 1. ])
    """
    scaled = np.zeros_like(weights)
    for cell in cells:
        total = weights[..., cell].sum(axis=-1, keepdims=True)
        np.divide(weights[..., cell], total, out=(part := np.zeros_like(weights[..., cell])),
                  where=total > 0)  # fmt: skip
        scaled[..., cell] = part
    return scaled


def control_slope(scores: Floats, covariate: Floats, control: Booleans) -> float:
    """The slope of ``scores`` on ``covariate`` by least squares among the controls.

    Taking ``slope × covariate`` off the scores gives the covariate-adjusted AUROC of Janes and Pepe
    (2009), with a linear location model and the different pairs as controls. 0 where the covariate
    does not vary.

    >>> x = np.array([0.0, 1.0, 2.0])
    >>> control_slope(1 + 3 * x, x, np.array([True, True, True]))
    3.0
    """
    x, y = covariate[control], scores[control]
    if not len(x) or float(np.ptp(x)) <= 1e-12:
        return 0.0
    centred = x - x.mean()
    return float(centred @ (y - y.mean()) / (centred @ centred))
