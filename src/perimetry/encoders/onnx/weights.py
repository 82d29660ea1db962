"""The weights of a transformer, from its safetensors file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.models.tensor_file import read_tensors
from perimetry.errors import ModelError

FLOATS = (np.float32, np.float16)


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
    file = read_tensors(path)
    floats = {
        _renamed(name): np.asarray(tensor, dtype=np.float32)
        for name, tensor in file.tensors.items()
        if tensor.dtype in FLOATS
    }
    return Weights(path, file.digest, floats)


def _renamed(name: str) -> str:
    """``name`` as today's checkpoints have it: BERT's own came from TensorFlow."""
    return name.replace("LayerNorm.gamma", "LayerNorm.weight").replace(
        "LayerNorm.beta", "LayerNorm.bias"
    )
