"""For which decisions an encoder is safe: the rules, from numbers to an answer.

Each rule has its margin stated, so that a reader can hold another against the same numbers. An
answer is *not shown* where the interval lies across the margin.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from perimetry.stats.verdict import BANDS, LEAST_GROUPS

Answer = Literal["safe", "not safe", "of no use", "not shown"]

CUTOFF = 0.90
"""The cosine from which two texts are taken to say the same."""

BUDGET = 0.01
"""Most of the pairs that say something else which may reach the cut-off."""

LEAST_ACCEPTED = 0.10
"""Least of the pairs that say the same which must reach it for it to be of use."""

LEAST_RIGHT = BANDS[2]
"""Least share of right choices: where *sees it* begins."""

SIGNS: dict[Answer, str] = {"safe": "✓", "not safe": "✕", "of no use": "△", "not shown": "?"}
"""A shape for each answer, so that colour is never alone."""


def cutoff_answer(
    different: tuple[float, float],
    same: tuple[float, float],
    *,
    budget: float = BUDGET,
    least: float = LEAST_ACCEPTED,
) -> Answer:
    """Whether a cut-off may decide that two texts say the same.

    Args:
        different: one-sided bounds on the share of different pairs that reach it.
        same: those on the share of same pairs.
        budget: most of the different ones that may.
        least: least of the same ones that must.

    >>> cutoff_answer((0.0, 0.006), (0.41, 0.5)), cutoff_answer((0.02, 0.05), (0.41, 0.5))
    ('safe', 'not safe')
    >>> cutoff_answer((0.0, 0.006), (0.0, 0.04)), cutoff_answer((0.0, 0.03), (0.41, 0.5))
    ('of no use', 'not shown')
    """
    if different[0] > budget:
        return "not safe"
    if same[1] < least:
        return "of no use"
    return "safe" if different[1] <= budget and same[0] >= least else "not shown"


def order_answer(
    whole: tuple[float, float], parts: Collection[tuple[float, float]], *, groups: int
) -> Answer:
    """Whether candidates may be ordered by cosine.

    Args:
        whole: the interval of the share of right orders over all items.
        parts: the intervals of each kind of item that has enough groups.
        groups: how many groups ``whole`` rests on.

    >>> order_answer((0.88, 0.93), [(0.82, 0.9)], groups=200)
    'safe'
    >>> order_answer((0.88, 0.93), [(0.3, 0.4)], groups=200)
    'not safe'
    """
    if groups < LEAST_GROUPS:
        return "not shown"
    if any(high < LEAST_RIGHT for _, high in (whole, *parts)):
        return "not safe"
    return "safe" if whole[0] >= LEAST_RIGHT else "not shown"


def choice_answer(right: tuple[float, float], baseline: float, *, groups: int) -> Answer:
    """Whether the nearest answer may be taken in one task.

    Args:
        right: the interval of the accuracy.
        baseline: the best accuracy that needs no encoder.
        groups: how many groups it rests on.

    >>> choice_answer((0.84, 0.91), 0.5, groups=100), choice_answer((0.84, 0.91), 0.92, groups=100)
    ('safe', 'not safe')
    """
    if groups < LEAST_GROUPS:
        return "not shown"
    if right[1] < LEAST_RIGHT or right[1] <= baseline:
        return "not safe"
    return "safe" if right[0] >= LEAST_RIGHT and right[0] > baseline else "not shown"


def weakest_answer(answers: Collection[Answer]) -> Answer:
    """The answer for several tasks together: that of the weakest.

    >>> weakest_answer(["safe", "not shown"]), weakest_answer(["not shown", "not safe"])
    ('not shown', 'not safe')
    """
    order: tuple[Answer, ...] = ("not safe", "not shown", "of no use", "safe")
    return min(answers, key=order.index, default="not shown")
