"""A certificate is wrong no more often than it says, where the usual ways are."""

from __future__ import annotations

import pytest

from benchmarks.certificates import CASES, World, violations
from benchmarks.coverage import most_allowed
from perimetry.stats.binomial_bound import METHODS, BoundMethod

WORLDS = 1000


@pytest.mark.parametrize("method", METHODS)
def test_certificates_are_wrong_no_more_often_than_nominal(method: BoundMethod) -> None:
    budget, world = CASES[0]
    found = violations(world, budget, method, WORLDS)
    assert found.certified > 500
    assert found.wrong <= most_allowed(WORLDS)
    assert found.below <= most_allowed(WORLDS)
    assert found.naive > most_allowed(WORLDS)
    if method == "design-effect":  # whose thresholds are near enough to the budget to show it
        assert found.plain > most_allowed(WORLDS)


def test_too_few_groups_certify_nothing() -> None:
    found = violations(World(200, 1, 0.0, 4.0), 0.01, "groups", 50)
    assert found.certified == 0
