from __future__ import annotations

import numpy as np
import pytest

from perimetry.errors import InputError
from perimetry.stats.balance import balance

GROUPS = [f"g{i}" for i in range(4)]


def test_the_differences_are_worked_by_hand() -> None:
    same, opposite = np.array([0.6, 0.8, 0.5, 0.7]), np.array([0.5, 0.7, 0.4, 0.6])
    found = balance(same, opposite, GROUPS, seed=(1,))
    spread = np.sqrt((same.var() + opposite.var()) / 2)
    assert found.difference == pytest.approx(0.1)
    assert found.standardised == pytest.approx(0.1 / spread)
    assert found.p == 2 / 16  # all four differences are positive, or all negative
    assert not found.holds


def test_a_small_mean_difference_can_still_fail_by_its_spread() -> None:
    same, opposite = np.array([0.90, 0.91, 0.90, 0.91]), np.array([0.88, 0.89, 0.88, 0.89])
    found = balance(same, opposite, GROUPS, seed=(1,))
    assert abs(found.difference) < 0.03
    assert not found.holds


def test_equal_overlaps_without_spread_hold() -> None:
    assert balance(np.ones(4), np.ones(4), GROUPS, seed=(1,)).holds


def test_no_anchor_is_refused() -> None:
    with pytest.raises(InputError):
        balance(np.array([]), np.array([]), [], seed=(1,))


def test_a_single_anchor_is_judged_by_its_plain_difference() -> None:
    found = balance(np.array([0.3]), np.array([0.6]), ["a"], seed=(1,))
    assert (found.standardised, found.holds) == (0.0, False)
    assert balance(np.array([0.6]), np.array([0.6]), ["a"], seed=(1,)).holds
