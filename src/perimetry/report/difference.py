"""What changed between two texts, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Literal

Kind = Literal["equal", "removed", "added", "replaced"]

KINDS: dict[str, Kind] = {
    "equal": "equal",
    "delete": "removed",
    "insert": "added",
    "replace": "replaced",
}

COMPARED = 1_000_000
"""Matching takes the product of both lengths; above it, what differs is one replacement."""

AROUND, LONGEST_RUN, LONGEST_WORD = 12, 40, 60
ELLIPSIS = "…"


@dataclass(frozen=True)
class Change:
    """A run of words that both texts share, or that one has where the other has others."""

    kind: Kind
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(a: str, b: str) -> list[Change]:
    """The runs of words that lead from ``a`` to ``b``, in order; words are cut at white space.

    >>> for change in differences("It is a tiny room.", "It is a huge room."):
    ...     print(change.kind, change.before, change.after)
    equal ('It', 'is', 'a') ('It', 'is', 'a')
    replaced ('tiny',) ('huge',)
    equal ('room.',) ('room.',)
    """
    left, right = a.split(), b.split()
    start = _shared(left, right)
    end = _shared(left[start:][::-1], right[start:][::-1])
    middle_left, middle_right = left[start : len(left) - end], right[start : len(right) - end]
    changes = [
        _equal(left[:start]),
        *_matched(middle_left, middle_right),
        _equal(left[len(left) - end :]),
    ]
    return [change for change in changes if change.before or change.after]


def excerpt(changes: Sequence[Change]) -> list[Change]:
    """``changes`` short enough to show: long runs and long words are cut, marked by an ellipsis.

    Shared words far from any change go; a change keeps its first :data:`LONGEST_RUN` words.

    >>> long = " ".join(str(number) for number in range(100))
    >>> [shared, added] = excerpt(differences(long, long + " end"))
    >>> shared.before[:2], shared.before[-1], added.after
    (('…', '88'), '99', ('end',))
    """
    last = len(changes) - 1
    shown = []
    for place, change in enumerate(changes):
        if change.kind == "equal":
            run = _near(change.before, first=place == 0, last=place == last)
            shown.append(_equal(run))
        else:
            shown.append(Change(change.kind, _start(change.before), _start(change.after)))
    return shown


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words two texts share from their start."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    return sum(1 for _ in same)


def _matched(left: Sequence[str], right: Sequence[str]) -> list[Change]:
    if len(left) * len(right) > COMPARED:
        return [Change("replaced", tuple(left), tuple(right))]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return [
        Change(KINDS[tag], tuple(left[i:j]), tuple(right[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
    ]


def _equal(words: Sequence[str]) -> Change:
    return Change("equal", tuple(words), tuple(words))


def _near(words: Sequence[str], *, first: bool, last: bool) -> tuple[str, ...]:
    """The shared words beside a change: the last few before it, the first few after it."""
    if len(words) <= LONGEST_RUN or (first and last):
        return _start(words)
    before = () if last else tuple(words[-AROUND:])
    after = () if first else tuple(words[:AROUND])
    return tuple(_cut(word) for word in (*after, ELLIPSIS, *before))


def _start(words: Sequence[str]) -> tuple[str, ...]:
    rest = (ELLIPSIS,) if len(words) > LONGEST_RUN else ()
    return (*(_cut(word) for word in words[:LONGEST_RUN]), *rest)


def _cut(word: str) -> str:
    return word if len(word) <= LONGEST_WORD else word[: LONGEST_WORD - 1] + ELLIPSIS
