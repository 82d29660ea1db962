"""How often the statistics are wrong, in simulated worlds whose truth is known.

In every world items come in groups of 1 to 9 from one source, which succeed or fail much alike. A
method may be wrong in 5 % of worlds. It holds where its count is one that a method exactly at 5 %
exceeds with a probability of at most 1 % (67 of 1,000). Naive methods are there to be seen failing.

    python benchmarks/coverage.py [--worlds 1000] [--groups 12 30 60 200]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.stats.bootstrap import resampled_means
from perimetry.stats.intervals import LEVEL, group_mean
from perimetry.stats.noninferiority import non_inferiority
from perimetry.stats.permutation import sign_flip_test
from perimetry.stats.ranks import rank_letters

NOMINAL = 1 - LEVEL
DRAWS = 1999
MARGIN = 0.05
TRUTH = 2 / 3

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class World:
    """Scores of encoders, shape ``(items, encoders)``, the source of each item and a seed."""

    scores: Floats
    groups: Sequence[str]
    seed: tuple[int, ...]

    def ungrouped(self) -> World:
        """The same as a naive method sees it: every item is a source of its own."""
        return World(self.scores, [str(item) for item in range(len(self.scores))], self.seed)


# ------------------------------------------------------------------ how scores come about

Draw = Callable[[np.random.Generator, NDArray[np.int64]], Floats]


def equal(generator: np.random.Generator, sizes: NDArray[np.int64]) -> Floats:
    """Binary scores of four equal encoders: each source has a chance of success, 2/3 on average."""
    chances = np.repeat(generator.beta(1.0, 0.5, (len(sizes), 4)), sizes, axis=0)
    return (generator.random(chances.shape) < chances).astype(np.float64)


def rare_losses(generator: np.random.Generator, sizes: NDArray[np.int64]) -> Floats:
    """The second encoder fails one source in twenty altogether: it is worse by the margin."""
    return _flips(generator, sizes, gained=0.0, lost=MARGIN)


def both_ways(generator: np.random.Generator, sizes: NDArray[np.int64]) -> Floats:
    """The second encoder gains a tenth of the sources, and loses a tenth and the margin."""
    return _flips(generator, sizes, gained=0.1, lost=0.1 + MARGIN)


def graded(generator: np.random.Generator, sizes: NDArray[np.int64]) -> Floats:
    """Scores within 0 to 1 that mostly rise a little and sometimes fall a lot."""
    loss = generator.beta(0.2, 1.8, len(sizes)) - (0.1 - MARGIN)  # the mean of this beta is 0.1
    old = np.full(len(sizes), 0.95)
    return np.repeat(np.stack([old, old - loss], axis=1), sizes, axis=0)


def _flips(
    generator: np.random.Generator, sizes: NDArray[np.int64], gained: float, lost: float
) -> Floats:
    kind = generator.choice(3, size=len(sizes), p=[gained, lost, 1 - gained - lost])
    old, new = np.array([0.0, 1.0, 1.0])[kind], np.array([1.0, 0.0, 1.0])[kind]
    return np.repeat(np.stack([old, new], axis=1), sizes, axis=0)


# ------------------------------------------------------------------ what may go wrong


def finds_a_difference(world: World) -> bool:
    """The sign-flip test takes the first two encoders for different."""
    old, new = world.scores[:, 0], world.scores[:, 1]
    return sign_flip_test(old, new, world.groups, seed=world.seed, flips=DRAWS).p <= NOMINAL


def bootstrap_finds_a_difference(world: World) -> bool:
    """The bootstrap interval of their difference leaves out 0."""
    gaps = world.scores[:, 1] - world.scores[:, 0]
    means = resampled_means(gaps, world.groups, seed=world.seed, resamples=DRAWS)
    low, high = np.quantile(means, [NOMINAL / 2, 1 - NOMINAL / 2])
    return not low <= 0 <= high


def separates_any(world: World) -> bool:
    """Any of four equal encoders has no letter in common with another."""
    letters = rank_letters(world.scores, world.groups, seed=world.seed, flips=DRAWS)
    return any(not set(one) & set(other) for one in letters for other in letters)


def misses_the_mean(world: World) -> bool:
    """The interval of the first encoder's mean leaves out the true one."""
    found = group_mean(world.scores[:, 0], world.groups, world.seed)
    return not found.low <= TRUTH <= found.high


