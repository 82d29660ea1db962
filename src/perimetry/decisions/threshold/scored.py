"""Pairs as a decision rule sees them: a score each, and what people say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.labelled import LabelledPair
from perimetry.decisions.guards import Guard, objections
from perimetry.errors import InputError

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Numbers = NDArray[np.intp]

REFUSED = -np.inf
"""The score of a pair that a guard objects to: below every threshold."""


@dataclass(frozen=True)
class ScoredPairs:
    """Same and different pairs under one rule.

    ``scores`` are cosines, or :data:`REFUSED` where a guard objects, shape ``(n,)``. A rule accepts
    a pair when its score is at least the threshold. Pairs that depend on the application are no
    part of it.
    """

    scores: Floats
    same: Booleans
    groups: Sequence[str]

    @cached_property
    def same_scores(self) -> Floats:
        """Those of the pairs that say the same."""
        return self.scores[self.same]

    @cached_property
    def different_scores(self) -> Floats:
        """Those of the pairs that do not."""
        return self.scores[~self.same]

    @cached_property
    def same_groups(self) -> Numbers:
        """The number of the group of each same pair."""
        return self._numbers[self.same]

    @cached_property
    def different_groups(self) -> Numbers:
        """The number of the group of each different pair, which the bounds rest on."""
        return self._numbers[~self.same]

    @cached_property
    def worst(self) -> Floats:
        """The highest score of a different pair in each group that has one, highest first."""
        places = np.unique(self.different_groups, return_inverse=True)[1]
        highest = np.full(int(places.max(initial=-1)) + 1, REFUSED)
        np.maximum.at(highest, places, self.different_scores)
        return np.sort(highest)[::-1]

    @cached_property
    def _numbers(self) -> Numbers:
        return np.unique(np.asarray(self.groups, dtype=np.str_), return_inverse=True)[1]

    def of_groups(self, chosen: set[str]) -> ScoredPairs:
        """The pairs of some groups alone."""
        kept = [place for place, group in enumerate(self.groups) if group in chosen]
        return ScoredPairs(
            self.scores[kept], self.same[kept], [self.groups[place] for place in kept]
        )


def scored_pairs(
    pairs: Sequence[LabelledPair], cosines: Floats, guards: Sequence[Guard] = ()
) -> ScoredPairs:
    """Score ``pairs`` by their ``cosines`` and by what ``guards`` object to.

    Raises:
        InputError: there is no same pair, or no different one; or a cosine is not a number.
    """
    if not np.isfinite(cosines).all():
        raise InputError("a cosine is not a number. Run: perimetry doctor MODEL")
    kept = [place for place, pair in enumerate(pairs) if pair.label != "depends"]
    chosen = [pairs[place] for place in kept]
    same = np.array([pair.label == "same" for pair in chosen], dtype=bool)
    if not same.any() or same.all():
        raise InputError(
            "a threshold needs pairs that say the same and pairs that do not. Label both kinds."
        )
    scores = np.array(cosines, dtype=np.float64)[kept]
    objected = objections([(pair.text_a, pair.text_b) for pair in chosen], guards)
    scores[np.array([by is not None for by in objected], dtype=bool)] = REFUSED
    return ScoredPairs(scores, same, [pair.group for pair in chosen])


def halves(pairs: ScoredPairs, seed: int) -> tuple[ScoredPairs, ScoredPairs]:
    """Calibration and certification pairs: whole groups, half of each kind of group.

    Groups are of one kind when they hold same pairs, different pairs or both, so that neither half
    runs short of one.
    """
    generator = np.random.default_rng(seed)
    labels: dict[str, set[bool]] = {}
    for group, same in zip(pairs.groups, pairs.same.tolist(), strict=True):
        labels.setdefault(group, set()).add(same)
    first: set[str] = set()
    for kind in ({True, False}, {False}, {True}):
        names = np.array([group for group, held in labels.items() if held == kind])
        generator.shuffle(names)
        extra = len(names) % 2 and len(first) % 2  # odd ones go to either half in turn
        first.update(names[: len(names) // 2 + extra].tolist())
    return pairs.of_groups(first), pairs.of_groups(set(labels) - first)
