"""BERT as an ONNX graph (Devlin et al. 2019, section 3.1), named as its checkpoints are."""

from __future__ import annotations

from perimetry.encoders.onnx.checkpoint import Architecture
from perimetry.encoders.onnx.graph import Graph
from perimetry.encoders.onnx.graph_cache import BuiltGraph

INPUTS = ("input_ids", "token_type_ids")


def build_bert(sizes: Architecture) -> BuiltGraph:
    """The graph of a BERT encoder without its pooler."""
    hidden = sizes.hidden_size
    graph = Graph()
    word = graph.table("embeddings.word_embeddings.weight", sizes.vocab_size, hidden)
    kind = graph.weight("embeddings.token_type_embeddings.weight", sizes.type_vocab_size, hidden)
    place = graph.weight("embeddings.position_embeddings.weight", sizes.max_positions, hidden)

    shape = graph.op("Shape", "input_ids")
    length = graph.op("Shape", "input_ids", start=1)
    # Slice, not Gather over a Range: ONNX Runtime mistakes the latter for a pattern that it fuses.
    positions = graph.op("Slice", place, graph.integers(0), length)
    words = graph.op("Gather", word, "input_ids")
    words = graph.op("Add", words, graph.op("Gather", kind, "token_type_ids"))
    rows = graph.op("Reshape", graph.op("Add", words, positions), graph.integers(-1, hidden))
    rows = graph.layer_norm(rows, "embeddings.LayerNorm", hidden, sizes.layer_norm_eps)
    for layer in range(sizes.layers):
        rows = _layer(graph, rows, f"encoder.layer.{layer}", shape, sizes)
    return graph.finish(rows, inputs=INPUTS, shape=shape, hidden=hidden)


def _layer(graph: Graph, rows: str, name: str, shape: str, sizes: Architecture) -> str:
    hidden, wide, epsilon = sizes.hidden_size, sizes.intermediate_size, sizes.layer_norm_eps
    query, key, value = (
        graph.linear(rows, f"{name}.attention.self.{part}", hidden, hidden)
        for part in ("query", "key", "value")
    )
    mixed = graph.attention(query, key, value, shape=shape, heads=sizes.heads, hidden=hidden)
    mixed = graph.linear(mixed, f"{name}.attention.output.dense", hidden, hidden)
    rows = graph.op("Add", mixed, rows)
    rows = graph.layer_norm(rows, f"{name}.attention.output.LayerNorm", hidden, epsilon)
    inner = graph.linear(rows, f"{name}.intermediate.dense", hidden, wide)
    inner = graph.activation(inner, sizes.activation)
    inner = graph.linear(inner, f"{name}.output.dense", wide, hidden)
    rows = graph.op("Add", inner, rows)
    return graph.layer_norm(rows, f"{name}.output.LayerNorm", hidden, epsilon)
