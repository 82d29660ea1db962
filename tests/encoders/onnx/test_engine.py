from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from perimetry.encoders.base import Encoder
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.errors import EncodingError, InputError, ModelError
from tests.encoders.onnx.folders import (
    HIDDEN,
    MAX_LENGTH,
    edit_json,
    random_tensors,
    write_json,
    write_model,
    write_onnx,
    write_plain,
    write_tokenizer,
)
from tests.encoders.onnx.reference import ACTIVATIONS, bert, pool

TEXTS = [
    "the weather is lovely today",
    "",
    "a",
    " ",
    "The WEATHER is lovely today!",
    "abc " * 40,
    "x" * 10_000,
    "天气很好",
    "😀😀 the 🏳️‍🌈",
    "a\x00b\x07c\u200b\n\td",
    "[SEP] [CLS] ##a",
    "e\u0301té",
    *(" ".join("abcdefghijkl"[:n]) for n in range(1, 12)),
]
LONG = ["The weather is lovely today. " * 60, "word " * 700]


def load(folder: Path, threads: int | None = None, **options: str) -> OnnxEncoder:
    return OnnxEncoder.load(folder, name="model", options=options, threads=threads)


def encode(encoder: Encoder, texts: Sequence[str], **keywords: Any) -> NDArray[np.float32]:
    return encoder.encode(texts, **{"role": "symmetric", **keywords})


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("tiny") / "model", dense=("Tanh",))


@pytest.fixture(scope="module")
def minilm(minilm_folder: Path) -> OnnxEncoder:
    return load(minilm_folder)


# --------------------------------------------------------------------- right values


def test_published_similarities_of_the_bundled_model(minilm: OnnxEncoder) -> None:
    """The quick start on the model's page prints these."""
    vectors = encode(
        minilm,
        ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."],
    )
    expected = [[1, 0.6660, 0.1046], [0.6660, 1, 0.1411], [0.1046, 0.1411, 1]]
    assert vectors @ vectors.T == pytest.approx(np.array(expected), abs=5e-5)


def test_known_components_of_hello_world(minilm: OnnxEncoder, minilm_folder: Path) -> None:
    mean = encode(minilm, ["hello world"])[0]
    assert mean[:2] == pytest.approx([-0.034477, 0.031023], abs=1e-6)
    cls = encode(load(minilm_folder, pooling="cls"), ["hello world"])[0]
    assert cls[:2] == pytest.approx([0.0259, 0.0058], abs=5e-5)


@pytest.mark.parametrize(
    "pooling", ["mean", "cls", "max", "lasttoken", "weightedmean", "mean_sqrt_len_tokens"]
)
@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_the_graph_and_the_pooling_agree_with_a_forward_pass_in_numpy(
    tmp_path: Path, pooling: str, activation: str
) -> None:
    tensors = random_tensors()
    folder = write_model(tmp_path, pooling=pooling, normalise=False, hidden_act=activation)
    ids = [2, 5, 6, 7, 8, 3]  # [CLS] a b c d [SEP]
    expected = pool(bert(tensors, ids, activation), pooling)
    assert encode(load(folder), ["a b c d"])[0] == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("activation", ["Tanh", "Identity", "ReLU"])
def test_dense_layers_and_normalisation_follow_the_pooling(tmp_path: Path, activation: str) -> None:
    folder = write_model(tmp_path, dense=(activation, "Tanh"))
    vector = pool(bert(random_tensors(), [2, 5, 3], "gelu"), "mean")
    functions = {"Tanh": np.tanh, "Identity": np.array, "ReLU": lambda x: np.maximum(x, 0)}
    for place, name in enumerate((activation, "Tanh"), start=2):
        weights = load_file(folder / f"{place}_Dense" / "model.safetensors")
        vector = weights["linear.weight"].astype(float) @ vector + weights["linear.bias"]
        vector = functions[name](vector)
    expected = vector / np.linalg.norm(vector)
    assert encode(load(folder), ["a"])[0] == pytest.approx(expected, abs=2e-6)


