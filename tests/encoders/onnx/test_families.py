from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from perimetry.encoders.onnx.architecture import TENSOR_PREFIXES
from perimetry.encoders.onnx.builders import BUILDERS
from perimetry.encoders.onnx.checkpoint import read_checkpoint
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.encoders.onnx.mpnet import bucket
from perimetry.errors import InputError, ModelError
from tests.encoders.onnx.families import FAMILIES, HIDDEN, TOKENS, Family, added_tokens
from tests.encoders.onnx.folders import edit_json
from tests.encoders.onnx.parity_texts import TEXTS

SOME = TEXTS[::7]


def load(folder: Path, threads: int | None = None, **options: str) -> OnnxEncoder:
    return OnnxEncoder.load(folder, name="model", options=options, threads=threads)


def encode(encoder: OnnxEncoder, texts: Sequence[str]) -> NDArray[np.float32]:
    return encoder.encode(texts, role="symmetric")


@pytest.fixture(params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    return FAMILIES[request.param]


def test_every_architecture_has_a_builder_and_is_tested() -> None:
    assert BUILDERS.keys() == TENSOR_PREFIXES.keys() == FAMILIES.keys()


# ----------------------------------------------------- the same in whatever company


@pytest.mark.parametrize("pooling", ["mean", "cls", "max", "weightedmean", "lasttoken"])
def test_a_text_is_bit_equal_alone_in_any_batch_and_at_any_number_of_threads(
    tmp_path: Path, family: Family, pooling: str
) -> None:
    folder = family.write(tmp_path, pooling=pooling, normalise=True)
    encoder = load(folder, threads=2)
    together = encode(encoder, SOME)
    assert np.array_equal(encode(load(folder, threads=1), SOME), together)
    assert np.array_equal(encode(load(folder, threads=3), SOME[::-1])[::-1], together)
    for size in (1, 3):
        parts = [encode(encoder, SOME[i : i + size]) for i in range(0, len(SOME), size)]
        assert np.array_equal(np.concatenate(parts), together)


def test_company_of_the_same_length_changes_no_bit(tmp_path: Path, family: Family) -> None:
    encoder = load(family.write(tmp_path))
    for letters in (1, 2, 9, 40, TOKENS):
        texts = [" ".join(letter * letters) for letter in "abcdefg"]
        alone = np.concatenate([encode(encoder, [text]) for text in texts])
        assert np.array_equal(encode(encoder, texts * 2), np.concatenate([alone, alone]))


# --------------------------------------------------------------------------- positions


def test_the_longest_text_has_as_many_tokens_as_there_are_positions(
    tmp_path: Path, family: Family
) -> None:
    folder = family.write(tmp_path)
    edit_json(folder / "tokenizer_config.json", model_max_length=int(1e30))
    encoder = load(folder)
    assert encoder.tokens(["a " * 700]) == [TOKENS]
    assert np.isfinite(encode(encoder, ["a " * 700])).all()
    with pytest.raises(InputError, match=f"max_length must be at most {TOKENS}"):
        load(folder, max_length=str(TOKENS + 1))


def test_the_order_of_words_shows(tmp_path: Path, family: Family) -> None:
    one, other = encode(load(family.write(tmp_path)), ["a b c", "c b a"])
    assert np.abs(one - other).max() > 1e-2


@pytest.mark.parametrize("name", ["roberta", "xlm-roberta"])
def test_positions_are_counted_from_one_above_the_padding_id(tmp_path: Path, name: str) -> None:
    """The same rows of the table, two further down: the same vectors."""
    folder = FAMILIES[name].write(tmp_path)
    before = encode(load(folder), ["a b c"])
    tensors = load_file(folder / "model.safetensors")
    table = tensors["embeddings.position_embeddings.weight"]
    moved = np.concatenate([np.zeros((2, HIDDEN), np.float32), table])
    save_file(
        {**tensors, "embeddings.position_embeddings.weight": moved}, folder / "model.safetensors"
    )
    edit_json(folder / "config.json", pad_token_id=3, max_position_embeddings=TOKENS + 4)
    assert read_checkpoint(folder).max_length == TOKENS
    assert np.array_equal(encode(load(folder), ["a b c"]), before)


@pytest.mark.parametrize("name", ["roberta", "xlm-roberta", "mpnet"])
def test_a_padding_token_in_a_text_is_not_counted(tmp_path: Path, name: str) -> None:
    """Where it stands shows nowhere, once the distances between tokens do not count either."""
    folder = FAMILIES[name].write(tmp_path, pooling="lasttoken")
    assert "<pad>" in added_tokens(folder)
    tensors = load_file(folder / "model.safetensors")
    if name == "mpnet":
        tensors["encoder.relative_attention_bias.weight"][:] = 0
    save_file(tensors, folder / "model.safetensors")
    early, late = encode(load(folder), ["<pad>abc", "abc<pad>"])
    assert np.abs(early - late).max() < 1e-6
    *_, last = encode(load(folder), ["abc", "abcd"])
    assert np.abs(last - late).max() > 1e-3


def test_distances_fall_into_buckets_that_widen() -> None:
    """Worked by hand: 8 + floor(8 log(n / 8) / log 16) from 8 on, and 16 more to the right."""
    starts = [n for n in range(1, 600) if bucket(-n) != bucket(1 - n)]
    assert starts == [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 23, 32, 46, 64, 91]
    assert all(bucket(n) == bucket(-n) + 16 for n in range(1, 600))


# ----------------------------------------------------------------------- names and sizes


def test_tensor_names_may_lie_below_a_task(tmp_path: Path, family: Family) -> None:
    bare = family.write(tmp_path / "bare")
    prefixed = family.write(tmp_path / "task", prefix=TENSOR_PREFIXES[family.model_type])
    assert np.array_equal(encode(load(prefixed), SOME), encode(load(bare), SOME))


def test_the_names_of_the_first_bert_checkpoints_are_known(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path)
    before = encode(load(folder), SOME)
    older = {
        name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): tensor
        for name, tensor in load_file(folder / "model.safetensors").items()
    }
    save_file(older, folder / "model.safetensors")
    assert np.array_equal(encode(load(folder), SOME), before)


