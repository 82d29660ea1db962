"""How often a certificate is wrong, in worlds whose false-accept rate is known.

Each world has groups of pairs whose scores hang together; a pair that says the same scores higher
by a fixed gap. The false-accept rate of any threshold is then that of the normal distribution. Four
ways to find a threshold are compared: ours with either bound, ours with the plain bound on items,
and choosing and scoring on the same pairs, which people do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import ScoredPairs
from perimetry.decisions.threshold.trial import tried
from perimetry.stats.binomial_bound import METHODS, BoundMethod, most_events, upper_bound


@dataclass(frozen=True)
class World:
    """``groups`` of ``size`` pairs; ``shared`` of the variance is a group's own."""

    groups: int
    size: int
    shared: float
    gap: float

    def pairs(self, seed: int) -> ScoredPairs:
        """One draw."""
        generator = np.random.default_rng((self.groups, self.size, seed))
        group = np.repeat(np.arange(self.groups), self.size)
        own = generator.standard_normal(self.groups)[group]
        rest = generator.standard_normal(len(group))
        same = generator.random(len(group)) < 0.5
        scores = np.sqrt(self.shared) * own + np.sqrt(1 - self.shared) * rest + self.gap * same
        return ScoredPairs(scores, same, group.astype(np.str_).tolist())


@dataclass(frozen=True)
class Violations:
    """Of ``worlds``: how many were certified, and how many certificates or bounds were wrong.

    ``wrong`` counts certificates of a threshold whose true rate is above the budget, ``below``
    bounds that lie below the true rate, ``plain`` those of the plain exact bound on the same items,
    ``naive`` thresholds that were chosen and scored on all pairs and are above the budget.
    """

    worlds: int
    certified: int
    wrong: int
    below: int
    plain: int
    naive: int


CASES = (
    (0.05, World(800, 6, 0.6, 1.5)),
    (0.05, World(400, 6, 0.6, 2.5)),
    (0.05, World(400, 1, 0.0, 2.5)),
    (0.01, World(1200, 4, 0.8, 3.0)),
)


def violations(world: World, budget: float, method: BoundMethod, worlds: int) -> Violations:
    """Draw ``worlds`` and count."""
    asked = Requirements(budget, method=method)
    counts = np.zeros(5, dtype=int)
    for seed in range(worlds):
        counts += np.array(list(_one(world.pairs(seed), asked, seed)), dtype=int)
    return Violations(worlds, *counts.tolist())


def _one(pairs: ScoredPairs, asked: Requirements, seed: int) -> Iterator[bool]:
    trial = tried(pairs, asked, seed)
    if trial.threshold is None or trial.tested is None:
        yield from (False, False, False, False)
    else:
        truth = float(norm.sf(trial.threshold))
        certified = trial.tested.high <= asked.budget
        accepted = trial.certification.different_scores >= trial.threshold
        yield certified
        yield certified and truth > asked.budget
        yield trial.tested.high < truth
        yield upper_bound(int(accepted.sum()), len(accepted)) < truth
    yield _naive(pairs, asked.budget) > asked.budget


def _naive(pairs: ScoredPairs, budget: float) -> float:
    """The true rate of the lowest threshold that seems to meet the budget on all pairs."""
    ordered = np.sort(pairs.different_scores)[::-1]
    allowed = most_events(len(ordered), budget)
    return float(norm.sf(ordered[allowed])) if allowed >= 0 else 0.0


def main() -> None:
    """Print a row a case and bound."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=1000)
    worlds = parser.parse_args().worlds
    print(
        "| groups × pairs | shared | budget | bound | certified | wrong certificates | bound below "
        "the truth | plain bound on items below | chosen and scored on one set: over budget |"
    )
    print("|---|---:|---:|---|---:|---:|---:|---:|---:|")
    for budget, world in CASES:
        for method in METHODS:
            found = violations(world, budget, method, worlds)
            print(
                f"| {world.groups} × {world.size} | {world.shared} | {budget} | {method} "
                f"| {found.certified} | {found.wrong} | {found.below} | {found.plain} "
                f"| {found.naive} |"
            )


if __name__ == "__main__":
    main()
