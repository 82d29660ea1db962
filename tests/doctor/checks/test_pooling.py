from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import pooling
from perimetry.encoders import Encoder
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.errors import InputError
from perimetry.records import Finding
from perimetry.testing.faults.remembering import Remembering
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, opened

Recompute = Callable[..., Encoder]


@pytest.fixture(scope="module")
def minilm(minilm_folder: Path) -> Recompute:
    """all-MiniLM-L6-v2 under options of ``onnx:``, each opened and encoded once."""
    known: dict[tuple[tuple[str, str], ...], Encoder] = {}

    def recompute(**options: str) -> Encoder:
        key = tuple(sorted(options.items()))
        if key not in known:
            loaded = OnnxEncoder.load(minilm_folder, name="checkpoint", options=options)
            known[key] = Remembering(loaded)
        return known[key]

    return recompute


def found(encoder: Encoder, recompute: Recompute) -> Finding:
    return pooling.check(Patient(encoder, recompute=recompute))


def bag(**setup: object) -> Recompute:
    """A bag of words as its own checkpoint, whatever the pooling."""
    return lambda **_: Wrapped(opened("hash:"), setup=setup)


def test_the_declared_pooling_fits(minilm: Recompute) -> None:
    finding = found(opened(HEALTHY[0]), minilm)
    assert finding.outcome == "pass"
    assert finding.message.startswith("Mean pooling has a median cosine of 1.000000, as declared")


def test_a_bag_of_words_fits_itself() -> None:
    assert found(opened("hash:"), bag()).outcome == "pass"


@pytest.mark.parametrize("kind", ["cls", "max", "weightedmean", "lasttoken"])
def test_another_pooling_is_named(minilm: Recompute, kind: str) -> None:
    finding = found(minilm(pooling=kind), minilm)
    assert finding.outcome == "fail"
    assert f"those of {kind} pooling (median cosine 1.0000)" in finding.message
    assert finding.remedy == "Set the pooling to mean."


def test_a_missing_normalisation_is_named(minilm: Recompute) -> None:
    finding = found(minilm(normalize="0"), minilm)
    assert finding.outcome == "fail"
    assert "The final normalisation is missing: lengths are 3." in finding.message


def test_a_normalisation_too_many_is_warned_of(minilm: Recompute) -> None:
    finding = found(minilm(), lambda **options: minilm(**{"normalize": "0", **options}))
    assert finding.outcome == "warn"
    assert "normalised, which the checkpoint does not declare" in finding.message


def test_vectors_scaled_alike_are_warned_of() -> None:
    scaled = Wrapped(opened("hash:"), vectors=lambda vectors, _: 3 * vectors)
    finding = found(scaled, bag())
    assert finding.outcome == "warn"
    assert "scaled alike: lengths are 3.000 to 3.000" in finding.message


def test_rounding_is_neither_another_pooling_nor_another_length(minilm: Recompute) -> None:
    rounded = Wrapped(minilm(), vectors=lambda vectors, _: np.rint(vectors * 127) / 127)
    assert found(rounded, minilm).outcome == "pass"


def padded_to(length: int | None) -> Wrapped:
    """A mean over padding too: to ``length`` words, or to the longest of the call."""
    padding = np.ones(1024, dtype=np.float32) / 32

    def pool(vectors: Vectors, texts: list[str]) -> Vectors:
        words = np.array([len(text.split()) for text in texts])
        missing = np.maximum((length or words.max()) - words, 0)[:, None]
        return (words[:, None] * vectors + missing * padding) / (words[:, None] + missing)

    return Wrapped(opened("hash:"), vectors=pool)


def test_padding_of_a_batch_is_named_by_texts_alone() -> None:
    finding = found(padded_to(None), bag(pooling="mean"))
    assert finding.outcome == "fail"
    assert "Padding is pooled with the text: texts that are encoded alone fit" in finding.message


def test_padding_of_a_fixed_length_is_named_by_texts_that_fill_it() -> None:
    finding = found(padded_to(128), bag(pooling="mean"))
    assert finding.outcome == "fail"
    assert "Padding is pooled with the text: short texts have" in finding.message


@pytest.mark.parametrize("change", [lambda v, _: v[::-1], lambda v, _: -v, lambda v, _: v + 1])
def test_what_no_pooling_explains_is_passed_on(change: object) -> None:
    finding = found(Wrapped(opened("hash:"), vectors=change), bag(pooling="mean"))  # type: ignore[arg-type]
    assert finding.outcome == "warn"
    assert "see the check checkpoint" in finding.remedy


def test_a_dropped_dense_layer_is_named_by_its_dimension() -> None:
    dense = {"architecture": {"hidden_size": 1024}, "dense": [{"sha256": "0"}]}

    def projected(**_: str) -> Encoder:
        return Wrapped(opened("hash:"), vectors=lambda v, _: v[:, :256], setup=dense)

    finding = found(opened("hash:"), projected)
    assert finding.outcome == "fail"
    assert "1024 dimensions for 256: a dense layer after the pooling is dropped" in finding.message


def test_a_graph_that_pools_by_itself_is_compared_as_it_is() -> None:
    def graph(**options: str) -> Encoder:
        if options:
            raise InputError("it pools by itself")
        return opened("hash:")

    other = Wrapped(opened("hash:"), vectors=lambda vectors, _: vectors[:, ::-1])
    assert found(other, graph).outcome == "warn"
