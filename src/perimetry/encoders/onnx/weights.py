"""Reads a safetensors file into memory, once: the bytes that are hashed are the bytes that run.

The file is not mapped: a training run that writes over the folder meanwhile can then neither change
the vectors under an unchanged fingerprint nor kill the process. safetensors' own readers map it, or
hold its bytes twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import ModelError

NUMBER_TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass(frozen=True)
class Weights:
    """The float tensors of one safetensors file, as float32, with the file's SHA-256."""

    path: Path
    digest: str
    tensors: Mapping[str, NDArray[np.float32]] = field(repr=False)

    def prefix(self, possible: str) -> str:
        """``possible`` if tensor names of this file begin with it, else nothing."""
        return possible if any(name.startswith(possible) for name in self.tensors) else ""

    def tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """The tensor called ``name``, which must have ``shape``.

        Raises:
            ModelError: there is none, or it has another shape.
        """
        found = self.tensors.get(name)
        if found is None:
            raise ModelError(
                f"{self.path}: tensor {name!r} is missing. Download the model again, or check that "
                "config.json belongs to it."
            )
        if found.shape != shape:
            raise ModelError(
                f"{self.path}: tensor {name!r} has shape {found.shape}, its config says {shape}. "
                "Download the model again, or check that the config belongs to it."
            )
        return found


def read_weights(path: Path) -> Weights:
    """The float tensors of ``path``: halves become float32, integer tensors are left out.

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
    return Weights(path, hashlib.sha256(content.data).hexdigest(), tensors)


def _tensors(content: NDArray[np.uint8]) -> dict[str, NDArray[np.float32]]:
    if content.size < 8:
        raise ValueError("no header")
    start = 8 + int(content[:8].view("<u8")[0])
    if start > content.size:
        raise ValueError("cut short within the header")
    header = json.loads(content[8:start].tobytes())
    header.pop("__metadata__", None)
    ends = [entry["data_offsets"][1] for entry in header.values()]
    if start + max(ends, default=0) > content.size:
        raise ValueError("cut short within the tensors")
    return {
        _renamed(name): _float32(
            content[start:], entry["dtype"], entry["data_offsets"], entry["shape"]
        )
        for name, entry in header.items()
        if entry["dtype"] in NUMBER_TYPES
    }


def _renamed(name: str) -> str:
    """``name`` as today's checkpoints have it: BERT's own came from TensorFlow."""
    return name.replace("LayerNorm.gamma", "LayerNorm.weight").replace(
        "LayerNorm.beta", "LayerNorm.bias"
    )


def _float32(
    data: NDArray[np.uint8], kind: str, place: Sequence[int], shape: Sequence[int]
) -> NDArray[np.float32]:
    raw = data[place[0] : place[1]].view(NUMBER_TYPES[kind]).reshape(shape)
    if kind == "BF16":  # the upper half of a float32
        raw = (raw.astype(np.uint32) << 16).view(np.float32)
    return np.asarray(raw, dtype=np.float32)
