"""The texts of an entry of the explorer: what is marked in them, and where they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.report.difference import ELLIPSIS, Change, differences, excerpt
from perimetry.report.wording import visible

COMPARED = 4_000
"""Characters of a text that are compared and shown at most in parts."""

TEXT_LIMIT = 900
"""Characters of a text that an entry shows."""

MARKED_FROM = 0.4
"""The share of words in common from which differences are marked; below it, marks hide the text."""


@dataclass(frozen=True)
class Line:
    """A text of an entry. ``changes`` lead to it from the entry's first text, or are its own."""

    label: str
    changes: Sequence[Change]


def entry_lines(labels: Sequence[str], texts: Sequence[str]) -> tuple[list[Line], bool]:
    """The texts to show and whether any of them is cut."""
    first, *_ = ours = [_one_line(text[:COMPARED]) for text in texts]
    fits = [_fit(excerpt(_changes(first, text))) for text in ours]
    lines = [Line(label, fit) for label, fit in zip(labels, fits, strict=True)]
    whole = max(map(len, texts)) <= COMPARED and [_read(fit) for fit in fits] == ours
    return lines, not whole


def _read(changes: Sequence[Change]) -> str:
    """The text that changes lead to."""
    return " ".join(word for change in changes for word in change.after)


def _changes(first: str, text: str) -> list[Change]:
    """The way from one text to another, or the other alone where they share too little."""
    changes = differences(first, text)
    words = text.split()
    shared = sum(len(change.after) for change in changes if change.kind == "equal")
    if shared >= MARKED_FROM * max(len(words), len(first.split())):
        return changes
    return differences(text, text)


def _fit(changes: Sequence[Change]) -> list[Change]:
    """The first changes, as many as :data:`TEXT_LIMIT` characters hold."""
    fit: list[Change] = []
    left = TEXT_LIMIT
    for change in changes:
        left -= len(" ".join(change.before if change.kind == "removed" else change.after)) + 1
        if left < 0 and fit:
            return [*fit, Change("equal", (ELLIPSIS,), (ELLIPSIS,))]
        fit.append(change)
    return fit


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))
