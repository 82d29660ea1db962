"""Logistic regression on frozen vectors: how well classes can be told apart by them.

The model of scikit-learn's ``LogisticRegression`` with its usual settings, by SciPy alone, so that
the certificate needs no further library; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import InputError

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]

ITERATIONS = 200
TOLERANCE = 1e-4
"""Of the largest slope, where learning ends."""


@dataclass(frozen=True)
class Classifier:
    """``argmax`` over ``weights`` (d, classes) and ``intercepts`` (classes,)."""

    classes: Sequence[str]
    weights: Floats
    intercepts: Floats

    def predicted(self, vectors: Vectors) -> list[str]:
        """The class of each row of ``vectors``, shape ``(n, d)``."""
        best = (vectors @ self.weights + self.intercepts).argmax(axis=1)
        return [self.classes[place] for place in best]


def fit_classifier(vectors: Vectors, labels: Sequence[str], *, strength: float = 1.0) -> Classifier:
    """Multinomial logistic regression.

    Minimises the summed log loss plus half the squared weights over ``strength`` (``C`` of
    scikit-learn; intercepts are free).

    Args:
        vectors: shape ``(n, d)``.
        labels: the class of each row, of at least two classes.
        strength: how little the weights are held down.

    Raises:
        InputError: not a label a row, or fewer than two classes.
    """
    classes = sorted(set(labels))
    if len(labels) != len(vectors) or len(classes) < 2:
        raise InputError(
            f"{len(vectors)} vectors with {len(labels)} labels of {len(classes)} classes: give a "
            "label a vector, and two classes at least."
        )
    from scipy.optimize import minimize
    from scipy.special import logsumexp

    numbers = {name: place for place, name in enumerate(classes)}
    right = np.array([numbers[label] for label in labels])
    rows, n, d = vectors.astype(np.float64), len(vectors), vectors.shape[1]
    places = np.arange(n)

    def loss(parameters: Floats) -> tuple[float, Floats]:
        weights, intercepts = parameters[:-1], parameters[-1]
        scores = rows @ weights + intercepts
        log_shares = scores - logsumexp(scores, axis=1, keepdims=True)
        value = -log_shares[places, right].mean() + (weights * weights).sum() / (2 * strength * n)
        slope = np.exp(log_shares)
        slope[places, right] -= 1
        slope /= n
        at_weights = rows.T @ slope + weights / (strength * n)
        return float(value), np.concatenate([at_weights, slope.sum(axis=0)[None]])

    def flat(parameters: Floats) -> tuple[float, Floats]:
        value, slope = loss(parameters.reshape(d + 1, -1))
        return value, slope.ravel()

    start = np.zeros((d + 1) * len(classes))
    options = {"maxiter": ITERATIONS, "gtol": TOLERANCE}
    found = minimize(flat, start, jac=True, method="L-BFGS-B", options=options).x
    parameters = found.reshape(d + 1, -1)
    return Classifier(classes, parameters[:-1], parameters[-1])
