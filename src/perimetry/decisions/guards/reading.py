"""A text with what has been read in it, so that many guards read it once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

TOKEN = re.compile(
    r"[^\W_][\w']*(?:[-.,:/_@&]+[^\W_][\w']*)*"
    r"|-(?<![^\s(\[~=:]-)(?=[\d.])\.?\d[\w']*(?:[-.,:/_@&]+[^\W_][\w']*)*"
    r"|\.(?<![\w.]\.)\d+"
    r"|[^\w\s]"
)
"""A word or a code, held together by the marks inside it; a figure with its sign; or one mark."""

PLAIN = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ＇", "'"), **dict.fromkeys("‐‑‒–−﹣－", "-"), "—": " - ", "―": " - ",
        **dict.fromkeys("\u00a0\u2007\u202f\u2009", " "),
        "½": ".5", "¼": ".25", "¾": ".75", "％": "%", "＄": "$", "µ": "μ",
    }
)  # fmt: skip
"""Marks that are written in several ways, and the one that the guards read."""


class Reading(str):
    """A text that keeps its tokens: it is the text itself, and may stand wherever the text may.

    ``plain`` has quotes and dashes in one form, ``tokens`` are as written, ``lowered`` the same in
    small letters, ``words`` their set. ``parts`` is what :func:`part` found.
    """

    __slots__ = ("lowered", "parts", "plain", "tokens", "words")

    plain: str
    tokens: list[str]
    lowered: list[str]
    words: frozenset[str]
    parts: dict[Callable[[Reading], Any], Any]

    def __new__(cls, text: str) -> Reading:
        """Read ``text``."""
        reading = super().__new__(cls, text)
        reading.plain = text if text.isascii() else text.translate(PLAIN)
        reading.tokens = TOKEN.findall(reading.plain)
        reading.lowered = list(map(str.lower, reading.tokens))
        reading.words = frozenset(reading.lowered)
        reading.parts = {}
        return reading


def read(text: str) -> Reading:
    """``text`` as a :class:`Reading`; itself where it is one. A cache may keep it.

    >>> read("Open at 9.") == "Open at 9."
    True
    >>> read("It's -5 °C at ABC-12, isn’t it?").tokens
    ["It's", '-5', '°', 'C', 'at', 'ABC-12', ',', "isn't", 'it', '?']
    """
    return text if isinstance(text, Reading) else Reading(text)


def part(text: str, found_by: Callable[[Reading], T]) -> T:
    """What ``found_by`` finds in ``text``; of a :class:`Reading` it is asked once.

    >>> text = read("one two")
    >>> part(text, lambda reading: len(reading.tokens))
    2
    """
    reading = text if isinstance(text, Reading) else Reading(text)
    try:
        known: T = reading.parts[found_by]
    except KeyError:
        known = reading.parts[found_by] = found_by(reading)
    return known
