"""The words of a text, and how many of them two texts share whatever they mean.

This is the definition that strata rest on, so data sets, probes and checks share it.
"""

from __future__ import annotations

import re
from typing import Literal

Stratum = Literal["close", "distant"]

WORD = re.compile(r"\w+")

CLOSE_FROM = 0.5
"""Token Jaccard from which a pair belongs to the stratum *close*."""


def words(text: str) -> list[str]:
    """The lower-cased words of ``text``.

    >>> words("It's 5 o'clock!")
    ['it', 's', '5', 'o', 'clock']
    """
    return WORD.findall(text.lower())


def token_jaccard(a: str, b: str) -> float:
    """The share of the words of two texts that both have, as sets; 1 where neither has any.

    >>> token_jaccard("The dog bit the man.", "the man bit the dog")
    1.0
    >>> token_jaccard("open today", "closed today")
    0.3333333333333333
    """
    left, right = set(words(a)), set(words(b))
    either = left | right
    return len(left & right) / len(either) if either else 1.0


def stratum_of(a: str, b: str, close_from: float = CLOSE_FROM) -> Stratum:
    """The overlap stratum of a pair.

    >>> stratum_of("open today", "closed today")
    'distant'
    """
    return "close" if token_jaccard(a, b) >= close_from else "distant"
