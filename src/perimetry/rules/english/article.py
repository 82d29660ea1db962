"""*A* or *an*, by how the next word sounds."""

from __future__ import annotations

import re

SOUNDS_LIKE_VOWEL = re.compile(r"(?:hour|honest|hono(?:u)?r|heir)")
SOUNDS_LIKE_CONSONANT = re.compile(
    r"""one(?!r)|once|eu|ewe|ubiq|uten|
    u[bcfglrst][aeiou](?!tt)   # ubiquitous, useful, utility; not: utter
    |uni(?!nte|nf|ns|nv|nt|nh|mp|mag|dent|nst|nc)   # unique; not: uninteresting
    """,
    re.VERBOSE,
)


def article_for(word: str) -> str:
    """The indefinite article before ``word``.

    >>> [article_for(word) for word in ("useful", "hour", "unhappy", "ugly", "unique", "old")]
    ['a', 'an', 'an', 'an', 'a', 'an']
    """
    lowered = word.lower()
    if SOUNDS_LIKE_VOWEL.match(lowered):
        return "an"
    if SOUNDS_LIKE_CONSONANT.match(lowered):
        return "a"
    return "an" if lowered[:1] in ("a", "e", "i", "o", "u") else "a"
