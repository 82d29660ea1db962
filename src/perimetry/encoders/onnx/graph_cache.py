"""Built graphs on disk, by the architecture that they are built from.

A graph is about 20 kB, since it holds no weights. Reading it back spares the start of a program the
import of the library that builds it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.errors import StorageError
from perimetry.files import atomic_path

VERSION = 1
"""Of what the builders write: raised whenever a change to them changes a graph."""

DIGEST_BYTES = 32

Shapes = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class BuiltGraph:
    """A serialised ONNX model, and the names and shapes of the tensors that it must be given.

    ``weights`` are for its initializers, which a session copies; ``tables`` are inputs like the
    token ids, read where they lie.
    """

    model: bytes
    inputs: tuple[str, ...]
    output: str
    weights: Shapes
    tables: Shapes


def cached_graph(
    architecture: Architecture, build: Callable[[Architecture], BuiltGraph]
) -> BuiltGraph:
    """The graph of ``architecture``, read back if it was built before, else built and kept.

    A damaged file is built anew, and where nothing can be written nothing is kept.
    """
    path = _path(architecture)
    try:
        return _unpacked(path.read_bytes())
    except (OSError, ValueError, KeyError):
        graph = build(architecture)
    try:
        with atomic_path(path) as temporary:
            temporary.write_bytes(_packed(graph))
    except StorageError:
        pass  # a graph that is not kept is built again: a full disk is no reason not to encode
    return graph


def _path(architecture: Architecture) -> Path:
    key = json.dumps([VERSION, architecture.stated()], sort_keys=True)
    folder = os.environ.get("PERIMETRY_CACHE")
    cache = Path(folder) if folder else user_cache_path("perimetry")
    return cache / "graphs" / f"{sha256(key.encode()).hexdigest()}.onnx"


def _packed(graph: BuiltGraph) -> bytes:
    """A digest, a line of JSON, the model."""
    parts = {key: value for key, value in vars(graph).items() if key != "model"}
    body = json.dumps(parts).encode() + b"\n" + graph.model
    return sha256(body).digest() + body


def _unpacked(content: bytes) -> BuiltGraph:
    digest, body = content[:DIGEST_BYTES], content[DIGEST_BYTES:]
    if sha256(body).digest() != digest:
        raise ValueError("damaged")
    line, _, model = body.partition(b"\n")
    parts = json.loads(line)
    return BuiltGraph(
        model,
        tuple(parts["inputs"]),
        parts["output"],
        weights={name: tuple(shape) for name, shape in parts["weights"].items()},
        tables={name: tuple(shape) for name, shape in parts["tables"].items()},
    )
