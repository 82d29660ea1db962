"""Which builder writes the graph of which architecture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.bert import build_bert
from perimetry.encoders.onnx.distilbert import build_distilbert
from perimetry.encoders.onnx.graph_cache import BuiltGraph
from perimetry.encoders.onnx.mpnet import build_mpnet
from perimetry.encoders.onnx.roberta import build_roberta

BUILDERS: Mapping[str, Callable[[Architecture], BuiltGraph]] = {
    "bert": build_bert,
    "distilbert": build_distilbert,
    "mpnet": build_mpnet,
    "roberta": build_roberta,
    "xlm-roberta": build_roberta,
}


def build(architecture: Architecture) -> BuiltGraph:
    """The graph of ``architecture``."""
    return BUILDERS[architecture.model_type](architecture)
