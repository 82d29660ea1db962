from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import geometry
from perimetry.encoders import Encoder
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened


def found(encoder: Encoder) -> Finding:
    return geometry.check(Patient(encoder))


def changed(change: object, **setup: object) -> Finding:
    inner = opened(HEALTHY[0])
    return found(Wrapped(inner, vectors=change, setup=setup))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_encoder_spreads_its_vectors(name: str) -> None:
    assert found(opened(name)).outcome == "pass"


def test_four_vectors_on_two_axes() -> None:
    shape = geometry.measure(np.float32([[2, 0], [0, 1], [-1, 0], [0, -3]]))
    assert shape.narrowest == -1
    assert shape.mean_cosine == pytest.approx(-2 / 6)  # six pairs: four of 0, two of −1
    assert shape.dominant == (0, pytest.approx(0.5))
    assert shape.effective_rank == pytest.approx(2)
    assert shape.possible_rank == 2
    assert not len(shape.dead)


def test_effective_rank_is_the_exponential_of_the_entropy_of_singular_values() -> None:
    # Unit vectors ±e₁ twice and ±e₂ once: singular values 2 and √2.
    rows = np.float32([[1, 0, 0], [1, 0, 0], [-1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    share = 2 / (2 + 2**0.5)
    entropy = -(share * log(share) + (1 - share) * log(1 - share))
    shape = geometry.measure(rows)
    assert shape.effective_rank == pytest.approx(exp(entropy))
    assert shape.dead.tolist() == [2]


def test_a_bag_of_words_has_no_dead_dimensions_but_words_that_nobody_said() -> None:
    shape = geometry.measure(np.eye(8, 32, dtype=np.float32))
    assert not len(shape.dead)


@pytest.mark.parametrize("constant", [np.ones_like, np.zeros_like])
def test_one_vector_for_all_texts_fails(constant: object) -> None:
    finding = changed(lambda vectors, _: constant(vectors))  # type: ignore[operator]
    assert finding.outcome == "fail"
    assert "200 unrelated sentences have one vector" in finding.message


def test_half_the_dimensions_at_zero_fail() -> None:
    def padded(vectors: Vectors, _: list[str]) -> Vectors:
        return np.where(np.arange(vectors.shape[1]) < 192, vectors, 0)

    finding = changed(padded)
    assert finding.outcome == "fail"
    assert "never vary: 50% carry nothing" in finding.message


def test_one_dimension_that_outweighs_the_others_is_named() -> None:
    def loud(vectors: Vectors, _: list[str]) -> Vectors:
        return vectors * np.where(np.arange(vectors.shape[1]) == 7, 40, 1).astype(np.float32)

    finding = changed(loud)
    assert finding.outcome == "warn"
    assert "Dimension 7 alone holds" in finding.message


def test_a_narrow_cone_is_warned_of_and_explained() -> None:
    finding = changed(lambda vectors, _: vectors + np.float32(0.2))
    assert finding.outcome == "warn"
    assert "unrelated texts look alike" in finding.message


def test_vectors_in_few_directions_are_warned_of() -> None:
    def collapsed(vectors: Vectors, _: list[str]) -> Vectors:
        return np.tile(vectors[:, :4], (1, vectors.shape[1] // 4))

    finding = changed(collapsed)
    assert finding.outcome == "warn"
    assert "about 4 of 199 possible directions" in finding.message


def test_another_dimension_than_declared_fails() -> None:
    finding = changed(lambda vectors, _: vectors[:, :100])
    assert finding.outcome == "fail"
    assert "declares 384 dimensions and returns 100" in finding.message


def test_fewer_dimensions_that_are_declared_pass() -> None:
    assert changed(lambda vectors, _: vectors[:, :100], dimension=100).outcome == "pass"
