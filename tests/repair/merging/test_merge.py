from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from perimetry.encoders import open_encoder
from perimetry.errors import InputError, ModelError
from perimetry.repair.merging.merge import linear, merge_models, slerp
from tests.encoders.onnx.folders import edit_json, random_tensors, write_json, write_model

TEXTS = ["the weather is lovely today", "query: a", "passage"]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    folder = write_model(tmp_path / "base", pooling="cls", dense=("Tanh",))
    write_json(folder / "config_sentence_transformers.json", {"prompts": {"query": "query: "}})
    return folder


@pytest.fixture
def repaired(tmp_path: Path) -> Path:
    folder = write_model(
        tmp_path / "repaired", pooling="cls", dense=("Tanh",), tensors=random_tensors(seed=2)
    )
    write_json(folder / "config_sentence_transformers.json", {"prompts": {"query": "query: "}})
    return folder


def vectors(folder: Path, engine: str = "onnx") -> np.ndarray:
    return open_encoder(f"{engine}:{folder}").encode(TEXTS, role="query")


# ----------------------------------------------------------------------- the arithmetic


def test_slerp_goes_along_the_arc_and_linear_along_the_chord() -> None:
    """A third of the right angle from east to north is 30 degrees: (√3 / 2, 1 / 2)."""
    east, north = np.array([1.0, 0]), np.array([0, 1.0])
    assert slerp(east, north, 1 / 3) == pytest.approx([3**0.5 / 2, 0.5])
    assert linear(east, north, 1 / 3) == pytest.approx([2 / 3, 1 / 3])


def test_slerp_takes_tensors_of_different_lengths_as_they_are() -> None:
    """At 45 of 90 degrees both have the factor sin 45° / sin 90° = 1 / √2."""
    assert slerp(np.array([2.0, 0]), np.array([0, 4.0]), 0.5) == pytest.approx([2**0.5, 8**0.5])


@pytest.mark.parametrize("other", [[3.0, 6.0], [-1.0, -2.0], [0.0, 0.0]])
def test_where_there_is_no_arc_it_is_the_chord(other: list[float]) -> None:
    one, two = np.array([1.0, 2.0]), np.array(other)
    assert slerp(one, two, 0.25) == pytest.approx(linear(one, two, 0.25))


@given(st.integers(0, 999), st.floats(0, 1))
def test_slerp_keeps_the_length_of_tensors_of_equal_length(seed: int, weight: float) -> None:
    one, two = np.random.default_rng(seed).normal(size=(2, 3, 4))
    two *= np.linalg.norm(one) / np.linalg.norm(two)
    assert np.linalg.norm(slerp(one, two, weight)) == pytest.approx(np.linalg.norm(one))


# --------------------------------------------------------------------------- the folder


@pytest.mark.parametrize("method", ["linear", "slerp"])
def test_the_ends_are_the_two_models(base: Path, repaired: Path, method: str) -> None:
    for weight, end in ((0, base), (1, repaired)):
        out = base.parent / f"{method}{weight}"
        merge_models(base, [repaired], out, weight=weight, method=method)
        assert np.allclose(vectors(out), vectors(end), atol=1e-6)


def test_every_tensor_lies_between(base: Path, repaired: Path, tmp_path: Path) -> None:
    """Reference: numpy on what safetensors' own reader gives."""
    merge_models(base, [repaired], tmp_path / "out", weight=0.25, method="linear")
    for place in ("model.safetensors", "2_Dense/model.safetensors"):
        one, two, out = (load_file(f / place) for f in (base, repaired, tmp_path / "out"))
        assert out.keys() == one.keys()
        for name, tensor in out.items():
            assert np.allclose(tensor, 0.75 * one[name] + 0.25 * two[name], atol=1e-6)
            assert tensor.dtype == np.float32


