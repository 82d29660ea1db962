"""Choices that depend on the seed and on what is chosen from, and on nothing else.

No random state is carried from sentence to sentence, so order, parallel work and resumption change
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def shuffled(
    items: Iterable[T], seed: int, *identity: str, key: Callable[[T], str] = str
) -> list[T]:
    """``items`` in an order drawn by ``seed`` for this ``identity`` (such as rule and sentence).

    >>> shuffled(["a", "b", "c"], 0, "typo", "It is hot.") == shuffled(
    ...     ["c", "b", "a"], 0, "typo", "It is hot."
    ... )
    True
    """

    def rank(item: T) -> bytes:
        parts = "\x1f".join((str(seed), *identity, key(item)))
        return blake2b(parts.encode("utf-8", "surrogatepass"), digest_size=8).digest()

    return sorted(items, key=rank)
