"""Reads a safetensors file into memory, once: the bytes that are hashed are the bytes that run.

The file is not mapped: a training run that writes over the folder meanwhile can then neither change
the vectors under an unchanged fingerprint nor kill the process. safetensors' own readers map it, or
hold its bytes twice.
"""

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
    "BOOL": "?",
}


@dataclass(frozen=True)
class TensorFile:
    """All tensors of one file in the number types that they have, with the file's SHA-256."""

    digest: str
    tensors: Mapping[str, NDArray[Any]] = field(repr=False)


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
        tensors = _tensors(content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{path} is not a whole safetensors file ({error}). Download the model again."
        ) from error
    return TensorFile(sha256(content.data).hexdigest(), tensors)


def _tensors(content: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    if content.size < 8:
        raise ValueError("no header")
    start = 8 + int(content[:8].view("<u8")[0])
    if start > content.size:
        raise ValueError("cut short within the header")
    header = json.loads(content[8:start].tobytes())
    header.pop("__metadata__", None)
    return {name: _tensor(content[start:], entry) for name, entry in header.items()}


def _tensor(data: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    begin, end = entry["data_offsets"]
    if end > data.size:
        raise ValueError("cut short within the tensors")
    numbers = data[begin:end].view(NUMBER_TYPES[entry["dtype"]]).reshape(entry["shape"])
    if entry["dtype"] == "BF16":  # the upper half of a float32
        return (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers
