from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.canary import read_canary, save_canary
from perimetry.doctor.checks import identity
from perimetry.doctor.rearranged import rearranged
from perimetry.encoders import Encoder
from perimetry.encoders.hashing import HashingEncoder
from perimetry.encoders.vectors import VectorsEncoder
from perimetry.records import Finding, Role
from perimetry.testing.faults.fault import Encode, Planted
from tests.doctor.wrapped import HEALTHY, Vectors, Wrapped, of_text, opened


def dense(vectors: Vectors, texts: list[str]) -> Vectors:
    """A fixed projection of the bag of words to 48 dimensions."""
    drawn = np.random.default_rng(0).normal(size=(vectors.shape[1], 48))
    return np.asarray(vectors @ drawn, dtype=np.float32)


DENSE = Wrapped(opened("hash:"), vectors=dense, setup={"dimension": 48})
DRAWN = np.random.default_rng(1)
ORDER = DRAWN.permutation(48)
TURN = np.linalg.qr(DRAWN.normal(size=(48, 48)))[0].astype(np.float32)


def found(encoder: Encoder, reference: Encoder) -> Finding:
    return identity.check(Patient(encoder, reference=reference))


@pytest.mark.parametrize("name", HEALTHY)
def test_an_encoder_is_itself(name: str) -> None:
    finding = found(opened(name), opened(name))
    assert finding.outcome == "pass"
    assert "over 64 canary texts" in finding.message


def test_a_canary_of_a_good_day_is_a_reference(tmp_path: Path) -> None:
    save_canary(DENSE, tmp_path / "good.npz")
    canary = read_canary(tmp_path / "good.npz")
    assert found(DENSE, canary).outcome == "pass"
    flipped = found(Wrapped(DENSE, vectors=lambda v, _: -v), canary)
    assert "the sign of every dimension is flipped" in flipped.message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v, _: v[:, ORDER], f"{(np.arange(48) != ORDER).sum()} dimensions are in"),
        (lambda v, _: -v, "the sign of every dimension is flipped"),
        (lambda v, _: v * np.where(np.arange(48) < 5, -1, 1), "sign of 5 dimensions is flipped"),
        (lambda v, _: -v[:, ORDER], "permuted; the sign of 48 dimensions is flipped"),
        (lambda v, _: v * np.linspace(1, 2, 48) + 1, "scaled or shifted one by one"),
        (lambda v, _: v @ TURN, "the vectors are rotated"),
        (lambda v, _: np.where(np.arange(48) < 16, v, 0), "32 dimensions are zero"),
        (lambda v, _: v[:, :16], "cut, the first 16 of 48 dimensions"),
        (lambda v, _: v[:, 16:], "32 dimensions for 48, so another model"),
        (lambda v, _: np.concatenate([v, v], axis=1), "it has the first 48 of 96 dimensions"),
        (lambda v, _: v[::-1], "64 texts have the vector of another text: rows are swapped"),
        (lambda v, _: v[[1, 0, *range(2, len(v))]], "2 texts have the vector of another"),
        (lambda v, _: np.repeat(v[:1], len(v), axis=0), "all texts have the vector of one"),
        (lambda v, _: np.rint(v * 2), "all differ by lost precision"),
        (lambda v, _: np.sign(v), "the values are on a grid of about 2 levels"),
        (lambda v, _: v + 0.3 * v[:, ORDER], "another revision of the model, or a damaged one"),
        (lambda v, _: np.sin(9 * v), "another model, or another pooling"),
    ],
)  # fmt: skip
def test_what_was_done_is_named(change: object, said: str) -> None:
    finding = found(Wrapped(DENSE, vectors=change), DENSE)  # type: ignore[arg-type]
    assert finding.outcome == "fail"
    assert said in finding.message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v, _: v[:, ::-1], "dimensions are in another place: permuted"),
        (lambda v, _: -v, "the sign of every dimension is flipped"),
    ],
)
def test_dimensions_with_the_same_values_are_permuted_too(change: object, said: str) -> None:
    """Words that are said once in one text have dimensions that cannot be told apart."""
    finding = found(Wrapped(opened("hash:"), vectors=change), opened("hash:"))  # type: ignore[arg-type]
    assert said in finding.message


def test_lengths_are_compared_where_directions_agree() -> None:
    scaled = found(Wrapped(DENSE, vectors=lambda v, _: 3 * v), DENSE)
    assert scaled.outcome == "warn"
    assert "but are 3 times as long" in scaled.message
    unit = found(
        Wrapped(DENSE, vectors=lambda v, _: v / np.linalg.norm(v, axis=1, keepdims=True)), DENSE
    )
    assert unit.outcome == "warn"
    assert "one of the two is normalised" in unit.message


def test_a_small_difference_is_a_warning() -> None:
    finding = found(Wrapped(DENSE, vectors=lambda v, _: np.rint(v * 10)), DENSE)
    assert finding.outcome == "warn"
    assert "The numbers differ a little" in finding.message


def test_a_difference_by_the_text_is_named() -> None:
    finding = found(of_text(DENSE, lambda text: text.replace("'", " ")), DENSE)
    assert finding.outcome == "pass"  # the bag of words sees no such marks
    finding = found(of_text(DENSE, lambda text: text.replace("cat", "dog")), DENSE)
    assert "texts differ and the others do not" in finding.message


def test_another_model_is_named() -> None:
    assert "another model" in found(HashingEncoder(64), HashingEncoder(65)).message


PROMPTS: Mapping[Role, str] = {"query": "query: ", "document": "passage: "}


def prompted(encode: Encode, prompts: Mapping[Role, str] = PROMPTS) -> Encoder:
    return Planted(DENSE, "x", encode, prompts)


def honest(texts: list[str], role: Role, prompt: str | None) -> Vectors:
    sent = PROMPTS.get(role, "") if prompt is None else prompt
    return DENSE.encode([sent + text for text in texts], role=role)


def test_the_roles_are_compared_too() -> None:
    dropped = prompted(lambda texts, role, prompt: honest(texts, role, prompt or ""))
    finding = found(dropped, prompted(honest))
    assert finding.outcome == "fail"
    assert "but not in the role query" in finding.message
    assert found(prompted(honest), prompted(honest)).outcome == "pass"


def test_a_prompt_of_the_reference_that_is_not_sent_is_named() -> None:
    def always(texts: list[str], role: Role, prompt: str | None) -> Vectors:
        sent = "search: " if prompt is None else prompt
        return DENSE.encode([sent + text for text in texts], role=role)

    reference = prompted(always, {"symmetric": "search: "})
    finding = found(DENSE, reference)
    assert finding.outcome == "fail"
    assert "with the reference's prompt 'search: ' written out" in finding.message


def test_a_reference_that_lacks_the_texts_is_skipped() -> None:
    finding = found(opened("hash:"), VectorsEncoder(["a"], np.ones((1, 4), np.float32), "x"))
    assert finding.outcome == "skip"


def test_a_text_that_is_read_as_another_is_not_a_swapped_row() -> None:
    expected = np.eye(3, dtype=np.float32)
    assert rearranged(expected[[1, 1, 2]], expected) == ""
    assert rearranged(expected[[1, 0, 2]], expected).startswith("2 texts have")
