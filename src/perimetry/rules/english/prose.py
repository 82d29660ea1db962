"""Whether a text is prose at all, for rules that read letters and not grammar."""

from __future__ import annotations

from perimetry.rules.english.trust import CODE
from perimetry.rules.sentence import LONGEST

REASONS = ("too long", "code, a path or an address")
"""Every reason that :func:`no_prose` gives."""


def no_prose(text: str) -> str | None:
    """Why ``text`` is not to be edited as prose, or ``None``.

    >>> no_prose("git checkout -b fix_3"), no_prose("It costs 3 euros.")
    ('code, a path or an address', None)
    """
    if len(text) > LONGEST:
        return REASONS[0]
    return REASONS[1] if CODE.search(text) else None
