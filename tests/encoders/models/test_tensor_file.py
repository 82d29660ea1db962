from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from perimetry.encoders.models.tensor_file import (
    TensorEntry,
    index_tensors,
    read_tensors,
    write_tensors,
)
from perimetry.errors import ModelError

TENSORS = {
    "b": np.float32([[1, 2, 3], [4, 5, 6]]),
    "a": np.arange(5),
    "half": np.float16([0.5, -2]),
    "none": np.zeros((0, 4), dtype=np.float32),
    "one": np.float32(7),
}
ENTRIES = {
    "b": TensorEntry("F32", (2, 3)),
    "a": TensorEntry("I64", (5,)),
    "half": TensorEntry("F16", (2,)),
    "none": TensorEntry("F32", (0, 4)),
    "one": TensorEntry("F32", ()),
}


def every_tensor(path: Path) -> list[NDArray[Any]]:
    index = index_tensors(path)
    return [index.read(name) for name in index.entries]


def test_safetensors_own_reader_reads_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "t.safetensors"
    write_tensors(path, ENTRIES, TENSORS.__getitem__, {"kind": "é"})
    theirs = load_file(path)
    assert theirs.keys() == TENSORS.keys()
    for name, tensor in theirs.items():
        assert np.array_equal(tensor, TENSORS[name])
        assert tensor.dtype == TENSORS[name].dtype
    with safe_open(path, "numpy") as file:
        assert file.metadata() == {"kind": "é"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.lists(st.integers(0, 4), max_size=3), max_size=4), st.integers(0, 99))
def test_both_readers_read_what_safetensors_own_writer_writes(
    tmp_path: Path, shapes: list[list[int]], seed: int
) -> None:
    generator = np.random.default_rng(seed)
    tensors = {
        f"t{n}": generator.normal(size=shape).astype(np.float32) for n, shape in enumerate(shapes)
    }
    path = tmp_path / "t.safetensors"
    save_file(tensors, path, metadata={"a": "b"})
    whole, index = read_tensors(path), index_tensors(path)
    assert whole.metadata == {"a": "b"}
    assert whole.tensors.keys() == index.entries.keys() == tensors.keys()
    for name, tensor in tensors.items():
        assert np.array_equal(whole.tensors[name], tensor)
        assert np.array_equal(index.read(name), tensor)
        assert index.entries[name] == TensorEntry("F32", tensor.shape)


@pytest.mark.torch
def test_brain_floats_become_float32_in_both_readers(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file as save_torch

    path = tmp_path / "t.safetensors"
    save_torch({"x": torch.tensor([1.5, -0.25], dtype=torch.bfloat16)}, path)
    assert read_tensors(path).tensors["x"].tolist() == [1.5, -0.25]
    index = index_tensors(path)
    assert index.entries["x"].number_type == "BF16"
    assert index.read("x").tolist() == [1.5, -0.25]


@pytest.mark.parametrize("kept", [0, 4, 20, -1])
def test_a_cut_file_is_refused_when_it_is_opened_or_read(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "t.safetensors"
    write_tensors(path, ENTRIES, TENSORS.__getitem__, {})
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(ModelError, match="not a whole safetensors file"):
        every_tensor(path)
    with pytest.raises(ModelError, match="not a whole safetensors file"):
        read_tensors(path)


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "t.safetensors"
    path.write_bytes(b"before")
    with pytest.raises(KeyError):
        write_tensors(path, ENTRIES, {}.__getitem__, {})
    assert path.read_bytes() == b"before"
