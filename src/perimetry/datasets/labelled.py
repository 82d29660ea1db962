"""Pairs of texts whose relation is known, and the triplets that they make.

The core set, a user's pairs and a user's triplets all become a :class:`LabelledSet`, so one probe
and one checker serve them all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product

import numpy as np

from perimetry.datasets.sampling import drawn_groups
from perimetry.records import Relation, triplet_item
from perimetry.words import Stratum


@dataclass(frozen=True)
class LabelledPair:
    """Two texts and whether they say the same.

    ``group`` ties the pairs made from one source, ``category`` is the phenomenon or the user's own
    word, ``stratum`` tells how many words the two share. ``line`` is where the file has it, and
    ``score`` how near the two were for whoever wrote the file, in a unit of theirs.
    """

    item: str
    group: str
    category: str
    text_a: str
    text_b: str
    label: Relation
    stratum: Stratum
    weight: float = 1.0
    split: str = ""
    note: str = ""
    line: int = 0
    score: float | None = None


@dataclass(frozen=True)
class Triplet:
    """Two pairs of one anchor: the second breaks what the first keeps."""

    keeping: LabelledPair
    breaking: LabelledPair

    @property
    def item(self) -> str:
        """Its name, made of theirs."""
        return triplet_item(self.keeping.item, self.breaking.item)


@dataclass(frozen=True)
class LabelledSet:
    """A named set of labelled pairs.

    ``pairs`` are those that are scored. ``spare`` ones are further candidates, which were not
    chosen for the match of overlap; they are checked, never scored. ``matched`` sets claim that
    same and different partners of an anchor overlap alike.
    """

    name: str
    source: str
    pairs: Sequence[LabelledPair]
    triplets: Sequence[Triplet]
    spare: Sequence[LabelledPair] = ()
    notes: Sequence[str] = ()
    matched: bool = False

    @property
    def categories(self) -> list[str]:
        """In the order of their first pairs."""
        return list(dict.fromkeys(pair.category for pair in self.pairs))

    @property
    def groups(self) -> list[str]:
        """In the order of their first pairs."""
        return list(dict.fromkeys(pair.group for pair in self.pairs))

    @property
    def digest(self) -> str:
        """SHA-256 of everything that decides a score, in order."""
        rows = [
            [p.item, p.group, p.category, p.text_a, p.text_b, p.label, p.stratum, p.weight]
            for p in self.pairs
        ]
        named = [triplet.item for triplet in self.triplets]
        return sha256(json.dumps([rows, named], ensure_ascii=True).encode()).hexdigest()

    def only(self, pairs: Sequence[LabelledPair]) -> LabelledSet:
        """The set with these of its pairs, and the triplets that they still make."""
        kept = {pair.item for pair in pairs}
        return replace(
            self,
            pairs=pairs,
            triplets=[t for t in self.triplets if {t.keeping.item, t.breaking.item} <= kept],
        )

    def sample(self, groups: int, seed: int) -> LabelledSet:
        """A random choice of ``groups`` whole groups of each category; all if it has fewer.

        Raises:
            InputError: ``groups`` is below 1.
        """
        generator = np.random.default_rng(seed)
        kept: set[str] = set()
        for category in self.categories:
            names = (pair.group for pair in self.pairs if pair.category == category)
            kept |= drawn_groups(names, groups, generator)
        return self.only([pair for pair in self.pairs if pair.group in kept])


def triplets_of(pairs: Sequence[LabelledPair]) -> list[Triplet]:
    """Every same pair against every different pair of the same anchor, category and stratum.

    An anchor is a ``text_a`` within a group, so pairs that share no anchor make no triplet.
    """
    cells: dict[tuple[str, str, str, str], dict[str, list[LabelledPair]]] = {}
    for pair in pairs:
        cell = cells.setdefault((pair.group, pair.text_a, pair.category, pair.stratum), {})
        cell.setdefault(pair.label, []).append(pair)
    return [
        Triplet(keeping, breaking)
        for cell in cells.values()
        for keeping, breaking in product(cell.get("same", []), cell.get("different", []))
    ]