def passes(world: World) -> bool:
    """An encoder that is worse by the whole margin is called harmless."""
    old, new = world.scores[:, 0], world.scores[:, 1]
    found = non_inferiority(old, new, world.groups, margin=MARGIN, seed=world.seed, resamples=DRAWS)
    return found.passes


def bootstrap_passes(world: World) -> bool:
    """The same by the plain bootstrap bound."""
    gaps = world.scores[:, 1] - world.scores[:, 0]
    means = resampled_means(gaps, world.groups, seed=world.seed, resamples=DRAWS)
    return bool(np.quantile(means, NOMINAL) > -MARGIN)


def sign_flip_passes(world: World) -> bool:
    """The same by a sign-flip test of the differences moved up by the margin."""
    old, new = world.scores[:, 0], world.scores[:, 1] + MARGIN
    found = sign_flip_test(
        old, new, world.groups, seed=world.seed, alternative="greater", flips=DRAWS
    )
    return found.p <= NOMINAL


@dataclass(frozen=True)
class Claim:
    """A method in a kind of world; ``trusted`` ones are what perimetry decides by."""

    name: str
    draw: Draw
    wrong: Callable[[World], bool]
    trusted: bool = True
    naive: bool = False


CLAIMS = (
    Claim("equal encoders: sign-flip over groups", equal, finds_a_difference),
    Claim("equal encoders: letters of four, any", equal, separates_any),
    Claim("equal encoders: bootstrap test, groups", equal, bootstrap_finds_a_difference, False),
    Claim("equal encoders: sign-flip over items", equal, finds_a_difference, False, True),
    Claim("true mean missed: group bootstrap", equal, misses_the_mean),
    Claim("true mean missed: item bootstrap", equal, misses_the_mean, False, True),
    Claim("harm passed, rare losses: worst-case bound", rare_losses, passes),
    Claim("harm passed, rare losses: plain bootstrap", rare_losses, bootstrap_passes, False),
    Claim("harm passed, rare losses: moved sign-flip", rare_losses, sign_flip_passes, False),
    Claim("harm passed, both ways: worst-case bound", both_ways, passes),
    Claim("harm passed, both ways: plain bootstrap", both_ways, bootstrap_passes, False),
    Claim("harm passed, both ways: bound over items", both_ways, passes, False, True),
    Claim("harm passed, graded: worst-case bound", graded, passes),
    Claim("harm passed, graded: plain bootstrap", graded, bootstrap_passes, False),
)


@dataclass(frozen=True)
class Outcome:
    """In how many of ``worlds`` a claim was wrong."""

    claim: Claim
    wrong: int
    worlds: int

    @property
    def holds(self) -> bool:
        """Whether the count is compatible with the nominal rate."""
        return self.wrong <= most_allowed(self.worlds)


def most_allowed(worlds: int) -> int:
    """The largest count that a method exactly at the nominal rate exceeds at most 1 % of the time.

    >>> most_allowed(1000)
    67
    """
    from scipy.stats import binom

    return int(binom.isf(0.01, worlds, NOMINAL))


def simulate(worlds: int, groups: int, claims: Sequence[Claim] = CLAIMS) -> Iterator[Outcome]:
    """Each claim in the same ``worlds`` worlds of ``groups`` groups."""
    for claim in claims:
        wrong = 0
        for number in range(worlds):
            generator = np.random.default_rng((number, groups))
            sizes = generator.integers(1, 10, groups)
            scores = claim.draw(generator, sizes)
            sources = np.repeat(np.arange(groups), sizes).astype(str).tolist()
            world = World(scores, sources, (groups, number))
            wrong += claim.wrong(world.ungrouped() if claim.naive else world)
        yield Outcome(claim, wrong, worlds)


def main() -> None:
    """Print one row a claim and one column a number of groups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--groups", type=int, nargs="+", default=[12, 30, 60, 200])
    asked = parser.parse_args()
    columns = [list(simulate(asked.worlds, groups)) for groups in asked.groups]
    print(f"wrong in % of {asked.worlds} worlds; * more than {most_allowed(asked.worlds)} worlds")
    heads = "".join(f" | {groups} groups" for groups in asked.groups)
    print(f"| claim | decides{heads} |")
    print("|---|---|" + "---:|" * len(columns))
    for row in zip(*columns, strict=True):
        cells = (f"{100 * o.wrong / o.worlds:.1f}{'' if o.holds else ' *'}" for o in row)
        claim = row[0].claim
        print(f"| {claim.name} | {'yes' if claim.trusted else 'no'} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
