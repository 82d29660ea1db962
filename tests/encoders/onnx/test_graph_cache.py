from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.encoders.onnx.architecture import Architecture
from perimetry.encoders.onnx.bert import build_bert
from perimetry.encoders.onnx.checkpoint import read_checkpoint
from perimetry.encoders.onnx.graph_cache import BuiltGraph, cached_graph
from tests.encoders.onnx.folders import write_model


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PERIMETRY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "graphs"


@pytest.fixture(scope="module")
def architecture(tmp_path_factory: pytest.TempPathFactory) -> Architecture:
    found = read_checkpoint(write_model(tmp_path_factory.mktemp("tiny") / "model")).architecture
    assert found is not None
    return found


def never(_: Architecture) -> BuiltGraph:
    raise AssertionError("built although it was kept")


def test_a_graph_is_built_once_and_comes_back_as_it_was(
    cache: Path, architecture: Architecture
) -> None:
    first = cached_graph(architecture, build_bert)
    assert cached_graph(architecture, never) == first
    assert len(list(cache.iterdir())) == 1


def test_another_architecture_is_another_graph(cache: Path, architecture: Architecture) -> None:
    one = cached_graph(architecture, build_bert)
    other = cached_graph(replace(architecture, layers=1), build_bert)
    assert one.model != other.model
    assert len(list(cache.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"short", None], ids=["empty", "short", "one bit"])
def test_a_damaged_graph_is_built_anew(
    cache: Path, architecture: Architecture, damage: bytes | None
) -> None:
    first = cached_graph(architecture, build_bert)
    [path] = cache.iterdir()
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content if damage is None else damage)
    assert cached_graph(architecture, build_bert) == first
    assert cached_graph(architecture, never) == first


def test_where_nothing_can_be_written_the_graph_is_built_all_the_same(
    cache: Path, architecture: Architecture
) -> None:
    cache.parent.write_text("a file in the way")
    assert cached_graph(architecture, build_bert).model


def build_in_a_process(architecture: Architecture) -> bytes:
    return cached_graph(architecture, build_bert).model


def test_two_processes_build_one_graph(cache: Path, architecture: Architecture) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        models = pool.map(build_in_a_process, [architecture] * 4)
    assert len(set(models)) == 1
    assert len(list(cache.iterdir())) == 1
