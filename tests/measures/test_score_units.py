"""Units of nearness, told apart by real cosines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.measures.score_units import UNITS, in_every_unit, unit_of

COSINES = np.linspace(-0.1, 0.98, 40)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_log_rounded_to_two_digits_tells_its_unit(unit: object) -> None:
    assert unit_of(np.round(unit.of_cosine(COSINES), 2), COSINES) is unit  # type: ignore[attr-defined]


def test_scores_of_another_encoder_agree_with_no_unit() -> None:
    assert unit_of(np.random.default_rng(0).random(40), COSINES) is None


@given(st.floats(-1, 1))
def test_unit_vectors_have_the_distance_that_is_stated(cosine: float) -> None:
    a, b = np.array([1.0, 0.0]), np.array([cosine, np.sqrt(1 - cosine**2)])
    stated = in_every_unit(cosine)
    distance = stated["Euclidean distance of unit vectors"]
    assert distance == pytest.approx(float(np.linalg.norm(a - b)), abs=1e-6)
    assert stated["squared Euclidean distance of unit vectors"] == pytest.approx(distance**2)


def test_a_cosine_just_above_one_has_no_imaginary_distance() -> None:
    assert in_every_unit(1 + 1e-9)["Euclidean distance of unit vectors"] == 0.0
