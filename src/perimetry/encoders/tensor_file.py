"""Reads the tensors of a safetensors file in the number types that they have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import ModelError

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
}


@dataclass(frozen=True)
class TensorFile:
    """All tensors of one file, with the SHA-256 of its bytes."""

    digest: str
    tensors: Mapping[str, NDArray[Any]] = field(repr=False)


def read_tensors(path: Path) -> TensorFile:
    """The tensors of ``path``, read into memory once; ``BF16`` becomes float32.

    Raises:
        ModelError: the file is missing, cut short, or no safetensors file.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read ({error.strerror}). Download the model again."
        ) from error
    try:
        start = 8 + int.from_bytes(content[:8], "little")
        header = json.loads(content[8:start])
        header.pop("__metadata__", None)
        data = memoryview(content)[start:]
        tensors = {name: _tensor(data, entry) for name, entry in header.items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{path} is not a whole safetensors file ({error}). Download the model again."
        ) from error
    return TensorFile(sha256(content).hexdigest(), tensors)


def _tensor(data: memoryview, entry: Mapping[str, Any]) -> NDArray[Any]:
    begin, end = entry["data_offsets"]
    if end > len(data):
        raise ValueError("cut short")
    numbers = np.frombuffer(data[begin:end], dtype=NUMBER_TYPES[entry["dtype"]])
    shaped = numbers.reshape(entry["shape"])
    if entry["dtype"] == "BF16":  # the upper half of a float32
        return (shaped.astype(np.uint32) << 16).view(np.float32)
    return shaped
