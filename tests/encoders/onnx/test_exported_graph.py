from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from perimetry.encoders.onnx.exported_graph import read_graph
from perimetry.errors import ModelError
from tests.encoders.onnx.folders import write_onnx, write_plain

INT, FLOAT = onnx.TensorProto.INT64, onnx.TensorProto.FLOAT


def write_graph(
    path: Path,
    *,
    inputs: tuple[str, ...] = ("input_ids",),
    kind: int = INT,
    shape: tuple[int | str, ...] | None = ("a", "b"),
    outputs: dict[str, tuple[int | str, ...]] | None = None,
    op: str = "Gather",
    **save: object,
) -> Path:
    """A graph that looks its tokens up in a table and does nothing more."""
    outputs = outputs or {"last_hidden_state": ("a", "b", 4)}
    table = numpy_helper.from_array(np.ones((9, 4), np.float32), "table")
    nodes = [helper.make_node(op, ["table", "input_ids"], [name]) for name in outputs]
    graph = helper.make_graph(
        nodes,
        "lookup",
        [helper.make_tensor_value_info(name, kind, shape) for name in inputs],
        [helper.make_tensor_value_info(name, FLOAT, dims) for name, dims in outputs.items()],
        [table],
    )
    onnx.save(helper.make_model(graph), path, **save)
    return path


def test_inputs_and_output_are_found_by_name(tmp_path: Path) -> None:
    folder = write_plain(tmp_path)
    found = read_graph(write_onnx(folder, tmp_path / "model.onnx", mask=True))
    assert set(found.inputs) == {"input_ids", "token_type_ids", "attention_mask"}
    assert (found.output, found.pooled, found.one_by_one) == ("last_hidden_state", False, False)
    assert found.id_type == "int64"


@pytest.mark.parametrize(
    ("outputs", "chosen", "pooled"),
    [
        ({"x": ("a", "b", 4), "token_embeddings": ("a", "b", 4)}, "token_embeddings", False),
        ({"pooler": ("a", 4), "x": ("a", "b", 4)}, "x", False),
        ({"x": ("a", 4), "sentence_embedding": ("a", 4)}, "sentence_embedding", True),
        ({"1607": ("a", "b", 4)}, "1607", False),
        ({"embeddings": ("a", 4)}, "embeddings", True),
    ],
)
def test_pooled_layers_come_before_a_pooled_output(
    tmp_path: Path, outputs: dict[str, tuple[int | str, ...]], chosen: str, pooled: bool
) -> None:
    found = read_graph(write_graph(tmp_path / "g.onnx", outputs=outputs))
    assert (found.output, found.pooled) == (chosen, pooled)


def test_what_the_exporter_pooled_is_taken_where_nothing_else_says_how(tmp_path: Path) -> None:
    outputs = {"token_embeddings": ("a", "b", 4), "sentence_embedding": ("a", 4)}
    path = write_graph(tmp_path / "g.onnx", outputs=outputs)
    assert read_graph(path).output == "token_embeddings"
    found = read_graph(path, as_pooled=True)
    assert (found.output, found.pooled, found.one_by_one) == ("sentence_embedding", True, True)


def test_ids_are_whole_numbers_of_one_type(tmp_path: Path) -> None:
    int32, single = onnx.TensorProto.INT32, onnx.TensorProto.FLOAT
    assert read_graph(write_graph(tmp_path / "g.onnx", kind=int32)).id_type == "int32"
    with pytest.raises(ModelError, match="takes other inputs than whole numbers"):
        read_graph(write_graph(tmp_path / "g.onnx", kind=single))


def test_an_input_without_a_stated_shape_is_free(tmp_path: Path) -> None:
    path = write_graph(tmp_path / "g.onnx", shape=None)
    assert not read_graph(path).one_by_one


def test_outputs_and_inputs_that_are_not_an_encoders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="gives the outputs logits"):
        read_graph(write_graph(tmp_path / "g.onnx", outputs={"logits": ("a", 2)}))
    with pytest.raises(ModelError, match="takes the inputs input_ids, pixels"):
        read_graph(write_graph(tmp_path / "g.onnx", inputs=("input_ids", "pixels")))
    with pytest.raises(ModelError, match="with input_ids among them"):
        read_graph(write_graph(tmp_path / "g.onnx", inputs=("attention_mask",)))


def test_a_fixed_length_is_refused_and_a_fixed_single_text_is_kept(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"one shape only \(None, 128\)"):
        read_graph(write_graph(tmp_path / "g.onnx", shape=("a", 128)))
    with pytest.raises(ModelError, match=r"one shape only \(8, None\)"):
        read_graph(write_graph(tmp_path / "g.onnx", shape=(8, "b")))
    assert read_graph(write_graph(tmp_path / "g.onnx", shape=(1, "b"))).one_by_one


def test_a_dynamically_quantised_graph_takes_texts_one_by_one(tmp_path: Path) -> None:
    """Its scale comes from the whole batch, so batch-mates would change a vector."""
    assert read_graph(write_graph(tmp_path / "g.onnx", op="DynamicQuantizeLinear")).one_by_one


def test_data_outside_the_file_is_part_of_its_digest(tmp_path: Path) -> None:
    external = {"save_as_external_data": True, "location": "data", "size_threshold": 0}
    path = write_graph(tmp_path / "g.onnx", **external)
    before = read_graph(path).digest
    data = tmp_path / "data"
    data.write_bytes(bytes(len(data.read_bytes())))
    assert read_graph(path).digest != before
    data.unlink()
    with pytest.raises(ModelError, match="data is missing"):
        read_graph(path)


def test_what_is_no_graph_is_refused(tmp_path: Path) -> None:
    (tmp_path / "g.onnx").write_bytes(b"not a graph")
    with pytest.raises(ModelError, match=r"g\.onnx is no ONNX file"):
        read_graph(tmp_path / "g.onnx")
