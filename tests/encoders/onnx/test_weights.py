from __future__ import annotations

import hashlib
import struct
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from perimetry.encoders.onnx.weights import read_weights
from perimetry.errors import ModelError


def write_raw(path: Path, header: bytes, data: bytes) -> Path:
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)
    return path


def test_float32_and_float16_tensors_are_read_as_float32(tmp_path: Path) -> None:
    single = np.arange(6, dtype=np.float32).reshape(2, 3)
    save_file({"a": single, "b": np.array([0.5, -2], dtype=np.float16)}, tmp_path / "w")
    weights = read_weights(tmp_path / "w")
    assert np.array_equal(weights.tensor("a", 2, 3), single)
    assert weights.tensor("b", 2).dtype == np.float32
    assert weights.tensor("b", 2).tolist() == [0.5, -2.0]


def test_bfloat16_is_the_upper_half_of_a_float32(tmp_path: Path) -> None:
    header = b'{"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]}}'
    path = write_raw(tmp_path / "w", header, struct.pack("<HH", 0x3F80, 0xC040))
    assert read_weights(path).tensor("a", 2).tolist() == [1.0, -3.0]


def test_integer_tensors_and_metadata_are_left_out(tmp_path: Path) -> None:
    tensors = {"ids": np.arange(3), "a": np.ones(1, np.float32)}
    save_file(tensors, tmp_path / "w", metadata={"format": "pt"})
    assert list(read_weights(tmp_path / "w").tensors) == ["a"]


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    save_file({"a": np.ones(3, np.float32)}, tmp_path / "w")
    expected = hashlib.sha256((tmp_path / "w").read_bytes()).hexdigest()
    assert read_weights(tmp_path / "w").digest == expected


def test_writing_over_the_file_does_not_change_what_was_read(tmp_path: Path) -> None:
    save_file({"a": np.ones(3, np.float32)}, tmp_path / "w")
    weights = read_weights(tmp_path / "w")
    (tmp_path / "w").write_bytes(b"")
    assert weights.tensor("a", 3).tolist() == [1, 1, 1]


@pytest.mark.parametrize("kept", [0, 4, 20, -1], ids=["empty", "no-header", "header", "tensors"])
def test_a_file_that_was_cut_short_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "model.safetensors"
    save_file({"a": np.ones(300, np.float32)}, path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ModelError, match=r"model\.safetensors is not a whole safetensors file"):
        read_weights(path)


@pytest.mark.parametrize(
    "header",
    [
        b"[]",
        b"{",
        b'{"a":1}',
        b'{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,4]}}',
        b'{"a":{"dtype":"F32","shape":[1]}}',
        b'{"a":{"dtype":"F32","shape":"x","data_offsets":[0,4]}}',
        b"\xff",
    ],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, header: bytes) -> None:
    with pytest.raises(ModelError, match="Download the model again"):
        read_weights(write_raw(tmp_path / "w", header, b"\0\0\0\0"))


def test_missing_weights_are_named_with_the_reason_that_pickles_are_not_read(
    tmp_path: Path,
) -> None:
    with pytest.raises(ModelError, match=r"model\.safetensors cannot be read.*pickled weights"):
        read_weights(tmp_path / "model.safetensors")


def test_a_missing_tensor_and_a_wrong_shape_are_named(tmp_path: Path) -> None:
    save_file({"a": np.ones((2, 3), np.float32)}, tmp_path / "w")
    weights = read_weights(tmp_path / "w")
    with pytest.raises(ModelError, match="tensor 'b' is missing"):
        weights.tensor("b", 1)
    with pytest.raises(ModelError, match=r"'a' has shape \(2, 3\), its config says \(3, 2\)"):
        weights.tensor("a", 3, 2)
