"""A mark of its own for every example, so that targets which share their words can share a batch.

After ATEB (arXiv 2502.16766): where many examples have the text of one label as their target, the
targets of other examples would be false negatives. With a mark behind the query and its own targets
they are plainly another example's. Marks are random and drawn anew each epoch, since a fixed one
could be learnt; a text is cut before its mark is added, or a long one would lose it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from perimetry.repair.examples.example import TrainingExample

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
LENGTH = 6

Spans = Callable[[str], Sequence[tuple[int, int]]]
"""Where each token of a text begins and ends, special tokens left out."""


def mark(seed: int, epoch: int, place: int) -> str:
    """The mark of the example at ``place`` in one epoch.

    >>> mark(7, 0, 3) == mark(7, 0, 3), mark(7, 0, 3) == mark(7, 1, 3)
    (True, False)
    """
    drawn = np.random.default_rng((seed, epoch, place)).integers(len(LETTERS), size=LENGTH)
    return "".join(LETTERS[letter] for letter in drawn)


def marked(example: TrainingExample, mark: str, spans: Spans, room: int | None) -> TrainingExample:
    """``example`` with ``mark`` behind its query and its own targets.

    Args:
        example: one whose targets are shared.
        mark: of this example alone.
        spans: of the tokenizer that will read it.
        room: how many tokens text and mark may have together; None is no limit.
    """
    kept = None if room is None else room - len(spans(f" {mark}"))

    def put(text: str) -> str:
        return f"{cut(text, spans, kept)} {mark}"

    return replace(
        example,
        query=put(example.query),
        positive=put(example.positive),
        negatives=[put(text) for text in example.negatives],
        labels=(),  # with a mark, a target is this example's alone
    )


def cut(text: str, spans: Spans, tokens: int | None) -> str:
    """The beginning of ``text`` that has at most ``tokens`` tokens.

    >>> words = lambda text: [(0, 3), (4, 7), (8, 13)]
    >>> cut("one two three", words, 2)
    'one two'
    """
    if tokens is None:
        return text
    found = spans(text)
    return text if len(found) <= tokens else text[: found[tokens - 1][1]] if tokens > 0 else ""
