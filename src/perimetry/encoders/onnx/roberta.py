"""RoBERTa and XLM-R as an ONNX graph (Liu et al. 2019; Conneau et al. 2020).

BERT's layers. Positions are counted from one above the padding id, and a padding token written out
in a text is not counted. Every token has the first type.
"""

from __future__ import annotations

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.graph import Graph
from perimetry.encoders.onnx.graph_cache import BuiltGraph
from perimetry.encoders.onnx.layers import BERT_LAYER, add_layers

INPUTS = ("input_ids",)


def build_roberta(sizes: Architecture) -> BuiltGraph:
    """The graph of a RoBERTa or XLM-R encoder without its pooler."""
    hidden = sizes.hidden_size
    graph = Graph()
    word = graph.table("embeddings.word_embeddings.weight", sizes.vocab_size, hidden)
    kind = graph.weight("embeddings.token_type_embeddings.weight", sizes.type_vocab_size, hidden)
    place = graph.weight("embeddings.position_embeddings.weight", sizes.max_positions, hidden)

    shape = graph.op("Shape", "input_ids")
    first_kind = graph.op("Slice", kind, graph.integers(0), graph.integers(1))
    words = graph.op("Add", graph.op("Gather", word, "input_ids"), first_kind)
    words = graph.op("Add", words, graph.counted_positions(place, sizes.first_position))
    rows = graph.op("Reshape", words, graph.integers(-1, hidden))
    rows = graph.layer_norm(rows, "embeddings.LayerNorm", hidden, sizes.layer_norm_eps)
    rows = add_layers(graph, rows, BERT_LAYER, sizes, shape=shape)
    return graph.finish(rows, inputs=INPUTS, shape=shape, hidden=hidden)
