"""Safetensors files: read into memory once, or tensor by tensor, and written all or nothing.

What is read to run is read whole: the bytes that are hashed are the bytes that run. The file is not
mapped: a training run that writes over the folder meanwhile can then neither change the vectors
under an unchanged fingerprint nor kill the process. safetensors' own readers map it, or hold its
bytes twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import ModelError
from perimetry.files import atomic_path

NUMBER_TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "<i1",
    "U8": "<u1",
    "BOOL": "?",
}


@dataclass(frozen=True)
class TensorFile:
    """All tensors of one file in the number types that they have, with the file's SHA-256.

    ``metadata`` are the strings that the file holds beside its tensors.
    """

    digest: str
    tensors: Mapping[str, NDArray[Any]] = field(repr=False)
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TensorEntry:
    """What the head of a file says of one tensor: its number type, as there, and its shape."""

    number_type: str
    shape: tuple[int, ...]


@dataclass(frozen=True)
class TensorIndex:
    """The head of a file, so that its tensors can be read one at a time."""

    path: Path
    entries: Mapping[str, TensorEntry]
    _places: Mapping[str, tuple[int, int]] = field(repr=False)

    def read(self, name: str) -> NDArray[Any]:
        """The tensor called ``name``; ``BF16`` becomes float32.

        Raises:
            ModelError: the file was cut short.
        """
        begin, end = self._places[name]
        entry = self.entries[name]
        try:
            content = np.fromfile(self.path, dtype=np.uint8, count=end - begin, offset=begin)
            return _numbers(content, entry.number_type, entry.shape)
        except (OSError, ValueError) as error:
            raise _damaged(self.path, error) from error


def read_tensors(path: Path) -> TensorFile:
    """The tensors of ``path``; ``BF16``, which numpy does not have, becomes float32.

    Raises:
        ModelError: the file is missing, cut short, or no safetensors file.
    """
    try:
        content = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}). Download the model again, or save it with "
            "safe_serialization=True: pickled weights are never read."
        ) from error
    try:
        if content.size < 8:
            raise ValueError("no header")
        start = 8 + int(content[:8].view("<u8")[0])
        if start > content.size:
            raise ValueError("cut short within the header")
        header = json.loads(content[8:start].tobytes())
        metadata = header.pop("__metadata__", None) or {}
        tensors = {name: _tensor(content[start:], entry) for name, entry in header.items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(path, error) from error
    return TensorFile(sha256(content.data).hexdigest(), tensors, metadata)


def index_tensors(path: Path) -> TensorIndex:
    """The head of ``path``, of which no tensor is read yet.

    Raises:
        ModelError: the file is missing, cut short, or no safetensors file.
    """
    try:
        with path.open("rb") as file:
            size = int.from_bytes(file.read(8), "little")
            if size > path.stat().st_size - 8:
                raise ValueError("cut short within the header")
            header = json.loads(file.read(size))
        header.pop("__metadata__", None)
        entries, places = {}, {}
        for name, entry in header.items():
            if entry["dtype"] not in NUMBER_TYPES:
                raise ValueError(f"number type {entry['dtype']} of {name}")
            begin, end = entry["data_offsets"]
            entries[name] = TensorEntry(entry["dtype"], tuple(entry["shape"]))
            places[name] = (8 + size + begin, 8 + size + end)
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}).") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(path, error) from error
    return TensorIndex(path, entries, places)


def write_tensors(
    path: Path,
    entries: Mapping[str, TensorEntry],
    tensor: Callable[[str], NDArray[Any]],
    metadata: Mapping[str, str],
) -> None:
    """Write a safetensors file, one tensor in memory at a time, all or nothing.

    Args:
        path: of the file.
        entries: number type (not ``BF16``) and shape of each tensor, in the order of the file.
        tensor: gives the tensor of a name.
        metadata: strings beside the tensors.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    header: dict[str, object] = {"__metadata__": dict(metadata)} if metadata else {}
    end = 0
    for name, entry in entries.items():
        begin, number_type = end, np.dtype(NUMBER_TYPES[entry.number_type])
        end += int(np.prod(entry.shape, dtype=np.int64)) * number_type.itemsize
        header[name] = {
            "dtype": entry.number_type,
            "shape": list(entry.shape),
            "data_offsets": [begin, end],
        }
    head = json.dumps(header, ensure_ascii=False).encode()
    head += b" " * (-len(head) % 8)  # so that the tensors lie aligned
    with atomic_path(path) as temporary, temporary.open("wb") as file:
        file.write(len(head).to_bytes(8, "little") + head)
        for name, entry in entries.items():
            content = np.ascontiguousarray(tensor(name), dtype=NUMBER_TYPES[entry.number_type])
            file.write(content.reshape(entry.shape).data)


def _tensor(data: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    begin, end = entry["data_offsets"]
    if end > data.size:
        raise ValueError("cut short within the tensors")
    return _numbers(data[begin:end], entry["dtype"], entry["shape"])


def _numbers(content: NDArray[np.uint8], number_type: str, shape: Sequence[int]) -> NDArray[Any]:
    numbers = content.view(NUMBER_TYPES[number_type]).reshape(shape)
    if number_type == "BF16":  # the upper half of a float32
        return (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers


def _damaged(path: Path, error: Exception) -> ModelError:
    return ModelError(
        f"{path} is not a whole safetensors file ({error}). Download the model again."
    )
