"""Which texts are encoded together: only texts of exactly one token length.

Nothing is padded then, so no work is wasted and nothing masks anything: each row of a batch goes
through the same operations whatever the other rows hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

BUDGET = 256
"""Tokens a batch. Measured: 256 to 1,024 are within 6 % in speed, and fewer tokens take less memory
and leave the cores less idle at the end."""


def batches(lengths: Sequence[int], budget: int = BUDGET) -> list[list[int]]:
    """The places of ``lengths`` in batches of one length and at most ``budget`` tokens.

    Longest first, so that the last batches to finish are small. A text longer than the budget is a
    batch of its own.

    >>> batches([3, 2, 3, 2, 2], budget=4)
    [[0], [2], [1, 3], [4]]
    """
    by_length: dict[int, list[int]] = defaultdict(list)
    for place, length in enumerate(lengths):
        by_length[length].append(place)
    plan = []
    for length in sorted(by_length, reverse=True):
        places, rows = by_length[length], max(1, budget // max(length, 1))
        plan += [places[start : start + rows] for start in range(0, len(places), rows)]
    return plan
