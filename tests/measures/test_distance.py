"""Held to scipy.spatial.distance, one pair at a time."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import distance as reference

from perimetry.measures.distance import DISTANCES, mahalanobis

A, B = np.random.default_rng(3).normal(size=(2, 20, 8)).astype(np.float32)
REFERENCES = {
    "cosine": reference.cosine,
    "euclidean": reference.euclidean,
    "pearson": reference.correlation,
    "manhattan": reference.cityblock,
    "lance_williams": reference.canberra,
    "bray_curtis": reference.braycurtis,
}


@pytest.mark.parametrize("name", DISTANCES)
def test_each_distance_is_scipys(name: str) -> None:
    expected = [
        REFERENCES[name](a, b) for a, b in zip(A.astype(float), B.astype(float), strict=True)
    ]
    assert DISTANCES[name](A, B) == pytest.approx(np.array(expected), rel=1e-6)


def test_components_that_are_both_zero_add_nothing() -> None:
    one = np.float32([[0, 1]])
    assert DISTANCES["lance_williams"](one, one)[0] == 0.0


def test_mahalanobis_is_scipys_with_the_shrunk_covariance() -> None:
    from sklearn.covariance import LedoitWolf

    background = np.random.default_rng(4).normal(size=(50, 8)).astype(np.float32)
    inverse = LedoitWolf().fit(background.astype(float)).precision_
    expected = [reference.mahalanobis(a, b, inverse) for a, b in zip(A, B, strict=True)]
    assert mahalanobis(background)(A, B) == pytest.approx(np.array(expected), rel=1e-5)


def test_more_dimensions_than_background_texts_are_no_trouble() -> None:
    background = np.random.default_rng(5).normal(size=(5, 8)).astype(np.float32)
    assert np.isfinite(mahalanobis(background)(A, B)).all()


def test_where_every_background_text_has_one_vector_every_distance_is_zero() -> None:
    distance = mahalanobis(np.ones((20, 4), dtype=np.float32))
    assert distance(np.float32([[1, 0, 0, 0]]), np.float32([[0, 1, 0, 0]])).tolist() == [0.0]
