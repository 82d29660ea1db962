"""How texts are put into requests: by their number and by their tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Count = Callable[[Sequence[str]], Sequence[int]]
"""The tokens of each text."""


def batches(tokens: Sequence[int], *, most_texts: int, most_tokens: int) -> list[list[int]]:
    """The places of texts in batches, in order, by their ``tokens``.

    A text with more than ``most_tokens`` goes alone.

    >>> batches([5, 5, 1], most_texts=2, most_tokens=9)
    [[0], [1, 2]]
    """
    made: list[list[int]] = []
    held = 0
    for place in range(len(tokens)):
        if not made or len(made[-1]) >= most_texts or held + tokens[place] > most_tokens:
            made.append([])
            held = 0
        made[-1].append(place)
        held += tokens[place]
    return made
