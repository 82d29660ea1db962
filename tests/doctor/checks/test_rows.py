from __future__ import annotations

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import rows
from perimetry.encoders.base import checked_vectors
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_encoder_has_a_vector_of_its_own_for_each_text(name: str) -> None:
    assert rows.check(Patient(opened(name))).outcome == "pass"


def found(change: object) -> Finding:
    finding = rows.check(Patient(Wrapped(opened("hash:"), vectors=change)))  # type: ignore[arg-type]
    assert finding.outcome == "fail"
    return finding


def test_texts_without_a_finite_vector_are_named() -> None:
    def overflow(vectors: Vectors, texts: list[str]) -> Vectors:
        vectors[[len(text) > 400 for text in texts]] = np.nan
        return vectors

    finding = found(overflow)
    assert "3 of 67 texts have no finite vector" in finding.message
    assert finding.examples[0].startswith("red apples taste sweet")


def test_an_encoder_that_raises_is_asked_text_by_text() -> None:
    def refuse(vectors: Vectors, texts: list[str]) -> Vectors:
        vectors[[text.startswith("water") for text in texts]] = np.inf
        return checked_vectors(vectors, texts, "x")

    assert "1 of 67 texts have no finite vector" in found(refuse).message


def test_a_batch_that_fails_though_each_text_alone_does_not() -> None:
    def too_many(vectors: Vectors, texts: list[str]) -> Vectors:
        return checked_vectors(vectors if len(texts) < 65 else vectors[:-1], texts, "x")

    assert "Each text alone has a vector" in found(too_many).message


def test_a_row_too_few_is_seen_by_its_shape() -> None:
    assert "shape (66, 1024)" in found(lambda vectors, _: vectors[1:]).message


def test_zero_vectors_of_ordinary_texts() -> None:
    assert "67 of 67 texts have an all-zero" in found(lambda v, _: np.zeros_like(v)).message


def test_one_vector_for_all() -> None:
    assert "All 67 texts have one" in found(lambda v, _: np.ones_like(v)).message


def test_two_texts_that_share_a_vector_are_named() -> None:
    def cached(vectors: Vectors, texts: list[str]) -> Vectors:
        vectors[1:2] = vectors[:1]
        return vectors

    finding = found(cached)
    assert "2 of 67 different texts share" in finding.message
    assert len(finding.examples) == 1


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (lambda texts: texts[::-1], "(the reverse order)"),
        (lambda texts: [*texts[1:], texts[0]], "(all are 1 places off)"),
        (lambda texts: sorted(texts, key=len), "(sorted by length, and not put back)"),
        (lambda texts: [texts[1], texts[0], *texts[2:]] if len(texts) > 1 else texts, "2 of 64"),
    ],
    ids=["reversed", "shifted", "sorted", "swapped"],
)
def test_rows_in_another_order_are_told_by_texts_encoded_alone(order: object, said: str) -> None:
    # The order of the 64 sentences alone: the long texts after them stay where they are.
    def changed(texts: list[str]) -> list[str]:
        return [*order(texts[:64]), *texts[64:]]  # type: ignore[operator]

    finding = rows.check(Patient(Wrapped(opened("hash:"), texts=changed)))
    assert finding.outcome == "fail"
    assert said in finding.message
    assert finding.examples[0].startswith("row 0 (")
