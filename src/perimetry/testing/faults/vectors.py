"""Faults of what comes back: vectors are changed, mixed up or lost after the model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder
from perimetry.records import Role
from perimetry.testing.faults.fault import Fault, Model, Planted, Vectors, any_model, of_unit_length


def _of_vectors(
    name: str,
    oracle: Oracle,
    named_by: str,
    said: str,
    changed: Callable[[Vectors], Vectors],
    fits: Callable[[Model], bool] = any_model,
) -> Fault:
    """A fault in the array ``(n, d)`` of one call."""

    def plant(model: Model) -> Encoder:
        def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
            return changed(model.vectors(texts, role, prompt))

        return Planted(model.encoder, name, encode)

    return Fault(name, oracle, named_by, said, plant, fits)


def _dense(model: Model) -> bool:
    """Whether most values of a vector are not zero; a bag of words has few."""
    return bool((model.vectors(["a b c"], "symmetric", None) != 0).mean() > 0.5)


def _permuted(vectors: Vectors) -> Vectors:
    return vectors[:, np.random.default_rng(1).permutation(vectors.shape[1])]


def _rotated(vectors: Vectors) -> Vectors:
    drawn = np.random.default_rng(1).normal(size=(vectors.shape[1], vectors.shape[1]))
    return np.asarray(vectors @ np.linalg.qr(drawn)[0], dtype=np.float32)


def _centred_over_the_batch(vectors: Vectors) -> Vectors:
    return of_unit_length(vectors - vectors.mean(axis=0))


def _one_vector(vectors: Vectors) -> Vectors:
    return of_unit_length(np.ones_like(vectors))


def _int8(vectors: Vectors) -> Vectors:
    """One scale for all dimensions, as if every value up to 1 were used: 127 steps."""
    return np.asarray(np.rint(vectors * 127).astype(np.int8) / 127, dtype=np.float32)


def _signs(vectors: Vectors) -> Vectors:
    return of_unit_length(np.where(vectors > 0, np.float32(1), np.float32(-1)))


def _half_the_dimensions(vectors: Vectors) -> Vectors:
    return vectors[:, : vectors.shape[1] // 2]


def _padded_with_zeros(vectors: Vectors) -> Vectors:
    kept = vectors.copy()
    kept[:, vectors.shape[1] // 2 :] = 0
    return of_unit_length(kept)


def _by_text(
    name: str,
    named_by: str,
    said: str,
    changed: Callable[[Model, list[str], Role, str | None], Vectors],
) -> Fault:
    """A fault that depends on the texts of the call."""

    def plant(model: Model) -> Encoder:
        def encode(texts: list[str], role: Role, prompt: str | None) -> Vectors:
            return changed(model, texts, role, prompt)

        return Planted(model.encoder, name, encode)

    return Fault(name, "alone", named_by, said, plant)


def _order_not_restored(model: Model, texts: list[str], role: Role, prompt: str | None) -> Vectors:
    return model.vectors(sorted(texts, key=len), role, prompt)


def _zeros_for_what_fails(
    model: Model, texts: list[str], role: Role, prompt: str | None
) -> Vectors:
    """A server refuses texts of over 400 characters, and the client fills in zeros."""
    vectors = model.vectors(texts, role, prompt).copy()
    vectors[[len(text) > 400 for text in texts]] = 0
    return vectors


def _last_batch_of_one(model: Model, texts: list[str], role: Role, prompt: str | None) -> Vectors:
    """The texts of the last batch of 32 all get the vector of its first."""
    vectors = model.vectors(texts, role, prompt).copy()
    start = len(texts) // 32 * 32
    vectors[start + 1 :] = vectors[start : start + 1]
    return vectors


FAULTS_OF_VECTORS = (
    _of_vectors("every text one vector", "alone", "rows", "one and the same vector", _one_vector),
    _of_vectors("centred over the batch", "alone", "batching", "depends on its batch",
                _centred_over_the_batch),
    _by_text("order of the batch not restored", "rows", "not put back", _order_not_restored),
    _by_text("last batch filled with one vector", "batching", "depends on its batch",
             _last_batch_of_one),
    _by_text("zeros for texts that failed", "rows", "all-zero", _zeros_for_what_fails),
    _of_vectors("cut to half the dimensions", "alone", "normalisation",
                "cut, and not normalised again", _half_the_dimensions, _dense),
    _of_vectors("half the dimensions zero", "alone", "geometry", "never vary",
                _padded_with_zeros, _dense),
    _of_vectors("vectors in naive int8", "checkpoint", "quantisation", "decisions flip",
                _int8, _dense),
    _of_vectors("vectors as signs", "checkpoint", "quantisation", "2 levels", _signs, _dense),
    _of_vectors("dimensions permuted", "reference", "identity", "permuted", _permuted),
    _of_vectors("sign flipped", "reference", "identity", "sign of every dimension",
                lambda vectors: -vectors),
    _of_vectors("rotated", "reference", "identity", "rotated", _rotated),
)  # fmt: skip
