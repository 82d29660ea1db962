"""How often a Spearman's rho that fell by exactly the margin passes as no harm.

Worlds in the likeness of STS-B: people's scores in steps of 0.2, an encoder with a rho of about
0.82, and one that is worse by the margin in one of three ways. ``noise`` adds a little to every
score, ``lost`` gives some pairs a random score, ``turned`` sends some to the far end. Beside the
method stands the plain bootstrap, whose lower bound is the 5 % quantile of resampled differences.
"""

from __future__ import annotations

import argparse
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from perimetry.stats.bootstrap import resampled_statistic
from perimetry.stats.correlation import correlation
from perimetry.stats.correlation_noninferiority import spearman_non_inferiority, weighted_rho

Floats = NDArray[np.float64]
Way = Literal["noise", "lost", "turned"]

LARGE = 200_000
"""Pairs of the world on which the amount is found that costs the margin."""

MOST = {"noise": 2.0, "lost": 0.5, "turned": 0.5}


def main() -> None:
    """Print the share of worlds that pass, for each way and number of pairs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=500)
    parser.add_argument("--sizes", nargs="+", default=["300:0.03", "1200:0.01"])
    asked = parser.parse_args()
    print("| pairs | margin | harm | amount | plain bootstrap passes, % | passes, % |")
    print("|---:|---:|---|---:|---:|---:|")
    for size in asked.sizes:
        count, margin = int(size.partition(":")[0]), float(size.partition(":")[2])
        for way in get_args(Way):
            amount = _amount(way, margin)
            plain, ours = _passing(way, amount, count, margin, asked.worlds, asked.resamples)
            print(f"| {count} | {margin} | {way} | {amount:.4f} | {plain:.1f} | {ours:.1f} |")


def _passing(
    way: Way, amount: float, count: int, margin: float, worlds: int, resamples: int
) -> tuple[float, float]:
    generator = np.random.default_rng(5)
    groups = [str(item) for item in range(count)]
    plain = ours = 0
    for world in range(worlds):
        truth, old, new = _world(way, amount, count, generator)

        def change(
            weights: Floats, truth: Floats = truth, old: Floats = old, new: Floats = new
        ) -> Floats:
            return weighted_rho(truth, new, weights) - weighted_rho(truth, old, weights)

        drawn = resampled_statistic(change, groups, seed=(world,), resamples=resamples)
        plain += bool(np.quantile(drawn, 0.05) > -margin)
        ours += spearman_non_inferiority(
            truth, old, new, groups, margin=margin, seed=(world,), resamples=resamples
        ).passes
    return 100 * plain / worlds, 100 * ours / worlds


def _world(
    way: Way, amount: float, count: int, generator: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    truth = np.round(generator.uniform(0, 5, count) * 5) / 5
    placed = (truth - 2.5) / 1.5
    old = placed + 0.7 * generator.normal(size=count)
    chosen, noise = generator.random(count) < amount, generator.normal(size=count)
    if way == "noise":
        return truth, old, old + amount * noise
    worse = 1.5 * noise if way == "lost" else -3 * np.sign(placed)
    return truth, old, np.where(chosen, worse, old)


def _amount(way: Way, margin: float) -> float:
    """How much of this harm costs the margin, by halving, on one large world."""
    low, high = 0.0, MOST[way]
    for _ in range(20):
        middle = (low + high) / 2
        truth, old, new = _world(way, middle, LARGE, np.random.default_rng(1))
        lost = correlation(old, truth, "spearman") - correlation(new, truth, "spearman")
        low, high = (low, middle) if lost > margin else (middle, high)
    return middle


if __name__ == "__main__":
    main()
