"""BERT as an ONNX graph (Devlin et al. 2019, section 3.1), named as its checkpoints are."""

from __future__ import annotations

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.graph import Graph
from perimetry.encoders.onnx.graph_cache import BuiltGraph
from perimetry.encoders.onnx.layers import BERT_LAYER, add_layers

INPUTS = ("input_ids", "token_type_ids")


def build_bert(sizes: Architecture) -> BuiltGraph:
    """The graph of a BERT encoder without its pooler."""
    hidden = sizes.hidden_size
    graph = Graph()
    word = graph.table("embeddings.word_embeddings.weight", sizes.vocab_size, hidden)
    kind = graph.weight("embeddings.token_type_embeddings.weight", sizes.type_vocab_size, hidden)
    place = graph.weight("embeddings.position_embeddings.weight", sizes.max_positions, hidden)

    shape = graph.op("Shape", "input_ids")
    positions = graph.first_positions(place)
    words = graph.op("Gather", word, "input_ids")
    words = graph.op("Add", words, graph.op("Gather", kind, "token_type_ids"))
    rows = graph.op("Reshape", graph.op("Add", words, positions), graph.integers(-1, hidden))
    rows = graph.layer_norm(rows, "embeddings.LayerNorm", hidden, sizes.layer_norm_eps)
    rows = add_layers(graph, rows, BERT_LAYER, sizes, shape=shape)
    return graph.finish(rows, inputs=INPUTS, shape=shape, hidden=hidden)
