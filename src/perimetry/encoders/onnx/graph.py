"""The blocks from which an encoder's ONNX graph is written, with no torch.

An architecture is one short file (:mod:`perimetry.encoders.onnx.bert`) that names its tensors and
puts these blocks in order. The graph holds no weights, only their names and shapes, so it depends
on the architecture alone; the engine hands it the tensors of the checkpoint as they lie in memory.

Between the blocks the tokens of all texts are the rows of one matrix ``(texts * length, hidden)``:
one ``Gemm`` a layer, which takes the checkpoint's ``(out, in)`` matrices as they are. All texts of
a batch have one length, so there is no padding and no mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import helper, numpy_helper

from perimetry.encoders.onnx.graph_cache import BuiltGraph

OPSET = 20
OUTPUT = "last_hidden_state"


@dataclass
class Graph:
    """An ONNX graph being written."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    initializers: dict[str, onnx.TensorProto] = field(default_factory=dict)
    weights: dict[str, tuple[int, ...]] = field(default_factory=dict)
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output and return the output's name."""
        output = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def integers(self, *values: int) -> str:
        """A constant vector of int64."""
        return self.listed("integers_" + "_".join(map(str, values)), values)

    def listed(self, name: str, values: Sequence[int]) -> str:
        """A constant vector of int64 too long to be named by its values."""
        self.initializers[name] = numpy_helper.from_array(np.array(values, dtype=np.int64), name)
        return name

    def number(self, value: float) -> str:
        """A constant float32."""
        name = f"number_{value!r}"
        self.initializers[name] = numpy_helper.from_array(np.array(value, dtype=np.float32), name)
        return name

    def weight(self, name: str, *shape: int) -> str:
        """A tensor of the checkpoint."""
        self.weights[name] = shape
        declared = onnx.TensorProto(
            name=name,
            data_type=onnx.TensorProto.FLOAT,
            dims=shape,
            data_location=onnx.TensorProto.EXTERNAL,
        )
        declared.external_data.add(key="location", value="handed over by the engine")
        self.initializers[name] = declared
        return name

    def table(self, name: str, *shape: int) -> str:
        """A tensor of the checkpoint too large to hold twice, of which a batch needs few rows."""
        self.tables[name] = shape
        return name

    def linear(self, rows: str, name: str, inputs: int, outputs: int) -> str:
        """A linear layer with bias."""
        weight = self.weight(f"{name}.weight", outputs, inputs)
        return self.op("Gemm", rows, weight, self.weight(f"{name}.bias", outputs), transB=1)

    def first_positions(self, place: str) -> str:
        """The rows of the table ``place`` for a text's tokens, from its first row on."""
        length = self.op("Shape", "input_ids", start=1)
        # Slice, not Gather over a Range: ONNX Runtime mistakes the latter for a pattern it fuses.
        return self.op("Slice", place, self.integers(0), length)

    def counted_positions(self, place: str, first: int) -> str:
        """The rows of the table ``place`` for tokens counted from ``first`` on.

        A token of the id below ``first`` is padding: it has the row below and is not counted.
        """
        padding = self.integers(first - 1)
        real = self.op("Not", self.op("Equal", "input_ids", padding))
        real = self.op("Cast", real, to=onnx.TensorProto.INT64)
        count = self.op("Mul", self.op("CumSum", real, self.integers(1)), real)
        return self.op("Gather", place, self.op("Add", count, padding))

    def layer_norm(self, rows: str, name: str, hidden: int, epsilon: float) -> str:
        """Layer normalisation over the last axis."""
        scale, bias = self.weight(f"{name}.weight", hidden), self.weight(f"{name}.bias", hidden)
        return self.op("LayerNormalization", rows, scale, bias, axis=-1, epsilon=epsilon)

    def activation(self, rows: str, name: str) -> str:
        """``gelu``, ``gelu_new`` (the tanh form) or ``relu``."""
        if name == "relu":
            return self.op("Relu", rows)
        return self.op("Gelu", rows, approximate="none" if name == "gelu" else "tanh")

    def attention(
        self,
        query: str,
        key: str,
        value: str,
        *,
        shape: str,
        heads: int,
        hidden: int,
        bias: str = "",
    ) -> str:
        """Every token attends to all tokens of its text; ``shape`` holds ``(texts, length)``.

        ``bias`` of shape ``(heads, length, length)`` is added to the scores.
        """
        size = hidden // heads
        split = self.op("Concat", shape, self.integers(heads, size), axis=0)

        def by_head(rows: str, order: Sequence[int]) -> str:
            return self.op("Transpose", self.op("Reshape", rows, split), perm=order)

        scores = self.op("MatMul", by_head(query, (0, 2, 1, 3)), by_head(key, (0, 2, 3, 1)))
        scores = self.op("Mul", scores, self.number(size**-0.5))
        if bias:
            scores = self.op("Add", scores, bias)
        shares = self.op("Softmax", scores, axis=-1)
        mixed = self.op("MatMul", shares, by_head(value, (0, 2, 1, 3)))
        mixed = self.op("Transpose", mixed, perm=(0, 2, 1, 3))
        return self.op("Reshape", mixed, self.integers(-1, hidden))

    def finish(self, rows: str, *, inputs: Sequence[str], shape: str, hidden: int) -> BuiltGraph:
        """Close the graph: ``inputs`` of ``(texts, length)`` to ``(texts, length, hidden)``."""
        full = self.op("Concat", shape, self.integers(hidden), axis=0)
        self.nodes.append(helper.make_node("Reshape", [rows, full], [OUTPUT]))
        sizes = ["texts", "length"]
        graph = helper.make_graph(
            self.nodes,
            "encoder",
            [helper.make_tensor_value_info(name, onnx.TensorProto.INT64, sizes) for name in inputs]
            + [
                helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, sizes)
                for name, sizes in self.tables.items()
            ],
            [helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.FLOAT, [*sizes, hidden])],
            list(self.initializers.values()),
        )
        opsets = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        return BuiltGraph(
            model.SerializeToString(), tuple(inputs), OUTPUT, self.weights, self.tables
        )