def test_of_several_repaired_models_the_mean_is_taken_first(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    """Reference: numpy on what safetensors' own reader gives."""
    third = write_model(
        tmp_path / "third", pooling="cls", dense=("Tanh",), tensors=random_tensors(seed=3)
    )
    write_json(third / "config_sentence_transformers.json", {"prompts": {"query": "query: "}})
    out = tmp_path / "out"
    merge_models(base, [repaired, third], out, weight=0.5, method="linear")
    place = "model.safetensors"
    one, two, three, merged = (load_file(f / place) for f in (base, repaired, third, out))
    for name, tensor in merged.items():
        assert np.allclose(tensor, one[name] / 2 + (two[name] + three[name]) / 4, atol=1e-6)
    assert "to the mean of `repaired` and `third`" in (out / "README.md").read_text()
    with pytest.raises(InputError, match="there is nothing to merge"):
        merge_models(base, [], tmp_path / "none", weight=0.5)


def test_pooling_prompts_and_tokenizer_are_kept(base: Path, repaired: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    merge_models(base, [repaired], out, weight=0.5)
    merged = open_encoder(f"onnx:{out}")
    assert (merged.setup["pooling"], merged.prompts) == ("cls", {"query": "query: "})
    assert (out / "tokenizer.json").read_bytes() == (base / "tokenizer.json").read_bytes()


@pytest.mark.torch
def test_both_engines_open_it_and_agree(base: Path, repaired: Path, tmp_path: Path) -> None:
    merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    assert np.allclose(vectors(tmp_path / "out"), vectors(tmp_path / "out", "st"), atol=1e-5)


def test_names_of_other_libraries_and_absent_positions_are_understood(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    path = base / "model.safetensors"
    renamed = {
        f"bert.{n.replace('Norm.weight', 'Norm.gamma')}": t for n, t in load_file(path).items()
    }
    renamed["bert.embeddings.position_ids"] = np.arange(32)[None]
    save_file(renamed, path)
    out = tmp_path / "out"
    merge_models(base, [repaired], out, weight=1, method="linear")
    assert np.allclose(vectors(out), vectors(repaired), atol=1e-6)
    assert load_file(out / "model.safetensors")["bert.embeddings.position_ids"].dtype == np.int64


def test_halves_become_float32_and_the_config_says_so(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    path = base / "model.safetensors"
    save_file({n: t.astype(np.float16) for n, t in load_file(path).items()}, path)
    edit_json(base / "config.json", torch_dtype="float16")
    merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    config = json.loads((tmp_path / "out" / "config.json").read_text())
    assert config["torch_dtype"] == "float32"
    tensors = load_file(tmp_path / "out" / "model.safetensors")
    assert {str(tensor.dtype) for tensor in tensors.values()} == {"float32"}


def test_no_code_no_pickle_and_no_graph_of_the_base_comes_along(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    said = ("certificate.json", "repair.json")
    for name in ("modeling.py", "pytorch_model.bin", "onnx/model.onnx", *said):
        (base / name).parent.mkdir(exist_ok=True)
        (base / name).write_bytes(b"old")
    merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    left = {path.suffix for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert left == {".json", ".safetensors", ".md"}
    assert not any((tmp_path / "out" / name).exists() for name in said)


def test_the_card_says_what_was_merged(base: Path, repaired: Path, tmp_path: Path) -> None:
    merge_models(base, [repaired], tmp_path / "out", weight=0.25, name="owner/base")
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "0.25 of the way from `owner/base` to `repaired`, tensor by tensor (slerp)" in card


# ------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_attention_heads": 4}, "their num_attention_heads differ"),
        ({"hidden_act": "relu"}, "their hidden_act differ"),
    ],
)
def test_another_architecture_is_refused(
    base: Path, repaired: Path, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    edit_json(repaired / "config.json", **change)
    with pytest.raises(InputError, match=message):
        merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    assert not (tmp_path / "out").exists()


def test_other_pooling_prompts_or_words_are_refused(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    def refused(message: str) -> None:
        with pytest.raises(InputError, match=message):
            merge_models(base, [repaired], tmp_path / "out", weight=0.5)

    edit_json(repaired / "tokenizer.json", model={"vocab": {"other": 0}})
    refused("their vocabulary differ")
    edit_json(repaired / "config_sentence_transformers.json", prompts={"query": "ask: "})
    refused("their prompts differ")
    edit_json(repaired / "1_Pooling" / "config.json", pooling_mode="mean")
    refused("their pooling differ")


def test_other_tensors_are_refused_and_nothing_is_left(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    path = repaired / "model.safetensors"
    tensors = load_file(path)
    whole = tensors.pop("encoder.layer.0.output.dense.bias")
    save_file(tensors, path)
    with pytest.raises(
        InputError, match=r"1 of the tensors, such as 'encoder.layer.0.output.dense"
    ):
        merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    save_file({**tensors, "encoder.layer.0.output.dense.bias": whole[1:]}, path)
    with pytest.raises(InputError, match=r"has shape \(16,\) in one and \(15,\) in the other"):
        merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["base", "repaired"]


def test_a_cut_file_a_bad_weight_and_a_place_taken_are_refused(
    base: Path, repaired: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="the weight lies within 0"):
        merge_models(base, [repaired], tmp_path / "out", weight=1.5)
    with pytest.raises(InputError, match="is there already"):
        merge_models(base, [repaired], base, weight=0.5)
    path = repaired / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(ModelError, match="not a whole safetensors file"):
        merge_models(base, [repaired], tmp_path / "out", weight=0.5)
    path.unlink()
    with pytest.raises(InputError, match="their weight files differ"):
        merge_models(base, [repaired], tmp_path / "out", weight=0.5)
