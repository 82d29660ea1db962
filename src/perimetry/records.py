"""The records that travel between the layers, all of them frozen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Role = Literal["query", "document", "symmetric"]
"""What a text is for. Asymmetric encoders prompt queries and documents differently."""

ROLES: tuple[Role, ...] = ("query", "document", "symmetric")


Relation = Literal["same", "different", "depends"]
"""What an edited sentence says, beside its source: the same, something else, or it depends."""


class Text(NamedTuple):
    """A string that a probe needs encoded. Equal texts are encoded once.

    ``prompt`` is put before the string: ``None`` means the encoder's own prompt for the role,
    ``""`` means none.
    """

    string: str
    role: Role = "symmetric"
    prompt: str | None = None


@dataclass(frozen=True)
class Score:
    """One item under one measure: a row of ``items.parquet``.

    ``group`` ties the items made from one source, which resampling never separates. A pair has
    ``text_a`` and ``text_b``; a triplet has its ``anchor`` beside them, with ``text_a`` the
    positive (meaning kept) and ``text_b`` the negative (meaning broken).
    """

    subset: str
    item: str
    group: str
    measure: str
    value: float
    text_a: str | None = None
    text_b: str | None = None
    anchor: str | None = None


@dataclass(frozen=True)
class ItemScores:
    """The scores of one probe on one encoder, in the probe's own fixed order."""

    rows: Sequence[Score]

    @cached_property
    def _cells(self) -> dict[tuple[str, str], list[Score]]:
        cells: dict[tuple[str, str], list[Score]] = {}
        for row in self.rows:
            cells.setdefault((row.subset, row.measure), []).append(row)
        return cells

    def select(self, subset: str, measure: str) -> Sequence[Score]:
        """The rows of one subset and measure, in order."""
        return self._cells.get((subset, measure), [])

    def values(self, subset: str, measure: str) -> NDArray[np.float64]:
        """The values of :meth:`select`, shape ``(n,)``."""
        return np.array([row.value for row in self.select(subset, measure)], dtype=np.float64)


@dataclass(frozen=True)
class Estimate:
    """A measure over one subset, with its 95 % interval.

    ``n`` counts items and ``groups`` counts the independent groups they come from, which is what
    the width of the interval rests on.
    """

    subset: str
    measure: str
    value: float
    low: float
    high: float
    n: int
    groups: int
    verdict: str | None = None


Outcome = Literal["pass", "warn", "fail", "skip"]


@dataclass(frozen=True)
class Finding:
    """What one check found: in a sentence, with examples, and what to do about it."""

    check: str
    outcome: Outcome
    message: str
    examples: Sequence[str] = ()
    remedy: str = ""


@dataclass(frozen=True)
class DatasetNote:
    """What a reader must know of the data behind a probe: identity, size and word overlap.

    ``relations`` has the relation of each kind of edit to its source, in the order of the tables;
    ``balance`` the manipulation check of each stratum of a matched design. ``family`` is that of a
    task, such as factuality.
    """

    name: str
    digest: str
    source: str
    groups: int
    relations: dict[str, Relation] = field(default_factory=dict)
    overlap: dict[str, dict[str, float]] = field(default_factory=dict)
    balance: dict[str, dict[str, float]] = field(default_factory=dict)
    family: str = ""
    notes: Sequence[str] = ()


def triplet_item(keeping: str, breaking: str) -> str:
    """The name of the triplet made of two pair items; what both begin with is said once.

    >>> triplet_item("n-1/same-close", "n-1/opposite-close")
    'n-1/same-close>opposite-close'
    """
    source = keeping.rpartition("/")[0] + "/"
    return f"{keeping}>{breaking.removeprefix(source)}"


def pair_items(triplet: str) -> tuple[str, str]:
    """The names of the two pairs of a triplet, the inverse of :func:`triplet_item`.

    >>> pair_items("n-1/same-close>opposite-close")
    ('n-1/same-close', 'n-1/opposite-close')
    """
    keeping, _, breaking = triplet.partition(">")
    source, slash, _ = keeping.rpartition("/")
    return keeping, breaking if "/" in breaking else source + slash + breaking


def unique(texts: Iterable[Text]) -> list[Text]:
    """The distinct texts, in order of first appearance.

    >>> [text.string for text in unique([Text("b"), Text("a"), Text("b")])]
    ['b', 'a']
    """
    return list(dict.fromkeys(texts))
