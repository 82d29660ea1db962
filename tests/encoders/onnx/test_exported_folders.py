"""Folders as the exporters leave them, from tiny random models that are really exported."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, load, save

from perimetry.encoders import open_encoder
from perimetry.errors import InputError, ModelError
from tests.encoders.onnx.families import FAMILIES, TOKENS
from tests.encoders.onnx.folders import (
    edit_json,
    write_dense,
    write_modules,
    write_onnx,
)
from tests.encoders.onnx.parity_texts import TEXTS

SOME = TEXTS[::5]


def encode(name: str, texts: Sequence[str] = SOME, threads: int = 2) -> NDArray[np.float32]:
    return open_encoder(name, threads=threads).encode(texts, role="symmetric")


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Weights and a graph side by side, pooled by modules."""
    folder = FAMILIES["roberta"].write(tmp_path / "whole", pooling="cls", normalise=True)
    write_onnx(folder, folder / "onnx" / "model.onnx", mask=True)
    return folder


def without_weights(folder: Path, *files: str) -> Path:
    for file in ("model.safetensors", *files):
        (folder / file).unlink()
    return folder


# ------------------------------------------------------------- sentence-transformers, optimum


def test_a_folder_of_sentence_transformers_is_pooled_by_its_modules(whole: Path) -> None:
    expected = encode(f"onnx:{whole}")
    copy = without_weights(shutil.copytree(whole, whole.parent / "copy"))
    assert np.abs(encode(f"onnx:{copy}") - expected).max() < 1e-6
    graph = whole / "onnx" / "model.onnx"
    shutil.copy(graph, graph.with_name("model_O3.onnx"))
    assert np.array_equal(encode(f"onnx:{whole}?file=model_O3.onnx"), encode(f"onnx:{copy}"))


def test_a_folder_of_optimum_is_cut_where_its_positions_end(tmp_path: Path) -> None:
    folder = FAMILIES["roberta"].write(tmp_path / "built", pooling=None)
    edit_json(folder / "tokenizer_config.json", model_max_length=int(1e30))
    expected = encode(f"onnx:{folder}")
    write_onnx(folder, folder / "model.onnx", mask=True)
    without_weights(folder)
    encoder = open_encoder(f"onnx:{folder}")
    assert encoder.setup["max_length"] == TOKENS
    assert encoder.setup["pooling"] == "mean"
    assert np.abs(encode(f"onnx:{folder}") - expected).max() < 1e-6


def test_what_optimum_pooled_is_taken_as_it_is(tmp_path: Path) -> None:
    folder = FAMILIES["mpnet"].write(tmp_path, pooling=None)
    expected = encode(f"onnx:{folder}?pooling=max")
    write_onnx(folder, folder / "model.onnx", output="both")
    without_weights(folder)
    encoder = open_encoder(f"onnx:{folder}")
    assert encoder.setup["pooling"] == "by the graph"
    assert np.abs(encode(f"onnx:{folder}") - expected).max() < 1e-6
    assert open_encoder(f"onnx:{folder}?pooling=cls").setup["pooling"] == "cls"


def test_dense_layers_are_not_applied_to_what_a_graph_pooled(tmp_path: Path) -> None:
    folder = FAMILIES["roberta"].write(tmp_path)
    write_onnx(folder, folder / "model.onnx", output="sentence_embedding")
    without_weights(folder)
    write_modules(folder, "Pooling", "Dense")
    write_dense(folder / "2_Dense", "Tanh")
    with pytest.raises(ModelError, match=r"pools by itself, and modules\.json lists dense"):
        open_encoder(f"onnx:{folder}")


# ------------------------------------------------------------------------- bare graphs


@pytest.fixture
def bare(tmp_path: Path, whole: Path) -> Path:
    folder = tmp_path / "bare"
    folder.mkdir()
    shutil.copy(whole / "onnx" / "model.onnx", folder / "encoder.onnx")
    shutil.copy(whole / "tokenizer.json", folder)
    return folder


def test_a_bare_graph_is_pooled_as_the_name_says(bare: Path, whole: Path) -> None:
    expected = encode(f"onnx:{whole}")
    options = f"pooling=cls&normalize=1&max_length={TOKENS}"
    assert np.abs(encode(f"onnx:{bare}?{options}") - expected).max() < 1e-6
    assert np.abs(encode(f"onnx:{bare}?max_length={TOKENS}") - expected).max() > 1e-2


def test_a_bare_graph_without_a_length_or_a_tokenizer_is_refused(bare: Path) -> None:
    with pytest.raises(ModelError, match=r"states no maximum length.*\?max_length=512"):
        open_encoder(f"onnx:{bare}")
    (bare / "tokenizer.json").rename(bare / "vocab.txt")
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read.*A vocabulary alone"):
        open_encoder(f"onnx:{bare}?max_length=9")


@pytest.mark.parametrize("output", ["1607", "token_embeddings"])
def test_one_output_may_have_any_name(bare: Path, whole: Path, output: str) -> None:
    write_onnx(whole, bare / "encoder.onnx", output=output)
    options = f"pooling=cls&normalize=1&max_length={TOKENS}"
    assert np.abs(encode(f"onnx:{bare}?{options}") - encode(f"onnx:{whole}")).max() < 1e-6


