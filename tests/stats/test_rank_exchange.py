from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from perimetry.measures.separation import Separation
from perimetry.stats.rank_exchange import auroc, auroc_changes

SAME = np.array([True, True, False, False, True, False])
SCORES = arrays(np.float64, 6, elements=st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.4]))
SIGNS = arrays(np.bool_, 3)
GROUPS = np.array([0, 1, 0, 1, 2, 2])


@given(SCORES)
def test_the_auroc_is_that_of_the_measure(scores: np.ndarray) -> None:
    expected = Separation(scores, SAME).auroc(np.ones(6))
    assert auroc(scores, SAME) == pytest.approx(float(expected))


@given(SCORES, SCORES)
def test_contributions_add_up_to_the_change(old: np.ndarray, new: np.ndarray) -> None:
    change = auroc(new, SAME) - auroc(old, SAME)
    assert auroc_changes(old, new, SAME).sum() == pytest.approx(change)


@given(SCORES, SCORES, SIGNS)
def test_flipping_the_signs_of_groups_exchanges_their_ranks(
    old: np.ndarray, new: np.ndarray, kept: np.ndarray
) -> None:
    before, after = rankdata(old), rankdata(new)
    keeps = kept[GROUPS]
    first, second = np.where(keeps, after, before), np.where(keeps, before, after)
    flipped = np.where(keeps, 1, -1) * auroc_changes(old, new, SAME)
    assert flipped.sum() == pytest.approx(auroc(first, SAME) - auroc(second, SAME))


def test_another_scale_changes_nothing() -> None:
    old = np.array([0.9, 0.1, 0.3, 0.2, 0.8, 0.4])
    assert not auroc_changes(old, np.exp(3 * old), SAME).any()


def test_one_lost_order_is_shared_by_its_two_items() -> None:
    """Of 2 × 1 orders one is lost: −1/2, half of it the loser's and half the winner's."""
    same = np.array([True, True, False])
    found = auroc_changes(np.array([3.0, 2.0, 1.0]), np.array([3.0, 1.0, 2.0]), same)
    assert found.sum() == pytest.approx(-0.5)
    assert found[0] == 0
