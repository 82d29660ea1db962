"""Word lists, written as running text so that they can be read."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of ``text``, as a set.

    >>> sorted(words("will can may"))
    ['can', 'may', 'will']
    """
    return frozenset(text.split())
