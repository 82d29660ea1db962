"""A small version of ``benchmarks/coverage.py``, whose full table stands in ``docs/``."""

from __future__ import annotations

import pytest

from benchmarks.coverage import CLAIMS, Claim, most_allowed, simulate

WORLDS, GROUPS = 200, 40

TRUSTED = [claim for claim in CLAIMS if claim.trusted]
FAILING = [
    claim
    for claim in CLAIMS
    if claim.name
    in {
        "equal encoders: sign-flip over items",
        "harm passed, rare losses: plain bootstrap",
        "harm passed, rare losses: moved sign-flip",
        "harm passed, both ways: bound over items",
    }
]


@pytest.mark.parametrize("claim", TRUSTED, ids=lambda claim: claim.name)
def test_what_decides_is_wrong_no_more_often_than_it_says(claim: Claim) -> None:
    (outcome,) = simulate(WORLDS, GROUPS, [claim])
    assert outcome.holds, outcome


@pytest.mark.parametrize("claim", FAILING, ids=lambda claim: claim.name)
def test_what_forgets_groups_or_the_worst_case_fails(claim: Claim) -> None:
    (outcome,) = simulate(WORLDS, GROUPS, [claim])
    assert not outcome.holds, outcome


def test_no_failing_method_was_renamed_away() -> None:
    assert len(FAILING) == 4


def test_the_largest_allowed_counts_are_those_of_the_binomial_rule() -> None:
    assert (most_allowed(1000), most_allowed(200)) == (67, 18)
