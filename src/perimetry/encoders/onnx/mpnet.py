"""MPNet as an ONNX graph (Song et al. 2020, section 2.3).

Positions as in RoBERTa, no token types, and one bias on the attention scores of all layers, by the
distance between two tokens in buckets that widen with it (Raffel et al. 2020, section 2.1).
"""

from __future__ import annotations

from perimetry.encoders.onnx.architecture import MPNET_BUCKETS, Architecture
from perimetry.encoders.onnx.graph import Graph
from perimetry.encoders.onnx.graph_cache import BuiltGraph
from perimetry.encoders.onnx.layers import LayerNames, add_layers

INPUTS = ("input_ids",)
LAYER = LayerNames(
    stack="encoder.layer",
    query="attention.attn.q",
    key="attention.attn.k",
    value="attention.attn.v",
    mixed="attention.attn.o",
    mixed_norm="attention.LayerNorm",
    inner="intermediate.dense",
    outer="output.dense",
    outer_norm="output.LayerNorm",
)
ONE_SIDE = MPNET_BUCKETS // 2
EXACT = ONE_SIDE // 2
"""Distances below it have a bucket each; then buckets grow, and from 128 on there is one."""


def bucket(distance: int) -> int:
    """The bucket of a token ``distance`` tokens further on, or back if it is negative.

    >>> [bucket(distance) for distance in (0, -1, -8, -11, -12, -500, 1, 64, 500)]
    [0, 1, 8, 8, 9, 15, 17, 30, 31]
    """
    side, steps = (ONE_SIDE if distance > 0 else 0), abs(distance)
    if steps < EXACT:
        return side + steps
    # 8 + floor(8 log(steps / 8) / log 16), in whole numbers
    return side + EXACT + sum(steps**2 >= EXACT**2 << wider for wider in range(1, EXACT))


def build_mpnet(sizes: Architecture) -> BuiltGraph:
    """The graph of an MPNet encoder without its pooler."""
    hidden = sizes.hidden_size
    graph = Graph()
    word = graph.table("embeddings.word_embeddings.weight", sizes.vocab_size, hidden)
    place = graph.weight("embeddings.position_embeddings.weight", sizes.max_positions, hidden)

    shape = graph.op("Shape", "input_ids")
    positions = graph.counted_positions(place, sizes.first_position)
    words = graph.op("Add", graph.op("Gather", word, "input_ids"), positions)
    rows = graph.op("Reshape", words, graph.integers(-1, hidden))
    rows = graph.layer_norm(rows, "embeddings.LayerNorm", hidden, sizes.layer_norm_eps)
    rows = add_layers(graph, rows, LAYER, sizes, shape=shape, bias=_bias(graph, sizes))
    return graph.finish(rows, inputs=INPUTS, shape=shape, hidden=hidden)


def _bias(graph: Graph, sizes: Architecture) -> str:
    """What is added to the score of every two tokens, shape ``(heads, length, length)``."""
    table = graph.weight("encoder.relative_attention_bias.weight", MPNET_BUCKETS, sizes.heads)
    reach = sizes.longest - 1
    buckets = graph.listed("buckets", [bucket(away) for away in range(-reach, reach + 1)])
    every_place = graph.listed("places", range(reach + 1))
    length = graph.op("Shape", "input_ids", start=1)
    places = graph.op("Slice", every_place, graph.integers(0), length)
    own = graph.op("Reshape", places, graph.integers(-1, 1))
    away = graph.op("Add", graph.op("Sub", places, own), graph.integers(reach))
    by_pair = graph.op("Gather", buckets, away)
    return graph.op("Transpose", graph.op("Gather", table, by_pair), perm=(2, 0, 1))