def test_tensor_names_may_start_with_bert(tmp_path: Path, tiny: Path) -> None:
    prefixed = {f"bert.{name}": tensor for name, tensor in random_tensors().items()}
    folder = write_model(tmp_path, dense=("Tanh",), tensors=prefixed)
    assert np.array_equal(encode(load(folder), TEXTS), encode(load(tiny), TEXTS))


def test_half_precision_weights_run_in_float32(tmp_path: Path) -> None:
    halves = {name: tensor.astype(np.float16) for name, tensor in random_tensors().items()}
    singles = {name: tensor.astype(np.float32) for name, tensor in halves.items()}
    one = write_model(tmp_path / "one", tensors=halves)  # type: ignore[arg-type]
    other = write_model(tmp_path / "other", tensors=singles)
    assert np.array_equal(encode(load(one), TEXTS), encode(load(other), TEXTS))


@pytest.mark.torch
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_sentence_transformers_gives_the_same_vectors(minilm_folder: Path, pooling: str) -> None:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(minilm_folder), device="cpu")
    model[1].pooling_mode = pooling
    texts = [*TEXTS, *LONG]
    expected = model.encode(texts, show_progress_bar=False)
    found = encode(load(minilm_folder, pooling=pooling), texts)
    assert np.abs(found - expected).max() <= 2e-6


@pytest.mark.torch
@pytest.mark.parametrize("lower_case", [True, False])
def test_sentence_transformers_reads_the_same_of_a_folder(tmp_path: Path, lower_case: bool) -> None:
    from sentence_transformers import SentenceTransformer

    folder = write_model(tmp_path, pooling="weightedmean", dense=("ReLU", "Identity"))
    write_tokenizer(folder, lower_case=False)
    edit_json(folder / "sentence_bert_config.json", do_lower_case=lower_case)
    write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": {"query": "query: ", "topic": "a b "}, "default_prompt_name": "topic"},
    )
    model = SentenceTransformer(str(folder), device="cpu")
    encoder = load(folder)
    for role, reference in {
        "query": model.encode_query,
        "document": model.encode_document,
        "symmetric": model.encode,
    }.items():
        expected = reference(TEXTS, show_progress_bar=False)
        assert np.abs(encode(encoder, TEXTS, role=role) - expected).max() <= 2e-6, role


# ----------------------------------------------------- the same in whatever company


@pytest.mark.parametrize("model", ["tiny", "bundled"])
def test_a_text_is_bit_equal_alone_and_in_any_batch(
    model: str, tiny: Path, minilm_folder: Path
) -> None:
    encoder = load(tiny if model == "tiny" else minilm_folder, threads=2)
    texts = [*TEXTS, *LONG] * 3
    together = encode(encoder, texts)
    assert np.array_equal(together, encode(encoder, texts[::-1])[::-1])
    for place in range(0, len(texts), 2):
        assert np.array_equal(encode(encoder, [texts[place]])[0], together[place]), texts[place]
    for size in (2, 3, 7):
        parts = [encode(encoder, texts[i : i + size]) for i in range(0, len(texts), size)]
        assert np.array_equal(np.concatenate(parts), together)


@pytest.mark.parametrize("pooling", ["mean", "max", "weightedmean", "cls", "lasttoken"])
def test_dense_layers_keep_it_bit_equal(tiny: Path, pooling: str) -> None:
    encoder = load(tiny, pooling=pooling)
    together = encode(encoder, TEXTS)
    alone = np.concatenate([encode(encoder, [text]) for text in TEXTS])
    assert np.array_equal(alone, together)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_number_of_threads_changes_no_bit(
    threads: int, minilm: OnnxEncoder, minilm_folder: Path
) -> None:
    assert np.array_equal(encode(load(minilm_folder, threads), TEXTS), encode(minilm, TEXTS))


def test_batches_of_one_length_stay_bit_equal_up_to_the_longest(minilm: OnnxEncoder) -> None:
    for words in (1, 2, 14, 62, 126, 254):
        texts = [" ".join([word] * words) for word in ("sun", "rain", "wind", "snow", "fog")]
        together = encode(minilm, texts * 3)
        alone = np.concatenate([encode(minilm, [text]) for text in texts])
        assert np.array_equal(together, np.concatenate([alone] * 3)), words


