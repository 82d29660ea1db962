"""How often the interval of a stratified AUROC misses the truth, in worlds whose truth is known.

Each world has anchors of their own level, with a same and a different partner in each of two
strata, as in the core set. The truth is what the mean over worlds tends to: the AUROC of two pairs
of different anchors, and of one anchor in the share of comparisons that are within an anchor.
"""

from __future__ import annotations

import argparse
from math import erf, sqrt

import numpy as np

from perimetry.datasets.labelled import LabelledPair
from perimetry.probes.separation import separation_estimates

CASES = ((0.0, 1.0), (0.5, 1.0), (1.5, 0.5))
"""How far a same partner lies ahead, and how much anchors differ; the noise of a pair is 1."""


def main() -> None:
    """Print the share of worlds missed below and above, for each case and number of groups."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--worlds", type=int, default=400)
    parser.add_argument("--groups", type=int, nargs="+", default=[12, 32])
    asked = parser.parse_args()
    print("| groups | ahead | anchors' spread | AUROC | low above it, % | high below it, % |")
    print("|---:|---:|---:|---:|---:|---:|")
    for groups in asked.groups:
        for ahead, spread in CASES:
            low, high = _missed(asked.worlds, groups, ahead, spread)
            truth = _truth(groups, ahead, spread)
            print(f"| {groups} | {ahead} | {spread} | {truth:.3f} | {low:.1f} | {high:.1f} |")


def _missed(worlds: int, groups: int, ahead: float, spread: float) -> tuple[float, float]:
    generator = np.random.default_rng(5)
    truth = _truth(groups, ahead, spread)
    low = high = 0
    for seed in range(worlds):
        pairs, values = _world(generator, groups, ahead, spread)
        estimates = separation_estimates(
            "c", pairs, values, np.zeros(len(values)), seed, cosines=False
        )
        auroc = next(e for e in estimates if e.measure == "auroc")
        low += auroc.low > truth
        high += auroc.high < truth
    return 100 * low / worlds, 100 * high / worlds


def _world(
    generator: np.random.Generator, groups: int, ahead: float, spread: float
) -> tuple[list[LabelledPair], np.ndarray]:
    pairs, values = [], []
    for group in range(groups):
        level = generator.normal() * spread
        for stratum, shift in (("close", 2.0), ("distant", 0.0)):
            for label, gain in (("same", ahead), ("different", 0.0)):
                pairs.append(
                    LabelledPair(
                        f"{group}{stratum}{label}", f"g{group}", "c", "a", "b",
                        label, stratum,  # type: ignore[arg-type]  # of the Literals above
                    )
                )  # fmt: skip
                values.append(level + shift + gain + generator.normal())
    return pairs, np.array(values)


def _truth(groups: int, ahead: float, spread: float) -> float:
    across, within = (
        (1 + erf(ahead / sqrt(variance) / sqrt(2))) / 2 for variance in (2 * (1 + spread**2), 2)
    )
    return ((groups - 1) * across + within) / groups


if __name__ == "__main__":
    main()
