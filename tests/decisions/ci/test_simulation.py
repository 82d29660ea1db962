"""The test of an AUROC against worlds whose truth is known; the benchmark has more of them."""

from __future__ import annotations

import pytest

from benchmarks.coverage import most_allowed
from benchmarks.gate_errors import found

WORLDS = 300


@pytest.mark.parametrize("alike", [True, False], ids=["alike", "of another shape and scale"])
def test_encoders_of_equal_auroc_are_seldom_called_a_regression(alike: bool) -> None:
    assert found(WORLDS, 40, 0.0, alike=alike, seed=5) <= most_allowed(WORLDS)


def test_a_large_loss_of_auroc_is_nearly_always_found() -> None:
    assert found(WORLDS, 40, 0.7, alike=True, seed=6) >= 0.95 * WORLDS
