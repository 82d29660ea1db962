"""Order accuracy: of one anchor, is the meaning-keeping partner closer than the breaking one?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perimetry.records import Estimate, ItemScores, Score
from perimetry.stats.intervals import Interval, group_mean
from perimetry.stats.seeds import derived_seed
from perimetry.stats.verdict import verdict

TIE = 1e-6
"""Cosines closer than this are a tie, and a tie counts as a failure."""


def order_rows(
    *,
    subset: str,
    item: str,
    group: str,
    margin: float,
    anchor: str,
    positive: str,
    negative: str,
) -> Iterator[Score]:
    """The three rows of a triplet, from the similarity of its positive less its negative's."""
    tie = abs(margin) <= TIE
    for measure, value in (
        ("order_accuracy", float(margin > 0 and not tie)),
        ("order_tie", float(tie)),
        ("margin", margin),
    ):
        yield Score(subset, item, group, measure, value, positive, negative, anchor=anchor)


def order_estimates(
    scores: ItemScores, subset: str, kinds: Sequence[str], seed: int
) -> Iterator[Estimate]:
    """Order accuracy, ties and margin over the triplets of ``kinds``, as one subset.

    ``order_accuracy_half_ties`` counts a tie as one half, as is usual for bag-of-words baselines.
    """
    accuracy, tie, margin = (
        [row for kind in kinds for row in scores.select(kind, measure)]
        for measure in ("order_accuracy", "order_tie", "margin")
    )
    if not accuracy:
        return
    groups = [row.group for row in accuracy]
    wins, ties = (np.array([row.value for row in rows]) for rows in (accuracy, tie))
    intervals = {
        measure: group_mean(values, groups, derived_seed(seed, "group", "order"))
        for measure, values in {
            "order_accuracy": wins,
            "order_tie": ties,
            "margin": np.array([row.value for row in margin]),
            "order_accuracy_half_ties": wins + ties / 2,
        }.items()
    }
    count = len(set(groups))
    word = _word(intervals["order_accuracy"], intervals["order_accuracy_half_ties"], count)
    for measure, found in intervals.items():
        yield Estimate(
            subset,
            measure,
            found.value,
            found.low,
            found.high,
            n=len(groups),
            groups=count,
            verdict=word if measure == "order_accuracy" else None,
        )


def _word(strict: Interval, half_ties: Interval, groups: int) -> str:
    """The verdict on a strict order accuracy; where ties alone pull it down, it is *blind*."""
    word = verdict(strict.low, strict.high, groups)
    if word == "inverted" and verdict(half_ties.low, half_ties.high, groups) != "inverted":
        return "blind"
    return word
