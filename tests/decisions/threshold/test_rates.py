"""The rates of a rule, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from perimetry.decisions.threshold.rates import accepts, curve, curve_thresholds, wrong_hits
from perimetry.decisions.threshold.requirements import Requirements
from perimetry.decisions.threshold.scored import REFUSED, ScoredPairs
from perimetry.stats.binomial_bound import lower_bound, upper_bound

ASKED = Requirements(budget=0.05)
PAIRS = ScoredPairs(
    scores=np.array([0.9, 0.8, 0.7, 0.2, 0.85, 0.6, 0.5, 0.4, 0.3, REFUSED]),
    same=np.array([True] * 4 + [False] * 6),
    groups=list("abcdefghij"),
)


def test_the_share_of_wrong_hits_follows_the_prevalence() -> None:
    """At 0.75 one of 6 different pairs is accepted, and 2 of 4 same ones."""
    even = wrong_hits(PAIRS, 0.75, 0.5, ASKED)
    assert even is not None
    assert even.value == pytest.approx((1 / 6) / (1 / 6 + 1 / 2))
    most = wrong_hits(PAIRS, 0.75, 0.9, ASKED)
    assert most is not None
    assert most.value == pytest.approx(0.15 / (0.15 + 0.05))


def test_its_bound_takes_either_rate_at_half_the_error() -> None:
    found = wrong_hits(PAIRS, 0.75, 0.5, ASKED)
    assert found is not None
    # four single pairs are worth three: their variance has three degrees of freedom
    wrong, right = upper_bound(1, 6, 0.975), lower_bound(1.5, 3, 0.975)
    assert found.high == pytest.approx(wrong / (wrong + right), rel=1e-6)


def test_where_nothing_is_accepted_no_hit_is_wrong() -> None:
    assert wrong_hits(PAIRS, 0.95, 0.5, ASKED) is None
    (point,) = curve(PAIRS, [0.95], 0.5, ASKED)
    assert (point.false_accept, point.accept, point.wrong_hits) == (0.0, 0.0, 0.0)


def test_a_score_equal_to_the_threshold_is_accepted() -> None:
    (point,) = curve(PAIRS, [0.85], 0.5, ASKED)
    assert point.false_accept == pytest.approx(1 / 6)
    assert point.accept == 0.25


def test_what_a_guard_refuses_has_no_place_on_the_curve() -> None:
    found = curve_thresholds(PAIRS)
    assert (min(found), max(found)) == (0.2, 0.9)
    assert accepts(PAIRS, min(found), ASKED).value == 1.0
