"""Standings made by hand: a score an item, groups of one size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from perimetry.decisions.ci import GateConfig
from perimetry.records import Estimate, Finding
from perimetry.results.baseline import Baseline, ItemColumn, ProbeData
from perimetry.results.gate import GateReport, Ruling

CONFIG = Path("perimetry.toml")


def standing(
    encoder: str = "model",
    *,
    probe: str = "core",
    measure: str = "order_accuracy",
    digest: str = "d" * 64,
    family: str = "",
    findings: Sequence[Finding] = (),
    **subsets: Sequence[float],
) -> Baseline:
    """An encoder with the given scores, two items a group, each estimate their mean."""
    columns = [
        ItemColumn(
            probe,
            subset,
            measure,
            tuple(f"{subset}-{place // 2}/{place % 2}" for place in range(len(values))),
            tuple(f"{subset}-{place // 2}" for place in range(len(values))),
            tuple(map(float, values)),
        )
        for subset, values in subsets.items()
    ]
    data = ProbeData("core", "a set", digest, 40, family)
    return Baseline(
        encoder,
        f"fingerprint of {encoder}",
        {probe: data} if subsets else {},
        {probe: [estimate(c.subset, measure, c.values) for c in columns]} if subsets else {},
        columns,
        findings,
    )


def estimate(subset: str, measure: str, values: Sequence[float]) -> Estimate:
    """The mean with an interval of ± 0.1."""
    mean = float(np.mean(values))
    return Estimate(subset, measure, mean, mean - 0.1, mean + 0.1, len(values), len(values) // 2)


def pairs(
    encoder: str, same: Mapping[str, float], different: Mapping[str, float], measure: str = "auroc"
) -> Baseline:
    """An encoder with close pairs of ``negation``; ``g/1`` is item 1 of the group ``g``.

    Its estimate is the share of same and different pairs in their right order.
    """
    columns = [
        ItemColumn(
            "core",
            f"negation/{label}/close",
            "cosine",
            tuple(f"{item}-{label}" for item in values),
            tuple(item.split("/")[0] for item in values),
            tuple(values.values()),
        )
        for label, values in (("same", same), ("different", different))
    ]
    wins = [
        (s > d) + (s == d) / 2 for s in same.values() for d in different.values()
    ]  # fmt: skip
    found = Estimate("negation", measure, float(np.mean(wins)), 0.0, 1.0, len(same) * 2, len(same))
    data = {"core": ProbeData("core", "a set", "d" * 64, 40)}
    return Baseline(encoder, encoder, data, {"core": [found]}, columns)


def asking(**asked: object) -> GateConfig:
    """A configuration that lies nowhere."""
    return GateConfig(CONFIG, **asked)  # type: ignore[arg-type]


def ruling(report: GateReport, subset: str, measure: str = "order_accuracy") -> Ruling:
    """The first ruling on a subset."""
    return next(r for r in report.rulings if (r.subset, r.measure) == (subset, measure))
