"""DistilBERT as an ONNX graph (Sanh et al. 2019, section 3): BERT without token types."""

from __future__ import annotations

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.graph import Graph
from perimetry.encoders.onnx.graph_cache import BuiltGraph
from perimetry.encoders.onnx.layers import LayerNames, add_layers

INPUTS = ("input_ids",)
LAYER = LayerNames(
    stack="transformer.layer",
    query="attention.q_lin",
    key="attention.k_lin",
    value="attention.v_lin",
    mixed="attention.out_lin",
    mixed_norm="sa_layer_norm",
    inner="ffn.lin1",
    outer="ffn.lin2",
    outer_norm="output_layer_norm",
)


def build_distilbert(sizes: Architecture) -> BuiltGraph:
    """The graph of a DistilBERT encoder."""
    hidden = sizes.hidden_size
    graph = Graph()
    word = graph.table("embeddings.word_embeddings.weight", sizes.vocab_size, hidden)
    place = graph.weight("embeddings.position_embeddings.weight", sizes.max_positions, hidden)

    shape = graph.op("Shape", "input_ids")
    words = graph.op("Add", graph.op("Gather", word, "input_ids"), graph.first_positions(place))
    rows = graph.op("Reshape", words, graph.integers(-1, hidden))
    rows = graph.layer_norm(rows, "embeddings.LayerNorm", hidden, sizes.layer_norm_eps)
    rows = add_layers(graph, rows, LAYER, sizes, shape=shape)
    return graph.finish(rows, inputs=INPUTS, shape=shape, hidden=hidden)
