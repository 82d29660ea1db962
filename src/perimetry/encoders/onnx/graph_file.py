"""Finds the exported graph that a model folder is run by, if there is one."""

from __future__ import annotations

from pathlib import Path

from perimetry.encoders.onnx.architecture import TENSOR_PREFIXES
from perimetry.encoders.onnx.model_config import read_json
from perimetry.errors import InputError, ModelError

TRANSFORMERS = ("", "0_Transformer")
GRAPHS = ("", "onnx")
"""optimum writes beside the config, sentence-transformers into a folder of its own."""


def find_graph(folder: Path, file: str | None) -> Path | None:
    """The exported graph to run, or ``None`` where one is built from ``model.safetensors``.

    ``file`` is the path within ``folder``, or the name of a graph in its folder ``onnx``. Without
    it weights come first, then ``model.onnx``, then the only graph that there is.

    Raises:
        InputError: ``file`` leads out of the folder.
        ModelError: there is no such file, or several and none is called ``model.onnx``.
    """
    if file is not None:
        return _named(folder, file)
    transformers = [folder / place for place in TRANSFORMERS]
    for transformer in transformers:
        kind = read_json(transformer / "config.json", missing={}).get("model_type")
        if kind in TENSOR_PREFIXES and (transformer / "model.safetensors").is_file():
            return None
    graphs = _graphs(folder)
    for place in [transformer / place for transformer in transformers for place in GRAPHS]:
        if place / "model.onnx" in graphs:
            return place / "model.onnx"
    if len(graphs) > 1:
        raise ModelError(
            f"{folder} has several graphs and none is called model.onnx ({_list(folder, graphs)}). "
            f"Choose one: {folder}?file={graphs[0].relative_to(folder).as_posix()}"
        )
    return graphs[0] if graphs else None


def _named(folder: Path, file: str) -> Path:
    if not (folder / file).resolve().is_relative_to(folder.resolve()):
        raise InputError(f"file must lie within {folder}, {file!r} does not.")
    for place in GRAPHS:
        path = folder / place / file
        if path.is_file():
            return path
    graphs = _list(folder, _graphs(folder))
    raise ModelError(
        f"{folder / file} is missing. "
        + (f"Name one of {graphs}." if graphs else f"Name a file within {folder}.")
    )


def _graphs(folder: Path) -> list[Path]:
    places = [folder / transformer / place for transformer in TRANSFORMERS for place in GRAPHS]
    return [path for place in places for path in sorted(place.glob("*.onnx"))]


def _list(folder: Path, graphs: list[Path]) -> str:
    return ", ".join(path.relative_to(folder).as_posix() for path in graphs)
