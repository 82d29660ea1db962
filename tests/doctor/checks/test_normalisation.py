from __future__ import annotations

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import normalisation
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened


def found(change: object, **setup: object) -> Finding:
    encoder = Wrapped(opened("hash:"), vectors=change, setup=setup)  # type: ignore[arg-type]
    return normalisation.check(Patient(encoder))


def longer(vectors: Vectors, texts: list[str]) -> Vectors:
    return np.float32([[len(text) / 10] for text in texts]) * vectors


@pytest.mark.parametrize("name", HEALTHY)
def test_vectors_of_unit_length_pass(name: str) -> None:
    finding = normalisation.check(Patient(opened(name)))
    assert finding.outcome == "pass"
    assert "All 64 vectors have length 1" in finding.message


@pytest.mark.parametrize(
    "setup", [{"normalise": True}, {"modules": ["Transformer", "Pooling", "Normalize"]}]
)
def test_declared_and_missing_fails(setup: dict[str, object]) -> None:
    finding = found(longer, **setup)
    assert finding.outcome == "fail"
    assert finding.examples[0].startswith("length ")


def test_not_normalised_by_design_passes_and_says_to_use_cosine() -> None:
    for setup in ({}, {"normalise": False}):
        finding = found(longer, **setup)
        assert finding.outcome == "pass"
        assert "by cosine; dot products would prefer the long ones" in finding.message


def test_a_cut_that_is_not_scaled_again_fails_and_says_so() -> None:
    encoder = opened("all-MiniLM-L6-v2")
    cut = Wrapped(encoder, vectors=lambda vectors, _: vectors[:, :128])
    finding = normalisation.check(Patient(cut))
    assert finding.outcome == "fail"
    assert "They have 128 of 384 dimensions: cut, and not normalised again." in finding.message
    assert normalisation.check(Patient(with_views(encoder, {"dim": "128"}))).outcome == "pass"


def test_a_cut_declares_unit_length_whatever_it_cuts() -> None:
    finding = found(longer, views=[{"view": "dim=128"}])
    assert finding.outcome == "fail"
    assert "the view dim=128 scales to length 1" in finding.message


def test_a_view_of_signs_is_long_by_design() -> None:
    finding = normalisation.check(Patient(with_views(opened("hash:"), {"quantize": "binary"})))
    assert finding.outcome == "pass"
    assert "view of signs alone" in finding.message  # 1,024 signs have length 32


@pytest.mark.parametrize(("length", "outcome"), [(1.003, "pass"), (1.02, "warn"), (1.1, "fail")])
def test_rounding_passes_and_a_little_more_warns(length: float, outcome: str) -> None:
    finding = found(lambda vectors, _: np.float32(length) * vectors, normalise=True)
    assert finding.outcome == outcome


def test_zero_vectors_are_left_to_the_rows_check() -> None:
    assert found(lambda vectors, _: 0 * vectors).outcome == "skip"
