"""Do two boards rank encoders alike, and how sure is that?

Two questions with two intervals: would it hold for *other items* of the same kinds (draw groups),
and would it hold for *other encoders* like these (draw encoders)? With a handful of encoders the
second interval is wide, and rightly so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from perimetry.errors import InputError
from perimetry.stats.bootstrap import RESAMPLES, Floats, resampled_means
from perimetry.stats.intervals import LEVEL, Interval, percentile_interval
from perimetry.stats.seeds import Seed

LEAST_ENCODERS = 3

Kind = Literal["pearson", "spearman", "kendall"]


def correlation(first: Floats, second: Floats, kind: Kind) -> Floats:
    """The correlation of each row of ``first`` with the same row of ``second``.

    Ties share their mean rank (Spearman) or count for neither order (Kendall's tau-b). Nan where a
    row holds one value only.

    Args:
        first: shape ``(…, encoders)``.
        second: the same shape.
        kind: ``pearson``, ``spearman`` or ``kendall``.

    Returns:
        Shape ``(…)``, within −1 to 1.

    Raises:
        InputError: another kind.

    >>> correlation(np.array([1.0, 2, 3]), np.array([1.0, 3, 2]), "spearman").item()
    0.5
    """
    if kind not in get_args(Kind):
        raise InputError(f"{kind!r}: the kind of a correlation is one of {get_args(Kind)}")
    # All three are the cosine of what the kind looks at: values, ranks, or signs of all pairs.
    left, right = _looked_at(first, kind), _looked_at(second, kind)
    length = np.sqrt((left * left).sum(axis=-1) * (right * right).sum(axis=-1))
    with np.errstate(invalid="ignore"):
        found = (left * right).sum(axis=-1) / np.where(length > 0, length, np.nan)
    return np.asarray(np.clip(found, -1.0, 1.0), dtype=np.float64)


def board_correlation(
    first: Floats,
    first_groups: Sequence[str],
    second: Floats,
    second_groups: Sequence[str],
    *,
    kind: Kind,
    seed: Seed,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Interval:
    """The correlation of the encoders' means on two boards; the interval is over other items.

    The boards hold different items, so their groups are drawn independently. What noise in the
    means takes from a correlation, resampling takes once more, so the interval leans towards 0.

    Args:
        first: item scores on one board, shape ``(items, encoders)``.
        first_groups: the group of each of its items.
        second: item scores of the same encoders on the other board, any number of items.
        second_groups: the group of each of its items.
        kind: ``pearson``, ``spearman`` or ``kendall``.
        seed: of the resampling.
        level: of the interval.
        resamples: how many.

    Raises:
        InputError: not the same encoders, fewer than three, or a board on which they all tie.
    """
    value = _defined(first.mean(axis=0), second.mean(axis=0), kind)
    means = [
        resampled_means(scores, groups, seed=(*seed, board), resamples=resamples)
        for board, (scores, groups) in enumerate([(first, first_groups), (second, second_groups)])
    ]
    return _interval(value, correlation(means[0], means[1], kind), level)


def encoder_correlation(
    first: Floats,
    second: Floats,
    *,
    kind: Kind,
    seed: Seed,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Interval:
    """The correlation of two boards; the interval is over other encoders.

    Args:
        first: one mean an encoder on one board, shape ``(encoders,)``.
        second: the same encoders in the same order on the other board.
        kind: ``pearson``, ``spearman`` or ``kendall``.
        seed: of the resampling.
        level: of the interval.
        resamples: how many; those in which all encoders tie say nothing and are left out.

    Raises:
        InputError: not the same encoders, fewer than three, or a board on which they all tie.
    """
    value = _defined(first, second, kind)
    drawn = np.random.default_rng(seed).integers(len(first), size=(resamples, len(first)))
    return _interval(value, correlation(first[drawn], second[drawn], kind), level)


def _looked_at(values: Floats, kind: Kind) -> Floats:
    if kind == "kendall":
        one, other = np.triu_indices(values.shape[-1], k=1)
        return np.sign(values[..., one] - values[..., other])
    if kind == "spearman":
        from scipy.stats import rankdata

        values = rankdata(values, axis=-1)
    # Equal values are not left with the rounding error of their mean.
    spread = np.ptp(values, axis=-1, keepdims=True) > 0
    centred = np.where(spread, values - values.mean(axis=-1, keepdims=True), 0.0)
    return np.asarray(centred, dtype=np.float64)


def _defined(first: Floats, second: Floats, kind: Kind) -> float:
    if first.shape != second.shape or first.ndim != 1 or len(first) < LEAST_ENCODERS:
        raise InputError(
            f"boards of {first.shape} and {second.shape} encoders: a correlation needs the same "
            f"encoders on both, and at least {LEAST_ENCODERS}"
        )
    value = float(correlation(first, second, kind))
    if np.isnan(value):
        raise InputError("on one of the boards all encoders score the same: nothing can correlate")
    return value


def _interval(value: float, resampled: Floats, level: float) -> Interval:
    return percentile_interval(value, resampled[~np.isnan(resampled)], level)
