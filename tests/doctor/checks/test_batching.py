from __future__ import annotations

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import batching
from perimetry.encoders.views.opening import with_views
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened


def found(change: object, name: str = "hash:", **setup: object) -> Finding:
    encoder = Wrapped(opened(name), vectors=change, setup=setup)  # type: ignore[arg-type]
    return batching.check(Patient(encoder))


@pytest.mark.parametrize("name", HEALTHY)
def test_a_text_has_one_vector_alone_and_in_any_batch(name: str) -> None:
    finding = batching.check(Patient(opened(name)))
    assert finding.outcome == "pass"
    assert "moves by 0 of its length at most; the lowest cosine is 1.000000" in finding.message


def test_the_mean_of_the_batch_taken_off_is_a_leak() -> None:
    finding = found(lambda vectors, _: vectors - 0.5 * vectors.mean(axis=0), HEALTHY[0])
    assert finding.outcome == "fail"
    assert finding.message.startswith("A text's vector depends on its batch")
    assert len(finding.examples) == 3


def test_only_longer_batch_mates_may_matter() -> None:
    def padded(vectors: Vectors, texts: list[str]) -> Vectors:
        """As a mean over padding: each vector shrinks towards one of the padding's."""
        share = np.float32([[len(text) / max(map(len, texts))] for text in texts])
        return share * vectors + (1 - share) * vectors[:, ::-1].mean()

    assert found(padded, HEALTHY[0]).outcome == "fail"


def noise(size: float) -> object:
    drawn = np.random.default_rng(0)

    def shaken(vectors: Vectors, texts: list[str]) -> Vectors:
        return np.float32(vectors + size * drawn.normal(size=vectors.shape))

    return shaken


@pytest.mark.parametrize(("size", "outcome"), [(1e-7, "pass"), (1e-5, "warn"), (1e-2, "fail")])
def test_rounding_passes_and_more_is_named_as_repetition(size: float, outcome: str) -> None:
    # 1,024 dimensions: noise of 1e-2 has length 0.32, so a cosine near 1 / (1 + 0.1)
    finding = found(noise(size))
    assert finding.outcome == outcome
    assert finding.message.startswith("The same call gives other vectors") == (outcome != "pass")


def test_a_flipped_sign_in_a_view_of_signs_is_rounding() -> None:
    def flipped(vectors: Vectors, texts: list[str]) -> Vectors:
        vectors[:, 0] = 1 if len(texts) > 1 else -1
        return vectors

    signs = with_views(opened("hash:"), {"quantize": "binary"})
    assert batching.check(Patient(Wrapped(signs, vectors=flipped))).outcome == "pass"
    without = Wrapped(signs, vectors=flipped, setup={"views": []})
    assert batching.check(Patient(without)).outcome == "fail"
