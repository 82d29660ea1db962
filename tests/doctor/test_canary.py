from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from perimetry.datasets.labelled import LabelledSet
from perimetry.doctor import Patient
from perimetry.doctor.canary import read_canary, save_canary
from perimetry.doctor.checks import identity
from perimetry.doctor.parity import parity
from perimetry.encoders import Encoder
from perimetry.encoders.hashing import HashingEncoder
from perimetry.errors import DataError, EncodingError
from tests.runner.counting import CountingEncoder

TEXTS = ["one text", "another", ""]


def test_a_canary_returns_the_vectors_of_that_day(tmp_path: Path) -> None:
    encoder = CountingEncoder(prompts={"query": "query: "})
    save_canary(encoder, tmp_path / "c.npz", TEXTS)
    canary = read_canary(tmp_path / "c.npz")
    assert isinstance(canary, Encoder)
    for role in ("query", "document", "symmetric"):
        saved, now = canary.encode(TEXTS[::-1], role=role), encoder.encode(TEXTS, role=role)
        assert np.array_equal(saved[::-1], now)
    assert canary.encode(["one text"], role="query", prompt="query: ").shape == (1, 64)
    assert canary.prompts == encoder.prompts
    assert canary.fingerprint == encoder.fingerprint


def test_a_canary_holds_no_text(tmp_path: Path) -> None:
    save_canary(HashingEncoder(64), tmp_path / "c.npz", ["a secret of ours"])
    assert b"secret" not in (tmp_path / "c.npz").read_bytes()


def test_it_has_no_vector_for_other_texts_or_prompts(tmp_path: Path) -> None:
    save_canary(HashingEncoder(64), tmp_path / "c.npz", TEXTS)
    canary = read_canary(tmp_path / "c.npz")
    assert canary.holds(TEXTS)
    assert not canary.holds(["yet another"])
    with pytest.raises(EncodingError, match="1 of 2 texts, first 'yet another'"):
        canary.encode(["another", "yet another"], role="symmetric")
    with pytest.raises(EncodingError, match="none with 'query: '"):
        canary.encode(TEXTS, role="symmetric", prompt="query: ")


def test_it_stands_as_the_reference_of_an_examination(tmp_path: Path) -> None:
    encoder = HashingEncoder(64)
    save_canary(encoder, tmp_path / "c.npz")
    reference = read_canary(tmp_path / "c.npz")
    assert identity.check(Patient(encoder, reference=reference)).outcome == "pass"
    other = Patient(HashingEncoder(65), reference=reference)
    assert identity.check(other).outcome == "fail"


def test_parity_compares_with_what_it_holds(tmp_path: Path) -> None:
    encoder, nothing = HashingEncoder(64), LabelledSet("none", "", [], [])
    save_canary(encoder, tmp_path / "c.npz", TEXTS)
    canary = read_canary(tmp_path / "c.npz")
    found = parity(encoder, canary, TEXTS, threshold=0.7, decisions=nothing)
    assert found.verdict == "the same"


def test_an_older_canary_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    for dimension in (64, 32):
        save_canary(HashingEncoder(dimension), tmp_path / "c.npz", TEXTS)
    assert read_canary(tmp_path / "c.npz").encode(TEXTS, role="query").shape == (3, 32)
    assert [path.name for path in tmp_path.iterdir()] == ["c.npz"]


def test_the_name_of_the_file_is_as_it_was_given(tmp_path: Path) -> None:
    save_canary(HashingEncoder(64), tmp_path / "good.day", TEXTS)
    assert read_canary(tmp_path / "good.day").holds(TEXTS)


def test_what_is_no_canary_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        read_canary(tmp_path / "none.npz")
    path = tmp_path / "c.npz"
    save_canary(HashingEncoder(64), path, TEXTS)
    whole = path.read_bytes()
    for content in (b"", b"not a zip", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(DataError, match="not a canary"):
            read_canary(path)
    np.savez(path, vectors=np.zeros((3, 3, 2), dtype=np.float32))
    with pytest.raises(DataError, match="not a canary"):
        read_canary(path)


def test_a_pickle_is_never_read(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    np.savez(path, about=np.array([{"format": 1}], dtype=object), vectors=np.zeros(3))
    with pytest.raises(DataError, match="not a canary"):
        read_canary(path)
    np.save(tmp_path / "c.npy", np.array([object()]), allow_pickle=True)
    with pytest.raises(DataError, match="not a canary"):
        read_canary(tmp_path / "c.npy")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "perimetry-canary-9"}, "another format"),
        ({"texts": ["0" * 64]}, "shape"),
        ({"prompts": None}, "not a canary"),
        ({"setup": 3}, "not a canary"),
    ],
)
def test_a_canary_that_was_tampered_with_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "c.npz"
    save_canary(HashingEncoder(64), path, TEXTS)
    with np.load(path) as file:
        about, vectors = json.loads(str(file["about"])), file["vectors"]
    np.savez(path, about=np.array(json.dumps({**about, **change})), vectors=vectors)
    with pytest.raises(DataError, match=message):
        read_canary(path)


def test_vectors_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    save_canary(HashingEncoder(64), path, TEXTS)
    with np.load(path) as file:
        about, vectors = str(file["about"]), file["vectors"]
    vectors[0, 0, 0] = np.nan
    np.savez(path, about=np.array(about), vectors=vectors)
    with pytest.raises(DataError, match="finite"):
        read_canary(path)