def test_a_tokenizer_without_special_tokens_gives_batches_of_a_single_row(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    edit_json(folder / "tokenizer.json", post_processor=None)
    edit_json(folder / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    encoder = load(folder)
    texts = ["a", "b", "c", "a b", "x"]
    assert encoder.tokens(texts) == [1, 1, 1, 2, 1]
    together = encode(encoder, texts)
    alone = np.concatenate([encode(encoder, [text]) for text in texts])
    assert np.array_equal(alone, together)
    with pytest.raises(EncodingError, match="no tokens for text 1"):
        encode(encoder, ["a", ""])


# ------------------------------------------------------------------ texts and prompts


def test_the_tokenizers_own_truncation_and_padding_are_overridden(tiny: Path) -> None:
    encoder = load(tiny)
    assert encoder.tokens(["", "a b c d e f", "a " * 100]) == [2, 8, MAX_LENGTH]


def test_the_bundled_model_reads_256_tokens_and_not_128(minilm: OnnxEncoder) -> None:
    assert minilm.tokens(["word " * 700, "hello world"]) == [256, 4]


def test_max_length_cuts_and_keeps_the_special_tokens(tiny: Path) -> None:
    encoder = load(tiny, max_length="5")
    assert encoder.tokens(["a b c d e"]) == [5]
    assert np.array_equal(encode(encoder, ["a b c d e"]), encode(load(tiny), ["a b c"]))


def test_a_prompt_is_put_before_the_text(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    write_json(folder / "config_sentence_transformers.json", {"prompts": {"query": "query: "}})
    encoder = load(folder)
    bare, prompted = encode(encoder, ["a b", "query: a b"])
    assert np.array_equal(encode(encoder, ["a b"], role="query")[0], prompted)
    assert np.array_equal(encode(encoder, ["a b"], role="query", prompt="")[0], bare)
    assert np.array_equal(encode(encoder, ["a b"], role="document")[0], bare)
    assert np.array_equal(encode(encoder, ["a b"], role="document", prompt="query: ")[0], prompted)


def test_lower_casing_is_done_where_the_folder_asks_for_it(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    write_tokenizer(folder, lower_case=False)
    upper, lower = encode(load(folder), ["A b", "a b"])
    assert not np.array_equal(upper, lower)
    edit_json(folder / "sentence_bert_config.json", do_lower_case=True)
    upper, lower = encode(load(folder), ["A b", "a b"])
    assert np.array_equal(upper, lower)


def test_no_texts_give_no_vectors(tiny: Path) -> None:
    assert encode(load(tiny), []).shape == (0, HIDDEN)


@pytest.mark.parametrize("text", ["a\ud83d", "\udc80"])
def test_half_a_surrogate_pair_is_refused_with_its_place(tiny: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"text 1 \(.*half of a surrogate pair"):
        encode(load(tiny), ["fine", text])


def test_what_is_no_list_of_strings_is_refused(tiny: Path) -> None:
    with pytest.raises(InputError, match="text 1 is a NoneType, not a string"):
        encode(load(tiny), ["a", None])  # type: ignore[list-item]
    with pytest.raises(InputError, match="Give a list of strings"):
        encode(load(tiny), "a b")


def test_vectors_that_are_not_finite_are_no_vectors(tmp_path: Path) -> None:
    tensors = random_tensors()
    tensors["embeddings.word_embeddings.weight"][6] = np.nan  # the token "b"
    encoder = load(write_model(tmp_path, tensors=tensors))
    assert encode(encoder, ["a"]).shape == (1, HIDDEN)
    with pytest.raises(EncodingError, match="NaN or infinity for 1 of 2 texts, first for 'a b'"):
        encode(encoder, ["a", "a b"])


def test_an_interrupt_leaves_the_waiting_batches_undone(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load(tiny, threads=1)
    begun: list[int] = []

    def interrupted(hidden: object) -> NDArray[np.float32]:
        begun.append(1)
        if len(begun) > 1:
            time.sleep(0.5)  # the waiting batches are cancelled meanwhile
        raise KeyboardInterrupt

    monkeypatch.setattr(encoder, "_readout", interrupted)
    with pytest.raises(KeyboardInterrupt):
        encode(encoder, [" ".join("a" * n) for n in range(1, 18)] * 20)
    assert len(begun) <= 3


# ---------------------------------------------------------------- options, fingerprint


def test_an_unknown_option_lists_the_known(tiny: Path) -> None:
    with pytest.raises(InputError, match="pooling, normalize, max_length, layers, file"):
        load(tiny, poling="cls")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("pooling", "sum", "pooling must be mean, cls, max, weightedmean, lasttoken, not 'sum'"),
        ("normalize", "yes", "normalize must be 1 or 0, not 'yes'"),
        ("max_length", "many", "max_length must be a whole number, not 'many'"),
        ("max_length", "2", "max_length must be at least 3, not 2"),
        ("max_length", "33", "max_length must be at most 32"),
        ("file", "../other.onnx", "file must lie within"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(
    tiny: Path, option: str, value: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        load(tiny, **{option: value})


def test_threads_must_be_at_least_1(tiny: Path) -> None:
    with pytest.raises(InputError, match="threads must be at least 1, not 0"):
        load(tiny, threads=0)


def test_normalize_and_pooling_replace_what_the_folder_states(tiny: Path) -> None:
    assert np.linalg.norm(encode(load(tiny), ["a"])) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(encode(load(tiny, normalize="0"), ["a"])) != pytest.approx(1, abs=1e-2)
    assert load(tiny, pooling="cls").setup["pooling"] == "cls"


def test_equal_content_has_an_equal_fingerprint_wherever_it_lies(
    tiny: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(tiny, tmp_path / "elsewhere")
    assert load(copy).fingerprint == load(tiny, threads=1).fingerprint


def swap_tokens(path: Path, one: str, other: str) -> None:
    model = json.loads(path.read_text(encoding="utf-8"))["model"]
    vocab = model["vocab"]
    swapped = {**vocab, one: vocab[other], other: vocab[one]}
    edit_json(path, model={**model, "vocab": swapped})


CHANGES: dict[str, Callable[[Path], None]] = {
    "weights": lambda folder: save_file(random_tensors(2), folder / "model.safetensors"),
    "tokenizer": lambda folder: swap_tokens(folder / "tokenizer.json", "a", "b"),
    "pooling": lambda folder: edit_json(folder / "1_Pooling" / "config.json", pooling_mode="cls"),
    "max_length": lambda folder: edit_json(
        folder / "sentence_bert_config.json", max_seq_length=MAX_LENGTH - 1
    ),
    "lower_case": lambda folder: edit_json(
        folder / "sentence_bert_config.json", do_lower_case=True
    ),
    "activation": lambda folder: edit_json(folder / "config.json", hidden_act="relu"),
    "epsilon": lambda folder: edit_json(folder / "config.json", layer_norm_eps=1e-5),
    "dense": lambda folder: save_file(
        {
            "linear.weight": np.eye(HIDDEN, dtype=np.float32),
            "linear.bias": np.zeros(HIDDEN, dtype=np.float32),
        },
        folder / "2_Dense" / "model.safetensors",
    ),
    "prompts": lambda folder: write_json(
        folder / "config_sentence_transformers.json", {"prompts": {"query": "query: "}}
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_whatever_decides_a_vector_changes_the_fingerprint(
    tiny: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    copy = shutil.copytree(tiny, tmp_path / "copy")
    change(copy)
    assert load(copy).fingerprint != load(tiny).fingerprint


def test_options_change_the_fingerprint(tiny: Path) -> None:
    found = {
        load(tiny, **options).fingerprint
        for options in ({}, {"pooling": "cls"}, {"normalize": "0"}, {"max_length": "9"})
    }
    assert len(found) == 4


def test_the_setup_says_what_the_fingerprint_holds(minilm: OnnxEncoder) -> None:
    assert minilm.dimension == minilm.setup["dimension"] == 384
    assert minilm.setup["engine"] == "onnx"
    assert minilm.setup["weights_sha256"] == (
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    )
    assert isinstance(minilm, Encoder)


# ------------------------------------------------------------------------ broken folders


def test_a_missing_tensor_is_named(tmp_path: Path) -> None:
    tensors = random_tensors()
    del tensors["encoder.layer.1.output.dense.bias"]
    with pytest.raises(ModelError, match=r"'encoder\.layer\.1\.output\.dense\.bias' is missing"):
        load(write_model(tmp_path, tensors=tensors))


def test_a_tensor_of_another_shape_is_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path, intermediate_size=25)
    with pytest.raises(ModelError, match=r"intermediate\.dense\.weight' has shape \(24, 16\)"):
        load(folder)


@pytest.mark.parametrize("file", ["model.safetensors", "2_Dense/model.safetensors"])
def test_weights_that_were_cut_short_are_named(tiny: Path, tmp_path: Path, file: str) -> None:
    path = shutil.copytree(tiny, tmp_path / "copy") / file
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ModelError, match="not a whole safetensors file") as refused:
        load(tmp_path / "copy")
    assert str(path) in str(refused.value)


def test_a_missing_or_broken_tokenizer_is_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"tokenizer\.json is not a tokenizer"):
        load(folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read .* st:"):
        load(folder)


def test_writing_over_the_folder_does_not_change_a_loaded_encoder(tmp_path: Path) -> None:
    folder = write_model(tmp_path)
    encoder = load(folder)
    before = encode(encoder, TEXTS)
    save_file(random_tensors(2), folder / "model.safetensors")
    (folder / "model.safetensors").write_bytes(b"")
    assert np.array_equal(encode(encoder, TEXTS), before)


# ------------------------------------------------------------------------ exported graphs


@pytest.mark.parametrize("place", ["model.onnx", "onnx/model.onnx"])
def test_an_exported_graph_gives_what_the_built_one_gives(
    tiny: Path, tmp_path: Path, place: str
) -> None:
    folder = shutil.copytree(tiny, tmp_path / "copy")
    write_onnx(folder, folder / place, mask=True, output="token_embeddings")
    (folder / "model.safetensors").rename(tmp_path / "model.safetensors")
    exported, built = load(folder), load(tiny)
    assert np.array_equal(encode(exported, TEXTS), encode(built, TEXTS))
    assert exported.fingerprint != built.fingerprint


def test_file_chooses_the_graph_although_there_are_weights(tiny: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny, tmp_path / "copy")
    other = write_plain(tmp_path / "other", random_tensors(2))
    write_onnx(other, folder / "onnx" / "other.onnx")
    found = encode(load(folder, file="onnx/other.onnx"), ["a"])
    assert not np.allclose(found, encode(load(folder), ["a"]))
    with pytest.raises(ModelError, match=r"onnx/none\.onnx is missing"):
        load(folder, file="onnx/none.onnx")


def test_a_bare_graph_needs_its_length_stated(tiny: Path, tmp_path: Path) -> None:
    write_onnx(tiny, tmp_path / "model.onnx")
    shutil.copy(tiny / "tokenizer.json", tmp_path)
    with pytest.raises(ModelError, match=r"states no maximum length.*\?max_length=512"):
        load(tmp_path)
    encoder = load(tmp_path, max_length=str(MAX_LENGTH), pooling="cls", normalize="1")
    expected = pool(bert(random_tensors(), [2, 5, 3], "gelu"), "cls")
    expected = expected / np.linalg.norm(expected)
    assert encode(encoder, ["a"])[0] == pytest.approx(expected, abs=2e-6)


def test_a_graph_that_pools_itself_is_not_pooled_again(tiny: Path, tmp_path: Path) -> None:
    folder = write_plain(tmp_path)
    write_onnx(folder, folder / "model.onnx", output="sentence_embedding")
    (folder / "model.safetensors").unlink()
    expected = pool(bert(random_tensors(), [2, 5, 3], "gelu"), "max")
    assert encode(load(folder), ["a"])[0] == pytest.approx(expected, abs=1e-5)
    with pytest.raises(InputError, match=r"model\.onnx pools by itself"):
        load(folder, pooling="cls")


def test_a_text_too_long_for_the_graph_is_an_encoding_error(tiny: Path, tmp_path: Path) -> None:
    write_onnx(tiny, tmp_path / "model.onnx")
    shutil.copy(tiny / "tokenizer.json", tmp_path)
    with pytest.raises(EncodingError, match="Give a smaller max_length"):
        encode(load(tmp_path, max_length="500"), ["a " * 400])
