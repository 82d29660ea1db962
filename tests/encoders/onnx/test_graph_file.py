from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.encoders.onnx.graph_file import find_graph
from perimetry.errors import InputError, ModelError
from tests.encoders.onnx.folders import write_json, write_plain


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    return path


def test_weights_come_before_a_graph_that_was_not_asked_for(tmp_path: Path) -> None:
    graph = touch(tmp_path / "model.onnx")
    assert find_graph(tmp_path, None) == graph
    write_plain(tmp_path)
    assert find_graph(tmp_path, None) is None
    assert find_graph(tmp_path, "model.onnx") == graph


def test_a_graph_stands_in_for_an_architecture_that_is_not_built(tmp_path: Path) -> None:
    graph = touch(write_plain(tmp_path, model_type="t5") / "model.onnx")
    assert find_graph(tmp_path, None) == graph


@pytest.mark.parametrize(
    "place",
    ["model.onnx", "onnx/model.onnx", "0_Transformer/model.onnx", "0_Transformer/onnx/model.onnx"],
)
def test_the_places_of_the_two_exporters_are_known(tmp_path: Path, place: str) -> None:
    touch(tmp_path / "onnx" / "model_O3.onnx")
    graph = touch(tmp_path / place)
    assert find_graph(tmp_path, None) == graph


def test_a_graph_is_named_by_its_path_or_as_sentence_transformers_names_it(tmp_path: Path) -> None:
    graph = touch(tmp_path / "onnx" / "model_qint8_avx512.onnx")
    assert find_graph(tmp_path, "onnx/model_qint8_avx512.onnx") == graph
    assert find_graph(tmp_path, "model_qint8_avx512.onnx") == graph


def test_the_only_graph_is_taken_whatever_its_name(tmp_path: Path) -> None:
    graph = touch(tmp_path / "onnx" / "encoder.onnx")
    assert find_graph(tmp_path, None) == graph


def test_of_several_none_is_guessed(tmp_path: Path) -> None:
    touch(tmp_path / "onnx" / "model_O3.onnx")
    touch(tmp_path / "onnx" / "model_O1.onnx")
    with pytest.raises(ModelError, match=r"\?file=onnx/model_O1\.onnx") as refused:
        find_graph(tmp_path, None)
    assert "onnx/model_O1.onnx, onnx/model_O3.onnx" in str(refused.value)


def test_a_graph_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"model_O3\.onnx is missing\. Name a file within"):
        find_graph(tmp_path, "model_O3.onnx")
    touch(tmp_path / "onnx" / "model_O1.onnx")
    with pytest.raises(ModelError, match=r"is missing\. Name one of onnx/model_O1\.onnx"):
        find_graph(tmp_path, "model_O3.onnx")


def test_a_graph_outside_the_folder_is_refused(tmp_path: Path) -> None:
    touch(tmp_path / "other.onnx")
    write_json(tmp_path / "model" / "config.json", {})
    with pytest.raises(InputError, match="must lie within"):
        find_graph(tmp_path / "model", "../other.onnx")
