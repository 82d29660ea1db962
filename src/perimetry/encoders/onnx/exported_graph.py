"""Reads an exported ``.onnx`` graph: which inputs it takes, which output holds the vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import onnx

from perimetry.errors import ModelError
from perimetry.files import file_digest

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
TOKEN_OUTPUTS = ("last_hidden_state", "token_embeddings")
POOLED_OUTPUT = "sentence_embedding"
NO_VECTORS = ("logits", "scores")
ID_TYPES = {onnx.TensorProto.INT64: "int64", onnx.TensorProto.INT32: "int32"}
LIMIT_BYTES = 2**31
"""Protocol Buffers cannot hold more in one file."""


@dataclass(frozen=True)
class ExportedGraph:
    """What the engine needs to know of an exported graph.

    ``id_type``: the number type of its inputs. ``pooled``: it gives one vector a text.
    ``one_by_one``: batch-mates could change a vector.
    """

    path: Path
    digest: str
    inputs: tuple[str, ...]
    id_type: str
    output: str
    pooled: bool
    one_by_one: bool


def read_graph(path: Path, *, as_pooled: bool = False) -> ExportedGraph:
    """Understand the graph in ``path``.

    With ``as_pooled``, a graph that gives both the token vectors and ``sentence_embedding`` is read
    by the latter: nothing else says how to pool.

    Raises:
        ModelError: it is broken, too large, or its inputs or outputs are not an encoder's.
    """
    if path.stat().st_size >= LIMIT_BYTES:
        raise ModelError(f"{path} is over 2 GiB. Export it with external data (model.onnx_data).")
    try:
        graph = onnx.load(path, load_external_data=False).graph
    except Exception as error:
        raise ModelError(f"{path} is no ONNX file ({error}). Export the model again.") from error
    inputs = tuple(value.name for value in graph.input)
    unknown = [name for name in inputs if name not in INPUTS]
    if unknown or "input_ids" not in inputs:
        raise ModelError(
            f"{path} takes the inputs {', '.join(inputs)}; known are {', '.join(INPUTS)}, with "
            "input_ids among them. Export the model for feature extraction."
        )
    ids = graph.input[inputs.index("input_ids")]
    texts, length = _shape(ids) or [None, None]
    if length is not None or texts not in (None, 1):
        raise ModelError(
            f"{path} takes inputs of one shape only ({texts}, {length}). "
            "Export the model with dynamic axes."
        )
    id_type = ID_TYPES.get(ids.type.tensor_type.elem_type)
    if id_type is None or len({value.type.tensor_type.elem_type for value in graph.input}) > 1:
        raise ModelError(f"{path} takes other inputs than whole numbers. Export the model again.")
    output, pooled = _output(graph, path, as_pooled)
    return ExportedGraph(
        path=path,
        digest=_digest(path, graph),
        inputs=inputs,
        id_type=id_type,
        output=output,
        pooled=pooled,
        # A dynamically quantised graph takes its scale from the whole batch, and one that pools may
        # end in a product of as many rows as there are texts.
        one_by_one=texts == 1
        or pooled
        or any(node.op_type.startswith("Dynamic") for node in graph.node),
    )


def _shape(value: onnx.ValueInfoProto) -> list[int | None]:
    """The dimensions, ``None`` for a free one."""
    dims = value.type.tensor_type.shape.dim
    return [dim.dim_value if dim.HasField("dim_value") else None for dim in dims]


def _output(graph: onnx.GraphProto, path: Path, as_pooled: bool) -> tuple[str, bool]:
    """The output to read, and whether it holds one vector a text."""
    ranks = {value.name: len(_shape(value)) for value in graph.output}
    pooled = ranks.get(POOLED_OUTPUT) == 2
    if pooled and as_pooled:
        return POOLED_OUTPUT, True
    deep = [name for name, rank in ranks.items() if rank == 3]
    for name in (*TOKEN_OUTPUTS, *deep):
        if name in deep:
            return name, False
    if pooled:
        return POOLED_OUTPUT, True
    only = next(iter(ranks)) if len(ranks) == 1 else None
    if only and ranks[only] == 2 and only not in NO_VECTORS:
        return only, True
    raise ModelError(
        f"{path} gives the outputs {', '.join(ranks)}; none has a vector for each token, and none "
        f"is called {POOLED_OUTPUT}. Export the model for feature extraction."
    )


def _digest(path: Path, graph: onnx.GraphProto) -> str:
    """The SHA-256 of the file, or of it and the data files that it names."""
    own = file_digest(path)
    names = sorted(
        {
            entry.value
            for tensor in _tensors(graph)
            for entry in tensor.external_data
            if entry.key == "location"
        }
    )
    if not names:
        return own
    missing = [name for name in names if not (path.parent / name).is_file()]
    if missing:
        raise ModelError(f"{path.parent / missing[0]} is missing. Download the model again.")
    parts = [own, *(file_digest(path.parent / name) for name in names)]
    return sha256("".join(parts).encode()).hexdigest()


def _tensors(graph: onnx.GraphProto) -> Iterator[onnx.TensorProto]:
    yield from graph.initializer
    for node in graph.node:
        for attribute in node.attribute:
            yield attribute.t
            yield from attribute.tensors
