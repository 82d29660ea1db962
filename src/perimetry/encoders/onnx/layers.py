"""The layers that BERT and its relatives share: attention, then two dense layers, each normalised.

They differ in what their checkpoints call the parts (Vaswani et al. 2017, section 3).
"""

from __future__ import annotations

from dataclasses import dataclass

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.graph import Graph


@dataclass(frozen=True)
class LayerNames:
    """What a checkpoint calls the parts of a layer; ``stack`` is followed by its number."""

    stack: str
    query: str
    key: str
    value: str
    mixed: str
    mixed_norm: str
    inner: str
    outer: str
    outer_norm: str


BERT_LAYER = LayerNames(
    stack="encoder.layer",
    query="attention.self.query",
    key="attention.self.key",
    value="attention.self.value",
    mixed="attention.output.dense",
    mixed_norm="attention.output.LayerNorm",
    inner="intermediate.dense",
    outer="output.dense",
    outer_norm="output.LayerNorm",
)


def add_layers(
    graph: Graph, rows: str, names: LayerNames, sizes: Architecture, *, shape: str, bias: str = ""
) -> str:
    """All layers over ``rows``; ``bias`` is added to the attention scores of each.

    What comes out is the last layer's, or its mean with the first layer's.
    """
    first = rows
    hidden, wide, epsilon = sizes.hidden_size, sizes.intermediate_size, sizes.layer_norm_eps
    for number in range(sizes.layers):
        layer = f"{names.stack}.{number}"
        query, key, value = (
            graph.linear(rows, f"{layer}.{part}", hidden, hidden)
            for part in (names.query, names.key, names.value)
        )
        mixed = graph.attention(
            query, key, value, shape=shape, heads=sizes.heads, hidden=hidden, bias=bias
        )
        mixed = graph.linear(mixed, f"{layer}.{names.mixed}", hidden, hidden)
        rows = graph.op("Add", mixed, rows)
        rows = graph.layer_norm(rows, f"{layer}.{names.mixed_norm}", hidden, epsilon)
        inner = graph.linear(rows, f"{layer}.{names.inner}", hidden, wide)
        inner = graph.activation(inner, sizes.activation)
        inner = graph.linear(inner, f"{layer}.{names.outer}", wide, hidden)
        rows = graph.op("Add", inner, rows)
        rows = graph.layer_norm(rows, f"{layer}.{names.outer_norm}", hidden, epsilon)
        if number == 0:
            first = rows
    if sizes.pooled_layers == "first-last":
        return graph.op("Mul", graph.op("Add", first, rows), graph.number(0.5))
    return rows
