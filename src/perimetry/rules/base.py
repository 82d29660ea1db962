"""The rule protocol: a sentence in, edited sentences of a known relation out, or a reason why not.

No edit beats a bad one: a rule that is not sure declines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rapidfuzz.distance import Postfix, Prefix

from perimetry.records import Relation
from perimetry.rules.sentence import Sentence


@dataclass(frozen=True)
class Edit:
    """An edited sentence: ``text`` is the source with ``source[start:end]`` replaced."""

    text: str
    start: int
    end: int
    replacement: str

    @classmethod
    def replacing(cls, source: str, start: int, end: int, replacement: str) -> Edit:
        """The edit that puts ``replacement`` for ``source[start:end]``.

        >>> Edit.replacing("It is hot.", 6, 9, "cold").text
        'It is cold.'
        """
        return cls(source[:start] + replacement + source[end:], start, end, replacement)

    @classmethod
    def between(cls, source: str, text: str) -> Edit:
        """The smallest edit of whole words that leads from ``source`` to ``text``.

        >>> Edit.between("It is hot here.", "It is not hot here.")
        Edit(text='It is not hot here.', start=6, end=6, replacement='not ')
        """
        start = Prefix.similarity(source, text)
        while start and not source[start - 1].isspace():
            start -= 1
        tail = Postfix.similarity(source[start:], text[start:])
        end = len(source) - tail
        while end < len(source) and source[end].isalnum() and source[end - 1].isalnum():
            end += 1
        return cls(text, start, end, text[start : len(text) - (len(source) - end)])


@dataclass(frozen=True)
class Decline:
    """Why a rule leaves a sentence alone: one of the rule's own short reasons."""

    reason: str


@runtime_checkable
class Rule(Protocol):
    """Makes edited sentences whose relation to the source is known."""

    @property
    def name(self) -> str:
        """How files and tables call it, in snake case."""
        ...

    @property
    def relation(self) -> Relation:
        """The relation of every edit to its source."""
        ...

    @property
    def needs_parse(self) -> bool:
        """Whether :meth:`edits` reads ``sentence.tokens``, for which the grammar is needed."""
        ...

    @property
    def reasons(self) -> Sequence[str]:
        """Every reason for which it may decline."""
        ...

    def edits(self, sentence: Sentence, *, seed: int) -> Sequence[Edit] | Decline:
        """At least one edit, the best first, or why there is none.

        Equal sentences and seeds give equal results. No edit equals its source.
        """
        ...
