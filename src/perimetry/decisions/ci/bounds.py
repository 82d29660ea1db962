"""Stated bounds: is each value, or the end of its interval, on the right side?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from perimetry.decisions.ci.config import Bound, GateConfig
from perimetry.decisions.ci.naming import Naming
from perimetry.errors import DataError
from perimetry.records import Estimate
from perimetry.results.baseline import Baseline
from perimetry.results.gate import Ruling

SLACK = 1e-9
"""A value may miss its bound by what adding numbers in another order makes of it."""


def estimate_of(standing: Baseline, probe: str, subset: str, measure: str) -> Estimate | None:
    """The estimate of one measure over one subset, None where there is none."""
    for e in standing.estimates.get(probe, ()):
        if (e.subset, e.measure) == (subset, measure):
            return e
    return None


def rule_bounds(standing: Baseline, naming: Naming, config: GateConfig) -> Iterator[Ruling]:
    """A ruling for each bound and subset, also for one that is missing.

    Raises:
        DataError: nothing known has the name of a bound's subset or measure.
    """
    for bound in config.bounds:
        problem = naming.unknown_subset(bound.subset) or naming.unknown_measure(bound.measure)
        if problem:
            raise DataError(config.path, problem, line=bound.line)
        places = naming.places(bound.subset, bound.measure)
        for probe, subset in [(p.probe, p.subset) for p in places] or [("", bound.subset)]:
            found = estimate_of(standing, probe, subset, bound.measure)
            if bound.least is not None:
                yield _ruled(bound, probe, subset, found, bound.least, "min")
            if bound.most is not None:
                yield _ruled(bound, probe, subset, found, bound.most, "max")


def _ruled(
    bound: Bound,
    probe: str,
    subset: str,
    found: Estimate | None,
    asked: float,
    side: Literal["min", "max"],
) -> Ruling:
    ruling = Ruling(
        "bound", probe, subset, bound.measure, "missing", asked=asked, side=side, on=bound.on
    )
    if found is None:
        return replace(ruling, note="the audit has no such estimate.")
    value: float = getattr(found, bound.on)
    kept = value >= asked - SLACK if side == "min" else value <= asked + SLACK
    return replace(ruling, outcome="pass" if kept else "fail", value=value, groups=found.groups)
