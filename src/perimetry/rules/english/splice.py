"""Several small replacements in one text, made at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.rules.base import Edit


@dataclass(frozen=True)
class Splice:
    """``text`` to be put in place of the characters from ``start`` to ``end``."""

    start: int
    end: int
    text: str


def spliced(source: str, splices: Sequence[Splice]) -> Edit:
    """The edit that makes all ``splices``, which do not overlap.

    >>> spliced("She has some bread.", [Splice(4, 7, "does not have"), Splice(8, 12, "any")]).text
    'She does not have any bread.'
    """
    text = source
    for splice in sorted(splices, key=lambda each: each.start, reverse=True):
        text = text[: splice.start] + splice.text + text[splice.end :]
    return Edit.between(source, text)
