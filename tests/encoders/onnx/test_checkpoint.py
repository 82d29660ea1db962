from __future__ import annotations

import json
from pathlib import Path

import pytest

from perimetry.encoders.onnx.checkpoint import read_checkpoint
from perimetry.errors import ModelError
from tests.encoders.onnx.folders import (
    HIDDEN,
    MAX_LENGTH,
    POSITIONS,
    edit_json,
    write_dense,
    write_json,
    write_model,
    write_modules,
    write_plain,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model", dense=("Tanh",))


def test_a_sentence_transformers_folder_is_understood(folder: Path) -> None:
    checkpoint = read_checkpoint(folder)
    assert checkpoint.pooling == "mean"
    assert checkpoint.normalise
    assert checkpoint.max_length == MAX_LENGTH
    assert not checkpoint.lower_case
    assert checkpoint.prompts == {}
    (layer,) = checkpoint.dense
    assert (layer.in_features, layer.activation, layer.bias) == (HIDDEN, "Tanh", True)


def test_a_plain_transformer_states_no_pooling_and_is_not_normalised(tmp_path: Path) -> None:
    checkpoint = read_checkpoint(write_plain(tmp_path))
    assert (checkpoint.pooling, checkpoint.normalise, checkpoint.dense) == (None, False, ())
    assert checkpoint.max_length == 30, "the tokenizer's model_max_length, below the positions"


def test_the_bundled_model_states_256_tokens(minilm_folder: Path) -> None:
    assert read_checkpoint(minilm_folder).max_length == 256


def test_a_tokenizer_without_a_limit_is_limited_by_the_positions(tmp_path: Path) -> None:
    folder = write_plain(tmp_path)
    edit_json(folder / "tokenizer_config.json", model_max_length=int(1e30))
    assert read_checkpoint(folder).max_length == POSITIONS


@pytest.mark.parametrize(
    ("flag", "mode"),
    [
        ("pooling_mode_cls_token", "cls"),
        ("pooling_mode_max_tokens", "max"),
        ("pooling_mode_mean_tokens", "mean"),
        ("pooling_mode_mean_sqrt_len_tokens", "mean_sqrt_len_tokens"),
        ("pooling_mode_weightedmean_tokens", "weightedmean"),
        ("pooling_mode_lasttoken", "lasttoken"),
    ],
)
def test_the_older_pooling_flags_are_understood(folder: Path, flag: str, mode: str) -> None:
    write_json(folder / "1_Pooling" / "config.json", {flag: True})
    assert read_checkpoint(folder).pooling == mode


def test_the_module_names_of_newer_versions_are_understood(folder: Path) -> None:
    modules = json.loads((folder / "modules.json").read_text())
    modules[0]["type"] = "sentence_transformers.base.modules.transformer.Transformer"
    write_json(folder / "modules.json", modules)
    write_json(
        folder / "sentence_bert_config.json",
        {"transformer_task": "feature-extraction", "module_output_name": "token_embeddings"},
    )
    assert read_checkpoint(folder).max_length == 30


def test_prompts_go_to_their_roles_and_the_default_prompt_to_neither_side(folder: Path) -> None:
    write_json(
        folder / "config_sentence_transformers.json",
        {
            "prompts": {"query": "query: ", "document": "", "topic": "about "},
            "default_prompt_name": "topic",
        },
    )
    assert read_checkpoint(folder).prompts == {"query": "query: ", "symmetric": "about "}


REFUSED = {
    "model_type": ("config.json", {"model_type": "t5"}, "model_type 't5'"),
    "custom-code": ("config.json", {"auto_map": {"AutoModel": "x.Y"}}, "custom code"),
    "decoder": ("config.json", {"is_decoder": True}, "a decoder"),
    "positions": (
        "config.json",
        {"position_embedding_type": "relative_key"},
        "position_embedding_type 'relative_key'",
    ),
    "activation": ("config.json", {"hidden_act": "silu"}, "hidden_act 'silu'"),
    "task": (
        "sentence_bert_config.json",
        {"transformer_task": "fill-mask"},
        "transformer_task 'fill-mask'",
    ),
    "concatenated": (
        "1_Pooling/config.json",
        {"pooling_mode": ["cls", "mean"]},
        r"several pooling modes at once \(cls, mean\)",
    ),
    "pooling": ("1_Pooling/config.json", {"pooling_mode": "attention"}, "mode 'attention'"),
    "without-prompt": ("1_Pooling/config.json", {"include_prompt": False}, "include_prompt=false"),
    "dense-activation": (
        "2_Dense/config.json",
        {"activation_function": "torch.nn.modules.activation.Mish"},
        "activation_function",
    ),
    "dense-foreign": ("2_Dense/config.json", {"activation_function": "os.Tanh"}, "os.Tanh"),
    "residual": ("2_Dense/config.json", {"use_residual": True}, "use_residual"),
    "dense-input": (
        "2_Dense/config.json",
        {"module_input_name": "token_embeddings"},
        "module_input_name",
    ),
    "normalised-tokens": (
        "3_Normalize/config.json",
        {"module_input_name": "token_embeddings"},
        "normalising anything but",
    ),
    "truncated-vectors": (
        "config_sentence_transformers.json",
        {"truncate_dim": 8},
        "truncate_dim 8",
    ),
    "other-model": (
        "config_sentence_transformers.json",
        {"model_type": "CrossEncoder"},
        "model_type 'CrossEncoder'",
    ),
}


@pytest.mark.parametrize(("file", "change", "named"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_understood_is_refused_by_name(
    folder: Path, file: str, change: dict[str, object], named: str
) -> None:
    path = folder / file
    if not path.exists():
        write_json(path, {})
    edit_json(path, **change)
    with pytest.raises(ModelError, match=named) as refused:
        read_checkpoint(folder)
    assert str(path) in str(refused.value)
    assert "Use the st: engine: st:" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "modules",
    [("Pooling", "Normalize", "Dense"), ("Dense",), ("Normalize", "Pooling"), ()],
    ids=" ".join,
)
def test_modules_in_an_unusual_order_are_refused(folder: Path, modules: tuple[str, ...]) -> None:
    write_modules(folder, *modules)
    with pytest.raises(ModelError, match="the order of modules"):
        read_checkpoint(folder)


def test_unknown_and_custom_modules_are_refused(folder: Path) -> None:
    write_modules(folder, "Pooling", "LSTM")
    with pytest.raises(ModelError, match="module 'LSTM' in place 2"):
        read_checkpoint(folder)
    write_json(folder / "modules.json", [{"type": "custom.Transformer", "path": ""}])
    with pytest.raises(ModelError, match=r"custom module 'custom\.Transformer'"):
        read_checkpoint(folder)


@pytest.mark.parametrize(
    "file",
    [
        "modules.json",
        "config.json",
        "sentence_bert_config.json",
        "tokenizer_config.json",
        "1_Pooling/config.json",
        "2_Dense/config.json",
        "config_sentence_transformers.json",
    ],
)
@pytest.mark.parametrize("content", ["{", "3", '"x"', ""], ids=["open", "number", "text", "empty"])
def test_a_broken_file_is_named(folder: Path, file: str, content: str) -> None:
    (folder / file).write_text(content)
    with pytest.raises(ModelError) as refused:
        read_checkpoint(folder)
    assert str(folder / file) in str(refused.value)
    assert "Download the model again" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("file", ["config.json", "1_Pooling/config.json", "2_Dense/config.json"])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelError) as refused:
        read_checkpoint(folder)
    assert f"{folder / file} is missing" in str(refused.value)


@pytest.mark.parametrize("value", [0, -3, "16", 1.5, True, None])
def test_a_size_must_be_a_whole_number_above_0(folder: Path, value: object) -> None:
    config = json.loads((folder / "config.json").read_text())
    write_json(folder / "config.json", {**config, "hidden_size": value})
    with pytest.raises(ModelError, match="hidden_size must be a whole number above 0"):
        read_checkpoint(folder)


def test_heads_must_divide_the_hidden_size(folder: Path) -> None:
    edit_json(folder / "config.json", num_attention_heads=3)
    with pytest.raises(ModelError, match="not a multiple of num_attention_heads 3"):
        read_checkpoint(folder)


def test_prompts_must_be_strings_and_the_default_one_of_them(folder: Path) -> None:
    path = folder / "config_sentence_transformers.json"
    write_json(path, {"prompts": {"query": 3}})
    with pytest.raises(ModelError, match="prompts must map names to strings"):
        read_checkpoint(folder)
    write_json(path, {"prompts": {"query": "q "}, "default_prompt_name": "topic"})
    with pytest.raises(ModelError, match=r"'topic' is not among the prompts \(query\)"):
        read_checkpoint(folder)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is not a folder"):
        read_checkpoint(tmp_path / "nowhere")


def test_beside_an_exported_graph_the_config_may_be_missing(tmp_path: Path) -> None:
    checkpoint = read_checkpoint(tmp_path, exported=True)
    assert checkpoint.architecture is None
    assert checkpoint.max_length is None


def test_a_second_dense_layer_is_read_too(folder: Path) -> None:
    write_modules(folder, "Pooling", "Dense", "Dense")
    write_dense(folder / "3_Dense", "Identity")
    checkpoint = read_checkpoint(folder)
    assert [layer.activation for layer in checkpoint.dense] == ["Tanh", "Identity"]
    assert not checkpoint.normalise
