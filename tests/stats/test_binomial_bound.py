"""Bounds on a rate against scipy's exact binomial interval and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from benchmarks.coverage import most_allowed
from perimetry.errors import InputError
from perimetry.stats.binomial_bound import (
    METHODS,
    lower_bound,
    most_events,
    rate_bound,
    trials_needed,
    upper_bound,
)


@pytest.mark.parametrize(("events", "trials"), [(0, 20), (3, 20), (20, 20), (7, 411)])
def test_one_sided_bounds_are_those_of_scipy(events: int, trials: int) -> None:
    interval = binomtest(events, trials).proportion_ci(0.90)  # two tails of 5 %
    assert upper_bound(events, trials) == pytest.approx(interval.high, abs=1e-9)
    assert lower_bound(events, trials) == pytest.approx(interval.low, abs=1e-9)


def test_without_an_error_59_299_and_2995_groups_are_needed() -> None:
    assert [trials_needed(budget) for budget in (0.05, 0.01, 0.001)] == [59, 299, 2995]


@pytest.mark.parametrize(("budget", "rate"), [(0.05, 0.01), (0.01, 0.004), (0.05, 0.04)])
def test_so_many_trials_at_that_rate_pass(budget: float, rate: float) -> None:
    needed = trials_needed(budget, rate)
    assert needed is not None
    assert upper_bound(np.ceil(rate * needed), needed) <= budget
    assert upper_bound(np.ceil(rate * needed / 2), needed / 2) > budget


def test_a_rate_on_the_budget_can_never_be_certified() -> None:
    assert trials_needed(0.05, 0.05) is None


@given(st.integers(1, 3000), st.floats(0.001, 0.5))
def test_one_more_event_than_the_most_breaks_the_budget(trials: int, budget: float) -> None:
    most = most_events(trials, budget)
    assert most == -1 or upper_bound(most, trials) <= budget
    assert upper_bound(most + 1, trials) > budget


def test_a_bound_on_groups_counts_a_group_once() -> None:
    events = np.array([True, True, False, False, False])
    found = rate_bound(events, ["a", "a", "b", "b", "c"])
    assert (found.hit, found.groups, found.events, found.n) == (1, 3, 2, 5)
    assert found.value == pytest.approx(1 / 3)  # the mean of 1, 0 and 0
    assert found.high == pytest.approx(upper_bound(1, 3))


def test_the_lower_bound_is_that_of_the_design_effect_under_either_method() -> None:
    events, groups = np.array([True, False, False, True, False]), ["a", "a", "b", "b", "c"]
    either = [rate_bound(events, groups, method=method) for method in METHODS]
    assert either[0].low == either[1].low == pytest.approx(lower_bound(2, 5))


def test_ten_copies_of_each_group_are_worth_the_groups() -> None:
    events = np.repeat([True, False, False, False, False, True], 10)
    groups = np.repeat([*"abcdef"], 10).tolist()
    found = rate_bound(events, groups, method="design-effect")
    assert found.value == pytest.approx(1 / 3)
    assert found.trials == pytest.approx(5)  # 60 items over a design effect of 12: (6 − 1) groups
    assert found.high == pytest.approx(upper_bound(5 / 3, 5))


def test_independent_items_are_worth_themselves() -> None:
    generator = np.random.default_rng(0)
    events = generator.random(4000) < 0.1
    found = rate_bound(events, [str(i) for i in range(4000)], method="design-effect")
    assert found.trials == pytest.approx(4000, rel=0.01)


def test_without_an_event_the_design_effect_counts_groups() -> None:
    found = rate_bound(np.zeros(12, bool), list("aabbccddeeff"), method="design-effect")
    assert found.high == pytest.approx(upper_bound(0, 6))


def test_the_plain_bound_on_items_fails_where_groups_hang_together() -> None:
    """The reason for the rest: a rate of 0.1, 60 groups of 8 items, 1,000 worlds, nominal 5 %."""
    generator = np.random.default_rng(3)
    groups = np.repeat(np.arange(60), 8)
    names = groups.astype(str).tolist()
    limit = norm.isf(0.1)
    missed = {"plain": 0, "groups": 0, "design-effect": 0}
    for _ in range(1000):
        own = generator.standard_normal(60)[groups]
        scores = np.sqrt(0.8) * own + np.sqrt(0.2) * generator.standard_normal(480)
        events = scores > limit
        missed["plain"] += upper_bound(int(events.sum()), 480) < 0.1
        for method in ("groups", "design-effect"):
            missed[method] += rate_bound(events, names, method=method).high < 0.1  # type: ignore[arg-type]
    assert missed["plain"] > 130
    assert missed["groups"] <= most_allowed(1000)
    assert missed["design-effect"] <= most_allowed(1000)


@pytest.mark.parametrize(
    ("events", "groups", "method", "message"),
    [([], [], "groups", "0 items"), ([True], ["a", "b"], "groups", "1 items and 2 groups"),
     ([True], ["a"], "wilson", "no bound 'wilson'")],
)  # fmt: skip
def test_what_has_no_bound_is_refused(
    events: list[bool], groups: list[str], method: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        rate_bound(np.array(events, dtype=bool), groups, method=method)  # type: ignore[arg-type]
