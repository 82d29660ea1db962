"""A word for a score like AUROC or order accuracy, where 0.5 is chance and 1 is perfect."""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

Verdict = Literal["sees it", "weak", "blind", "inverted", "too few to say"]

BANDS = (0.45, 0.60, 0.80)
"""Where *blind* begins, where *weak* begins, and where *sees it* begins."""

LEAST_GROUPS = 30


def verdict(low: float, high: float, groups: int) -> Verdict:
    """The word for an interval ``[low, high]`` that rests on ``groups`` independent groups.

    - *sees it*: the whole interval is at least 0.80;
    - *inverted*: the whole interval is below 0.45, so the encoder prefers the wrong partner;
    - *blind*: the whole interval lies within 0.45 to 0.60, which is guessing;
    - *too few to say*: fewer than 30 groups, or an interval across more than two bands;
    - *weak*: anything between.

    >>> verdict(0.84, 0.91, groups=200), verdict(0.47, 0.56, groups=200)
    ('sees it', 'blind')
    """
    first_band, last_band = bisect_right(BANDS, low), bisect_right(BANDS, high)
    if groups < LEAST_GROUPS or last_band - first_band > 1:
        return "too few to say"
    if low >= BANDS[2]:
        return "sees it"
    if high < BANDS[0]:
        return "inverted"
    if low >= BANDS[0] and high <= BANDS[1]:
        return "blind"
    return "weak"
