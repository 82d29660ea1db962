"""No harm to a rank correlation: has Spearman's rho with people's scores fallen by too much?

Rho is no mean over items, so the bound for means does not serve, and the plain bootstrap is no
evidence: where harm is rare, such as a few pairs turned round among hundreds, it lets an encoder
that is worse by exactly the margin pass in 13 to 17 of 100 trials at a nominal 5. As in
:mod:`perimetry.stats.noninferiority`, one more group joins the resampling, which has lost. What a
pair can lose at most is so much that no set of usual size could show anything, so the extra pair is
one of usual weight, a standard deviation above the middle, that the new encoder sends to near the
bottom (:data:`LOST`). That is an assumption, and the price of being able to say anything; the error
rates that it leads to are measured in ``benchmarks/spearman_harm.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.stats.bootstrap import BLOCK_CELLS, Floats, group_index
from perimetry.stats.intervals import LEVEL
from perimetry.stats.noninferiority import NonInferiority
from perimetry.stats.seeds import Seed

RESAMPLES = 4_000
PLACE = 0.5 + 0.5 / 3**0.5
"""The rank, as a share, that lies a standard deviation above the middle."""

LOST = 0.08
"""The rank, as a share, at which the new encoder puts the extra pair."""


def spearman_non_inferiority(
    truth: Floats,
    old: Floats,
    new: Floats,
    groups: Sequence[str],
    *,
    margin: float,
    seed: Seed,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> NonInferiority:
    """Test whether Spearman's rho with ``truth`` has fallen by less than ``margin``.

    Groups are weighed by the Bayesian bootstrap (Rubin 1981), and ranks are made anew under each
    weighting, ties sharing their middle.

    Args:
        truth: what people said of each item, shape ``(items,)``.
        old: one score an item.
        new: the scores of the same items in the same order.
        groups: the group of each item.
        margin: the loss of rho that would still be accepted, above 0 and below 1.
        seed: of the weights.
        level: of the one-sided bound.
        resamples: how many weightings are drawn.

    Raises:
        InputError: the margin is out of range, shapes differ, there are fewer than three items, a
            value is not finite, or one of the three is constant.

    >>> truth = np.arange(900.0)
    >>> groups = [str(item) for item in range(900)]
    >>> found = spearman_non_inferiority(truth, truth, truth, groups, margin=0.05, seed=(1,))
    >>> found.difference, found.passes
    (0.0, True)
    """
    if not 0 < margin < 1:
        raise InputError(f"the margin is {margin}: give one above 0 and below 1")
    _check(truth, old, new, groups)
    index, count = group_index(groups)
    difference = _Difference(truth, old, new)
    plain = _Difference(truth, old, new, extra=False)
    seen = float(plain(np.ones((1, len(truth))))[0])
    size = len(truth) / count
    generator = np.random.default_rng(seed)
    rows = max(1, BLOCK_CELLS // len(truth))
    blocks = []
    for start in range(0, resamples, rows):
        drawn = generator.standard_exponential((min(rows, resamples - start), count + 1))
        blocks.append(difference(np.column_stack([drawn[:, index], size * drawn[:, count]])))
    found = np.concatenate(blocks)
    trace = 1e-4 * len(truth)
    lost = seen - float(difference(np.append(np.ones(len(truth)), trace)[np.newaxis])[0])
    return NonInferiority(
        margin=margin,
        difference=seen,
        bound=float(np.quantile(found, 1 - level)),
        p=float((1 + np.count_nonzero(found <= -margin)) / (1 + resamples)),
        groups=count,
        groups_needed=ceil(-log(1 - level) * (lost / 1e-4) / margin),
    )


def weighted_rho(first: Floats, second: Floats, weights: Floats) -> Floats:
    """Spearman's rho under each row of ``weights``, shape ``(rows, items)`` to ``(rows,)``.

    Whole weights count items as often. Nan where one side has one value only.

    >>> values, other = np.array([1.0, 2, 3]), np.array([1.0, 3, 2])
    >>> weighted_rho(values, other, np.array([[1.0, 1, 1], [1, 1, 0]])).round(9).tolist()
    [0.5, 1.0]
    """
    with np.errstate(invalid="ignore"):
        left, right = (_standard(_Ranks(values)(weights), weights) for values in (first, second))
    return np.asarray((weights * left * right).sum(axis=1), dtype=np.float64)


class _Difference:
    """Rho of the new scores less rho of the old, for any weights; with the extra pair, if wanted.

    Shape ``(rows, items)`` or ``(rows, items + 1)`` to ``(rows,)``.
    """

    def __init__(self, truth: Floats, old: Floats, new: Floats, *, extra: bool = True) -> None:
        places = (PLACE, PLACE, LOST) if extra else (None, None, None)
        self._ranks = [
            _Ranks(values if place is None else np.append(values, np.quantile(values, place)))
            for values, place in zip((truth, old, new), places, strict=True)
        ]

    def __call__(self, weights: Floats) -> Floats:
        truth, old, new = (_standard(ranks(weights), weights) for ranks in self._ranks)
        return np.asarray((weights * truth * (new - old)).sum(axis=1), dtype=np.float64)


class _Ranks:
    """Middle ranks of values under weights: the weight below, and half of that of equals."""

    def __init__(self, values: Floats) -> None:
        self._order = np.argsort(values, kind="stable")
        ordered = values[self._order]
        self._ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
        sizes = np.diff(self._ends, prepend=-1)
        back: NDArray[np.intp] = np.empty_like(self._order)
        back[self._order] = np.repeat(np.arange(len(sizes)), sizes)
        self._tie = back

    def __call__(self, weights: Floats) -> Floats:
        above = np.cumsum(weights[:, self._order], axis=1)[:, self._ends]
        below = np.concatenate([np.zeros((len(weights), 1)), above[:, :-1]], axis=1)
        return np.asarray(((above + below) / 2)[:, self._tie])


def _standard(values: Floats, weights: Floats) -> Floats:
    """``values`` centred and scaled so that the weighted sum of their squares is 1."""
    total = weights.sum(axis=1, keepdims=True)
    centred = values - (weights * values).sum(axis=1, keepdims=True) / total
    length = np.sqrt((weights * centred * centred).sum(axis=1, keepdims=True))
    return np.asarray(centred / length)


def _check(truth: Floats, old: Floats, new: Floats, groups: Sequence[str]) -> None:
    shapes = {values.shape for values in (truth, old, new)}
    if len(shapes) > 1 or truth.ndim != 1 or len(groups) != len(truth) or len(truth) < 3:
        raise InputError(
            f"scores of shapes {truth.shape}, {old.shape} and {new.shape} with {len(groups)} "
            "groups: give one number and one group for each item, and three items at least"
        )
    for name, values in (("truth", truth), ("old", old), ("new", new)):
        if not np.isfinite(values).all():
            raise InputError(f"the {name} scores hold a number that is not finite")
        if values.min() == values.max():
            raise InputError(f"the {name} scores are all the same, so nothing can be ranked")
