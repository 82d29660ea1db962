"""Tables of words, written as text with spaces between."""

from __future__ import annotations


def listed(text: str) -> list[str]:
    """The words of a table.

    >>> listed("all every each")
    ['all', 'every', 'each']
    """
    return text.split()
