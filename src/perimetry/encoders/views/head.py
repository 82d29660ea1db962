"""``?head=FILE`` a linear map over an encoder's vectors, and the file that holds it.

A head is learnt from the vectors of one encoder (``perimetry.repair``), so its file names that
encoder's fingerprint and is refused over any other. It is a safetensors file: the matrix, or its
two factors, and the facts of the head among the file's metadata.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import Encoder
from perimetry.encoders.models.tensor_file import TensorEntry, read_tensors, write_tensors
from perimetry.encoders.views.base import Floats, Vectors, View, mapped
from perimetry.errors import InputError, ModelError

KIND = "perimetry head"
SCHEMA_VERSION = "1"


@dataclass(frozen=True)
class Head:
    """``x → x + A Bᵀ x``: close to the identity where ``A Bᵀ`` is small.

    ``left`` (A) and ``right`` (B) have shape ``(d, rank)``; of a full map ``right`` is the identity
    and not held. ``encoder`` is the fingerprint, and ``encoder_name`` the name, of the encoder that
    it was learnt on; ``settings`` tell how.
    """

    left: NDArray[np.float32] = field(repr=False)
    right: NDArray[np.float32] | None = field(repr=False)
    encoder: str
    encoder_name: str
    settings: Mapping[str, object] = field(default_factory=dict)

    @property
    def dimension(self) -> int:
        """Of the vectors."""
        return len(self.left)

    @property
    def parameters(self) -> int:
        """How many numbers were learnt."""
        return self.left.size + (0 if self.right is None else self.right.size)

    def __call__(self, vectors: Vectors) -> Vectors:
        """Map ``vectors``, shape ``(n, d)``; each row alone.

        >>> swap = np.float32([[-1, 1], [1, -1]])  # and the identity
        >>> Head(swap, None, "f", "n")(np.float32([[3, 4]])).tolist()
        [[4.0, 3.0]]
        """
        left = self.left.astype(np.float64)
        right = None if self.right is None else self.right.astype(np.float64)

        def moved(row: Floats) -> Floats:
            return np.asarray(row + left @ (row if right is None else row @ right))

        return mapped(vectors.astype(np.float64), moved, self.dimension)


class HeadView(View):
    """``?head=FILE``: the encoder's vectors under a learnt linear map."""

    scheme = "x + A Bᵀ x in double precision; not scaled to unit length"

    def __init__(self, inner: Encoder, path: Path) -> None:
        head, digest = read_head(path)
        if head.encoder != inner.fingerprint:
            raise InputError(
                f"{path}: this head was learnt on {head.encoder_name} (fingerprint "
                f"{head.encoder[:12]}…), and {inner.name} is another encoder (fingerprint "
                f"{inner.fingerprint[:12]}…). Learn one for it: perimetry repair --method head"
            )
        shown = f"{path.stem}-{digest[:8]}"
        super().__init__(inner, "head", digest[:16], shown=shown, sha256=digest)
        self._head = head

    def changed(self, vectors: Vectors) -> Vectors:
        return self._head(vectors)


def write_head(head: Head, path: Path) -> None:
    """Write ``head`` to ``path`` (``.safetensors``), all or nothing.

    Raises:
        InputError: the name has another ending.
        StorageError: the disk is full or the folder cannot be written.
    """
    if path.suffix != ".safetensors":
        raise InputError(f"{path}: a head is a .safetensors file. Give it that ending.")
    tensors = {"left": head.left} | ({} if head.right is None else {"right": head.right})
    write_tensors(
        path,
        {name: TensorEntry("F32", tensor.shape) for name, tensor in tensors.items()},
        tensors.__getitem__,
        {
            "kind": KIND,
            "schema_version": SCHEMA_VERSION,
            "encoder": head.encoder,
            "encoder_name": head.encoder_name,
            "settings": json.dumps(dict(head.settings), sort_keys=True),
        },
    )


def read_head(path: Path) -> tuple[Head, str]:
    """The head in ``path``, and the SHA-256 of the file.

    Raises:
        ModelError: there is no such file, it is damaged, or it holds no head.
    """
    if not path.is_file():
        raise ModelError(f"there is no head {path}. Learn one: perimetry repair --method head")
    file = read_tensors(path)
    if file.metadata.get("kind") != KIND:
        raise ModelError(f"{path} holds no head. Learn one: perimetry repair --method head")
    if file.metadata.get("schema_version") != SCHEMA_VERSION:
        raise ModelError(f"{path} was written by a newer perimetry. Upgrade it.")
    try:
        left, right = file.tensors["left"], file.tensors.get("right")
        head = Head(
            left=_matrix(left, len(left)),
            right=None if right is None else _matrix(right, len(left)),
            encoder=file.metadata["encoder"],
            encoder_name=file.metadata["encoder_name"],
            settings=json.loads(file.metadata["settings"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ModelError(f"{path} holds no whole head ({error}). Learn it again.") from None
    columns = head.dimension if head.right is None else head.right.shape[1]
    if head.left.shape[1] != columns:
        raise ModelError(f"{path}: the factors of the head do not fit. Learn it again.")
    return head, file.digest


def _matrix(tensor: NDArray[Any], rows: int) -> NDArray[np.float32]:
    if tensor.dtype != np.float32 or tensor.ndim != 2 or len(tensor) != rows:
        raise ValueError(f"a tensor of {tensor.dtype} and shape {tensor.shape}")
    if not np.isfinite(tensor).all():
        raise ValueError("a number that is not finite")
    return np.asarray(tensor)
