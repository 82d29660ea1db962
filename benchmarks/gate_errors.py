"""How often the gate calls equal AUROCs a regression, and how often it finds a true loss.

Each world has groups of one to three same and one to three different pairs, each group of its own
level. Old and new encoder share part of what they see. Their classes together vary alike, so that
their AUROCs are equal but for a stated loss. In the worlds *alike* the two differ in nothing else;
in the others the old one varies by group, and the new one among its same pairs and on another
scale, so that their ROC curves have other shapes.

    python benchmarks/gate_errors.py --worlds 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import erf, sqrt
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from perimetry.measures.separation import Separation
from perimetry.stats.bootstrap import resampled_statistic
from perimetry.stats.effect import effect_size, minimum_detectable_effect
from perimetry.stats.permutation import sign_flip_test
from perimetry.stats.rank_exchange import auroc_changes

AHEAD = 0.7
"""How far the old encoder has same pairs ahead; the two classes' variances add up to 2."""

SPREADS = {
    True: ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
    False: ((0.6, 0.4, 0.4), (0.1, 1.5, 0.3)),
}
"""The variances of groups, same and different pairs, of the old and the new encoder."""

LOSSES = (0.13, 0.26, 0.45, 0.75)
FLIPS = 999

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class World:
    """The scores that two encoders give the same pairs."""

    old: Floats
    new: Floats
    same: NDArray[np.bool_]
    groups: list[str]


def worlds(count: int, groups: int, loss: float, *, alike: bool, seed: int) -> Iterator[World]:
    """Draw worlds in which the new encoder has same pairs ``loss`` less far ahead."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        sizes = random.integers(1, 4, (2, groups))
        group = np.concatenate([np.repeat(np.arange(groups), row) for row in sizes])
        same = np.repeat([True, False], sizes.sum(axis=1))
        level, noise = random.normal(size=groups), random.normal(size=len(group))
        scores = []
        for of_group, of_same, of_different in SPREADS[alike]:
            levels = 0.7 * level + sqrt(0.51) * random.normal(size=groups)
            own = 0.5 * noise + sqrt(0.75) * random.normal(size=len(group))
            spread = np.sqrt(np.where(same, of_same, of_different))
            scores.append(sqrt(of_group) * levels[group] + spread * own)
        new = scores[1] + (AHEAD - loss) * same
        yield World(
            scores[0] + AHEAD * same, new if alike else np.exp(new), same, list(map(str, group))
        )


def p_value(world: World, seed: int) -> float:
    """That of the gate: one-sided, by exchange of ranks within groups."""
    gains = auroc_changes(world.old, world.new, world.same)
    return sign_flip_test(
        np.zeros(len(gains)), gains, world.groups, seed=(1, seed), alternative="less", flips=FLIPS
    ).p


def found(count: int, groups: int, loss: float, *, alike: bool, seed: int) -> int:
    """In how many worlds the gate finds a regression at 5 %."""
    drawn = worlds(count, groups, loss, alike=alike, seed=seed)
    return sum(p_value(world, place) <= 0.05 for place, world in enumerate(drawn))


def bootstrap_p(world: World, seed: int) -> float:
    """The share of resamples of groups in which nothing is lost; the gate does not use it."""
    old, new = (Separation(scores, world.same) for scores in (world.old, world.new))
    drawn = resampled_statistic(
        lambda weights: new.auroc(weights) - old.auroc(weights),
        world.groups,
        seed=(2, seed),
        resamples=FLIPS,
    )
    return float((1 + np.count_nonzero(drawn >= 0)) / (1 + len(drawn)))


def stated(world: World) -> float:
    """The loss that the gate says it would see four times in five, of one test."""
    gains = len(world.old) * auroc_changes(world.old, world.new, world.same)
    effect = effect_size(np.zeros(len(gains)), gains, world.groups)
    return minimum_detectable_effect(effect.spread, effect.groups, sides=1)


def true_loss(loss: float) -> float:
    """What a lead that is ``loss`` smaller takes off the AUROC of pairs of different groups."""

    def auroc(ahead: float) -> float:
        return 0.5 * (1 + erf(ahead / sqrt(2) / sqrt(2)))

    return auroc(AHEAD) - auroc(AHEAD - loss)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=2000)
    parser.add_argument("--groups", type=int, nargs="+", default=[12, 32, 96])
    asked = parser.parse_args()
    print("| equal AUROCs | groups | gate, at 5 % | at 0.5 % | bootstrap, at 5 % | at 0.5 % |")
    print("|---|---:|---:|---:|---:|---:|")
    for alike, title in ((True, "alike"), (False, "other shape and scale")):
        for groups in asked.groups:
            drawn = list(worlds(asked.worlds, groups, 0.0, alike=alike, seed=7))
            columns = [
                np.array([p(world, place) for place, world in enumerate(drawn)])
                for p in (p_value, bootstrap_p)
            ]
            shares = [100 * float(np.mean(p <= at)) for p in columns for at in (0.05, 0.005)]
            print(f"| {title} | {groups} | " + " | ".join(f"{s:.1f}" for s in shares) + " |")
    print("\n| groups | true loss of AUROC | stated as seen | found, % |\n|---:|---:|---:|---:|")
    for groups in asked.groups:
        for loss in LOSSES:
            drawn = list(worlds(asked.worlds, groups, loss, alike=True, seed=8))
            hits = mean(p_value(world, place) <= 0.05 for place, world in enumerate(drawn))
            seen = mean(map(stated, drawn))
            print(f"| {groups} | {true_loss(loss):.3f} | {seen:.3f} | {100 * hits:.0f} |")


if __name__ == "__main__":
    main()
