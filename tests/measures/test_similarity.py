from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from perimetry.measures.similarity import cosine, normalised_similarity, percentile_within

ROWS = arrays(np.float32, (4, 3), elements=st.floats(-10, 10, width=32))


def test_cosine_by_hand() -> None:
    a = np.float32([[1, 2, 2], [1, 0, 0]])
    b = np.float32([[2, 1, 2], [-3, 0, 0]])
    assert cosine(a, b) == pytest.approx([8 / 9, -1.0], abs=1e-15)


def test_a_zero_vector_is_similar_to_nothing() -> None:
    assert cosine(np.zeros((1, 3), np.float32), np.ones((1, 3), np.float32)) == [0.0]


@given(ROWS, ROWS)
def test_cosine_is_symmetric_and_bounded(a: np.ndarray, b: np.ndarray) -> None:
    values = cosine(a, b)
    assert np.all(np.abs(values) <= 1.0)
    assert np.array_equal(values, cosine(b, a))


def test_normalised_similarity_by_hand() -> None:
    assert normalised_similarity(np.array([0.1, 0.55, 1.0]), 0.1) == pytest.approx([0.0, 0.5, 1.0])


@given(st.floats(-0.5, 0.9), st.lists(st.floats(-1, 1), min_size=2, max_size=9))
def test_normalising_keeps_every_order(floor: float, cosines: list[float]) -> None:
    values = np.array(sorted(cosines))
    assert np.all(np.diff(normalised_similarity(values, floor)) >= 0)


def test_a_percentile_counts_the_background_at_or_below() -> None:
    background = np.array([0.5, 0.1, 0.3, 0.3])
    assert percentile_within(np.array([0.05, 0.3, 0.4, 0.5]), background).tolist() == [
        0.0,
        75.0,
        75.0,
        100.0,
    ]
