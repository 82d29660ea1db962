"""Which threshold is chosen, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from perimetry.decisions.threshold.choice import choose, strictest_useful, threshold_between
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import REFUSED, ScoredPairs


def pairs(same: list[float], different: list[float]) -> ScoredPairs:
    """Every pair a group of its own."""
    scores = np.array([*same, *different])
    labels = np.array([True] * len(same) + [False] * len(different))
    return ScoredPairs(scores, labels, [f"g{place}" for place in range(len(scores))])


def asked() -> Requirements:
    return Requirements(budget=0.05)


def accepted(found: ScoredPairs, threshold: float) -> float:
    return float((found.same_scores >= threshold).mean())


@pytest.mark.parametrize(
    ("low", "high", "between"),
    [(0.8, 0.9, 0.81), (0.899, 0.9, 0.9), (0.8999, 0.90004, 0.9), (-0.02, -0.01, -0.01),
     (0.123456, 0.123457, 0.123457)],
)  # fmt: skip
def test_a_threshold_is_the_shortest_decimal_of_its_gap(
    low: float, high: float, between: float
) -> None:
    assert threshold_between(low, high) == pytest.approx(between, abs=1e-15)


def test_the_strictest_useful_threshold_accepts_the_share_asked_for() -> None:
    found = strictest_useful(pairs([0.9, 0.8, 0.7, 0.6, 0.5], [0.85]), 0.4)
    assert found is not None
    assert 0.7 < found <= 0.8  # two of five
    assert strictest_useful(pairs([0.9, REFUSED, REFUSED], [0.1]), 0.5) is None


def test_ties_are_accepted_together() -> None:
    tied = pairs([0.8, 0.8, 0.8, 0.2], [0.8, 0.1])
    found = strictest_useful(tied, 0.1)
    assert found is not None
    assert accepted(tied, found) == 0.75
    assert (tied.different_scores >= found).tolist() == [True, False]


def test_with_two_worlds_apart_the_threshold_lies_between_them() -> None:
    generator = np.random.default_rng(0)
    far = pairs(
        (0.9 + 0.01 * generator.random(400)).tolist(), (0.1 + 0.1 * generator.random(400)).tolist()
    )
    found = choose(far, asked(), certifying_groups=400)
    assert found is not None
    assert 0.15 < found <= 0.9
    assert accepted(far, found) == 1.0


def test_a_threshold_that_barely_passes_is_not_chosen() -> None:
    """With 100 groups to certify only 1 error may happen, so the choice keeps away from 5 %."""
    generator = np.random.default_rng(1)
    drawn = pairs(generator.normal(2, 1, 100).tolist(), generator.normal(0, 1, 100).tolist())
    found = choose(drawn, asked(), certifying_groups=100)
    assert found is not None
    assert (drawn.different_scores >= found).mean() <= 0.01


def test_fewer_than_59_groups_choose_nothing() -> None:
    far = [0.1 + 0.001 * place for place in range(58)]
    assert choose(pairs([0.9] * 10, far), asked(), certifying_groups=1000) is None
    assert choose(pairs([0.9] * 10, [*far, 0.2]), asked(), certifying_groups=1000) is not None


def test_what_a_guard_refuses_is_no_error() -> None:
    scored = pairs([0.9] * 20, [REFUSED] * 100)
    found = choose(scored, asked(), certifying_groups=100)
    assert found is not None
    assert accepted(scored, found) == 1.0