def test_a_pooled_output_may_have_any_name_and_is_not_pooled_again(bare: Path, whole: Path) -> None:
    write_onnx(whole, bare / "encoder.onnx", output="sentence_embedding")
    named = encode(f"onnx:{bare}?max_length=9")
    graph = load(bare / "encoder.onnx")
    graph.graph.node[-1].output[0] = graph.graph.output[0].name = "vectors"
    save(graph, bare / "encoder.onnx")
    assert np.array_equal(encode(f"onnx:{bare}?max_length=9"), named)
    with pytest.raises(InputError, match="pools by itself"):
        open_encoder(f"onnx:{bare}?max_length=9&pooling=cls")


def test_ids_of_32_bits_are_handed_over_as_such(bare: Path) -> None:
    options = f"max_length={TOKENS}"
    expected = encode(f"onnx:{bare}?{options}")
    model = load(bare / "encoder.onnx")
    for value in model.graph.input:
        value.type.tensor_type.elem_type = TensorProto.INT32
    for node in model.graph.node:
        node.input[:] = ["ids" if name == "input_ids" else name for name in node.input]
    cast = model.graph.node.add(op_type="Cast", input=["input_ids"], output=["ids"])
    cast.attribute.add(name="to", type=2, i=TensorProto.INT64)
    model.graph.node.insert(0, model.graph.node.pop())
    save(model, bare / "encoder.onnx")
    assert np.array_equal(encode(f"onnx:{bare}?{options}"), expected)


def test_every_kind_of_graph_is_bit_equal_in_any_company(whole: Path, tmp_path: Path) -> None:
    pooled = shutil.copytree(whole, tmp_path / "pooled")
    write_onnx(whole, pooled / "onnx" / "model.onnx", output="sentence_embedding")
    for folder in (without_weights(pooled), without_weights(whole)):
        together = encode(f"onnx:{folder}", threads=3)
        encoder = open_encoder(f"onnx:{folder}", threads=1)
        alone = [encoder.encode([text], role="symmetric") for text in SOME]
        assert np.array_equal(np.concatenate(alone), together)


# ------------------------------------------------------------------------ real exports


def export(folder: Path, path: Path, *, pooled: bool) -> None:
    """What an exporter makes of ``folder``: token vectors, and with ``pooled`` their mean too."""
    import torch
    from transformers import AutoModel

    model: Any = AutoModel.from_pretrained(str(folder)).eval()

    class Exported(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            tokens = self.model(input_ids=input_ids, attention_mask=attention_mask)[0]
            if not pooled:
                return tokens
            mask = attention_mask.unsqueeze(-1).to(tokens.dtype)
            return tokens, (tokens * mask).sum(1) / mask.sum(1).clamp(min=1e-9)

    ids = torch.tensor([[0, 5, 6, 2], [0, 6, 7, 2]])
    inputs = ["input_ids", "attention_mask"]
    outputs = ["token_embeddings", "sentence_embedding"] if pooled else ["last_hidden_state"]
    axes = {name: {0: "batch", 1: "length"} for name in [*inputs, outputs[0]]}
    axes |= {name: {0: "batch"} for name in outputs[1:]}
    path.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of what it fixes, torch of the tracer
        torch.onnx.export(
            Exported(),
            (ids, torch.ones_like(ids)),
            str(path),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=14,
            dynamo=False,
        )


@pytest.mark.torch
@pytest.mark.parametrize("name", FAMILIES)
def test_torchs_export_of_each_architecture_gives_what_the_built_graph_gives(
    tmp_path: Path, name: str
) -> None:
    folder = FAMILIES[name].write(tmp_path, pooling="weightedmean")
    export(folder, folder / "onnx" / "model.onnx", pooled=False)
    built = encode(f"onnx:{folder}")
    exported = encode(f"onnx:{folder}?file=model.onnx")
    assert np.abs(built - exported).max() <= 2e-6
    encoder = open_encoder(f"onnx:{folder}?file=model.onnx", threads=1)
    alone = [encoder.encode([text], role="symmetric") for text in SOME]
    assert np.array_equal(np.concatenate(alone), exported)


@pytest.mark.torch
def test_torchs_export_that_pools_is_read_as_pooled(tmp_path: Path) -> None:
    folder = FAMILIES["distilbert"].write(tmp_path, pooling=None)
    built = encode(f"onnx:{folder}")
    export(folder, folder / "model.onnx", pooled=True)
    without_weights(folder)
    assert open_encoder(f"onnx:{folder}").setup["pooling"] == "by the graph"
    assert np.abs(encode(f"onnx:{folder}") - built).max() <= 2e-6


def test_dynamic_quantisation_keeps_a_text_bit_equal_in_any_company(tmp_path: Path) -> None:
    from onnxruntime.quantization import quantize_dynamic

    folder = FAMILIES["distilbert"].write(tmp_path, pooling="mean", normalise=True)
    write_onnx(folder, folder / "plain.onnx")
    (folder / "onnx").mkdir()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quantize_dynamic(folder / "plain.onnx", folder / "onnx" / "model_quantized.onnx")
    name = f"onnx:{folder}?file=model_quantized.onnx"
    together = encode(name)
    alone = [open_encoder(name).encode([text], role="symmetric") for text in SOME[::6]]
    assert np.array_equal(np.concatenate(alone), together[::6])
    built = encode(f"onnx:{folder}")
    assert 1e-5 < np.abs(together - built).max() < 0.5
