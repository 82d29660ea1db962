from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import pearsonr

from perimetry.errors import InputError
from perimetry.stats.items import item_totals


def test_correlations_equal_scipys_with_the_item_left_out() -> None:
    scores = np.random.default_rng(0).random((6, 9))
    found = item_totals(scores)
    for item in range(6):
        others = np.delete(scores, item, axis=0).sum(axis=0)
        assert found.correlations[item] == pytest.approx(pearsonr(scores[item], others).statistic)
    assert found.noise == pytest.approx(1 / np.sqrt(8))


def test_a_swapped_label_is_found() -> None:
    """200 items of a clear order of 12 encoders, three of them with right and wrong exchanged."""
    generator = np.random.default_rng(1)
    quality = np.linspace(0.1, 0.95, 12)
    scores = (generator.random((200, 12)) < quality).astype(float)
    swapped = [17, 90, 155]
    scores[swapped] = 1 - (quality > 0.5)
    found = item_totals(scores)
    assert sorted(found.broken[:3].tolist()) == swapped
    assert not set(swapped) & set(found.discriminating.tolist())
    assert len(found.discriminating) > 120


def test_an_item_that_all_pass_is_silent() -> None:
    scores = np.array([[1.0, 1, 1], [1, 0, 0], [1, 1, 0]])
    found = item_totals(scores)
    assert found.silent.tolist() == [0]
    assert found.discriminating.tolist() == [1, 2]
    assert found.broken.tolist() == []


def test_a_random_item_correlates_as_much_as_the_noise_says() -> None:
    scores = np.random.default_rng(2).normal(0, 1, (4000, 6))
    found = item_totals(scores)
    assert found.correlations.std() == pytest.approx(found.noise, rel=0.05)


@pytest.mark.parametrize("shape", [(1, 5), (5, 2), (5,)])
def test_too_few_items_or_encoders_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        item_totals(np.ones(shape))