def test_a_missing_tensor_is_named(tmp_path: Path, family: Family) -> None:
    folder = family.write(tmp_path)
    tensors = load_file(folder / "model.safetensors")
    ends = ("query.bias", "attn.q.bias", "q_lin.bias")
    [name] = [name for name in tensors if ".1." in name and name.endswith(ends)]
    del tensors[name]
    save_file(tensors, folder / "model.safetensors")
    with pytest.raises(ModelError, match=f"tensor '{name}' is missing"):
        load(folder)


REFUSED: dict[str, tuple[str, dict[str, object], str]] = {
    "buckets": ("mpnet", {"relative_attention_num_buckets": 64}, "num_buckets 64"),
    "activation": ("distilbert", {"activation": "silu"}, "activation 'silu'"),
    "heads": ("distilbert", {"n_heads": 5}, "not a multiple of num_attention_heads 5"),
    "dim": ("distilbert", {"dim": 0}, "dim must be a whole number above 0, not 0"),
    "padding": ("roberta", {"pad_token_id": -1}, "pad_token_id must be a whole number above -1"),
    "positions": ("roberta", {"max_position_embeddings": 2}, "leaves no position"),
    "relative": (
        "xlm-roberta",
        {"position_embedding_type": "relative_key"},
        "position_embedding_type 'relative_key'",
    ),
    "decoder": ("roberta", {"is_decoder": True}, "a decoder"),
}


@pytest.mark.parametrize(("name", "change", "named"), REFUSED.values(), ids=REFUSED.keys())
def test_sizes_that_make_no_sense_or_another_graph_are_refused(
    tmp_path: Path, name: str, change: dict[str, object], named: str
) -> None:
    folder = FAMILIES[name].write(tmp_path, **change)
    with pytest.raises(ModelError, match=named) as refused:
        load(folder)
    assert str(folder / "config.json") in str(refused.value)
