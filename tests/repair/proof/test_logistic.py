from __future__ import annotations

import numpy as np
import pytest

from perimetry.errors import InputError
from perimetry.repair.proof.logistic import fit_classifier


def clouds(seed: int, count: int = 300) -> tuple[np.ndarray, list[str]]:
    """Three overlapping clouds of unit vectors."""
    generator = np.random.default_rng(seed)
    labels = generator.integers(0, 3, count)
    rows = np.eye(3, 8)[labels] + 0.5 * generator.normal(size=(count, 8))
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit.astype(np.float32), [f"class {label}" for label in labels]


def test_it_is_scikit_learns_logistic_regression() -> None:
    """Reference: scikit-learn, whose weights are those of its usual settings."""
    linear_model = pytest.importorskip("sklearn.linear_model")
    vectors, labels = clouds(0)
    reference = linear_model.LogisticRegression(tol=1e-8, max_iter=1000).fit(vectors, labels)
    ours = fit_classifier(vectors, labels)
    assert list(ours.classes) == reference.classes_.tolist()
    assert np.allclose(ours.weights, reference.coef_.T, atol=0.02)
    fresh, _ = clouds(1)
    agree = np.mean(np.array(ours.predicted(fresh)) == reference.predict(fresh))
    assert agree > 0.99


def test_it_tells_apart_what_lies_apart() -> None:
    vectors, labels = clouds(0)
    fresh, truth = clouds(1)
    right = np.mean(
        [
            a == b
            for a, b in zip(fit_classifier(vectors, labels).predicted(fresh), truth, strict=True)
        ]
    )
    assert right > 0.8


def test_one_class_is_refused() -> None:
    with pytest.raises(InputError, match="3 vectors with 3 labels of 1 classes"):
        fit_classifier(np.eye(3, dtype=np.float32), ["a", "a", "a"])
