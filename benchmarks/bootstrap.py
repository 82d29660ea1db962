"""10,000 resamples of 6,000 items for 8 encoders: the group bootstrap against scipy.

Every item is a group of its own, since scipy knows no groups. Each side runs in a process of its
own, and the rounds are interleaved: what else the machine does meanwhile hits both alike. scipy
gets all encoders in one paired, vectorised call, in the batches that suit it best (of 5, 10, 20,
50 and 200; by default it would hold all resamples at once, 4 GB an encoder).

    python benchmarks/bootstrap.py [--rounds 5]

Aims: at most 1.5 s, and at least twice as fast as scipy.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray

RESAMPLES, ITEMS, ENCODERS = 10_000, 6_000, 8
SCIPY_BATCH = 10

Floats = NDArray[np.float64]


def perimetry(scores: Floats) -> Callable[[], Floats]:
    """The group bootstrap, then percentiles."""
    from perimetry.stats.bootstrap import resampled_means

    groups = [str(item) for item in range(len(scores))]

    def intervals() -> Floats:
        means = resampled_means(scores, groups, seed=(1,), resamples=RESAMPLES)
        return np.quantile(means, [0.025, 0.975], axis=0)

    return intervals


def scipy(scores: Floats) -> Callable[[], Floats]:
    """One call of ``scipy.stats.bootstrap``."""
    from scipy.stats import bootstrap

    samples = tuple(np.ascontiguousarray(column) for column in scores.T)

    def means(*drawn: Floats, axis: int) -> Floats:
        return np.stack([sample.mean(axis=axis) for sample in drawn])

    def intervals() -> Floats:
        found = bootstrap(
            samples, means, n_resamples=RESAMPLES, batch=SCIPY_BATCH, vectorized=True,
            paired=True, method="percentile", rng=1,
        )  # fmt: skip
        return np.stack([found.confidence_interval.low, found.confidence_interval.high])

    return intervals


SIDES = {"perimetry": perimetry, "scipy": scipy}


def child(side: str) -> None:
    """Measure one side and print what it cost."""
    generator = np.random.default_rng(0)
    scores = (generator.random((ITEMS, ENCODERS)) < np.linspace(0.5, 0.9, ENCODERS)).astype(float)
    intervals = SIDES[side](scores)
    before = resource.getrusage(resource.RUSAGE_SELF)
    started = time.perf_counter()
    found = intervals()
    wall_s = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF)
    cost = {
        "wall_s": wall_s,
        "cpu_s": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "peak_mib": after.ru_maxrss / 1024,
        "grown_mib": (after.ru_maxrss - before.ru_maxrss) / 1024,
    }
    print(json.dumps({"cost": cost, "intervals": found.tolist()}))


def main() -> None:
    """Print the medians of both sides, their ratio and how far their intervals differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--child", choices=SIDES)
    asked = parser.parse_args()
    if asked.child:
        child(asked.child)
        return
    answers: dict[str, list[dict[str, dict[str, float]]]] = {side: [] for side in SIDES}
    for _ in range(asked.rounds):
        for side, given in answers.items():
            command = [sys.executable, __file__, "--child", side]
            given.append(json.loads(subprocess.check_output(command)))
    costs = {
        side: {name: median(a["cost"][name] for a in given) for name in given[0]["cost"]}
        for side, given in answers.items()
    }
    print(f"{f'medians of {asked.rounds} rounds':20}" + "".join(f"{n:>11}" for n in costs["scipy"]))
    for side, cost in costs.items():
        print(f"{side:20}" + "".join(f"{value:11.2f}" for value in cost.values()))
    for name in ("wall_s", "cpu_s"):
        print(f"scipy / perimetry, {name}: {costs['scipy'][name] / costs['perimetry'][name]:.1f}")
    ours, theirs = (np.array(answers[side][0]["intervals"]) for side in SIDES)
    print(f"largest difference of the intervals: {np.abs(ours - theirs).max():.5f}")


if __name__ == "__main__":
    main()
