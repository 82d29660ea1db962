from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import Tokenizer, normalizers
from tokenizers.pre_tokenizers import Metaspace

from perimetry.encoders.onnx.checkpoint import read_checkpoint
from perimetry.encoders.onnx.engine import OnnxEncoder
from perimetry.encoders.onnx.tokenizer_class import DEFAULT_CLASSES
from perimetry.encoders.onnx.tokens import Tokens, read_tokens
from perimetry.errors import ModelError
from tests.encoders.onnx.families import FAMILIES, added_tokens
from tests.encoders.onnx.folders import edit_json


def tokens(folder: Path) -> Tokens:
    return read_tokens(read_checkpoint(folder))


def ids(folder: Path, text: str) -> list[int]:
    found: list[int] = tokens(folder)([text])[0][0].tolist()
    return found


def edit(folder: Path, part: str, **changes: object) -> None:
    """Change keys of one part of ``tokenizer.json``."""
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    edit_json(path, **{part: {**(content[part] or {}), **changes}})


def edit_tokenizer(folder: Path, change: Callable[[Tokenizer], None]) -> None:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    change(tokenizer)
    tokenizer.save(str(folder / "tokenizer.json"))


def config(**changes: object) -> Callable[[Path], None]:
    return lambda folder: edit_json(folder / "tokenizer_config.json", **changes)


def part(name: str, **changes: object) -> Callable[[Path], None]:
    return lambda folder: edit(folder, name, **changes)


def set_part(name: str, value: Any) -> Callable[[Path], None]:
    return lambda folder: edit_tokenizer(folder, lambda t: setattr(t, name, value))


REFUSED: dict[str, tuple[str, Callable[[Path], None], str]] = {
    "case": ("bert", config(do_lower_case=False), "do_lower_case False against True"),
    "accents": ("mpnet", config(strip_accents=True), "strip_accents True against None"),
    "chinese": ("distilbert", config(tokenize_chinese_chars=False), "chinese_chars False against"),
    "unknown": ("mpnet", config(unk_token="<unk>"), "unk_token '<unk>' against '\\[UNK\\]'"),
    "ends": ("bert", config(cls_token="[MASK]"), r"tokens \['\[MASK\]', '\[SEP\]'\] against"),
    "characters": ("bert", part("model", max_input_chars_per_word=9), "per_word 100 against 9"),
    "prefix": ("bert", part("model", continuing_subword_prefix="@"), "prefix '##' against '@'"),
    "split": ("bert", set_part("pre_tokenizer", Metaspace()), "'BertPreTokenizer' against 'Meta"),
    "model": ("xlm-roberta", config(tokenizer_class="BertTokenizer"), "'WordPiece' against 'Uni"),
    "space": ("roberta", config(add_prefix_space=True), "add_prefix_space True against False"),
    "nfc": ("roberta", set_part("normalizer", normalizers.NFC()), "'NoneType' against 'NFC'"),
    "dropout": ("roberta", part("model", dropout=0.5), "dropout None against 0.5"),
    "pieces": ("xlm-roberta", part("model", unk_id=0), r"unknown token \[3\] against \[0\]"),
    "prepend": (
        "xlm-roberta",
        set_part("pre_tokenizer", Metaspace(prepend_scheme="never")),
        r"the prefix space \['always'\] against \['never'\]",
    ),
    "nfkc": ("xlm-roberta", set_part("normalizer", normalizers.NFKC()), r"against \['NFKC'\]"),
    "class": ("bert", config(tokenizer_class="MecabTokenizer"), "tokenizer_class 'MecabTokenizer'"),
}


@pytest.mark.parametrize(("family", "change", "named"), REFUSED.values(), ids=REFUSED.keys())
def test_files_that_the_versions_of_transformers_read_differently_are_refused(
    tmp_path: Path, family: str, change: Callable[[Path], None], named: str
) -> None:
    folder = FAMILIES[family].write(tmp_path)
    assert tokens(folder).max_length
    change(folder)
    with pytest.raises(ModelError, match=named) as refused:
        tokens(folder)
    assert "Use the st: engine" in str(refused.value)


@pytest.mark.parametrize("family", FAMILIES)
def test_without_a_stated_class_that_of_the_architecture_holds(tmp_path: Path, family: str) -> None:
    folder = FAMILIES[family].write(tmp_path)
    stated = ids(folder, "the weather")
    edit_json(folder / "tokenizer_config.json", tokenizer_class=None)
    assert ids(folder, "the weather") == stated
    edit_json(folder / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    assert ids(folder, "the weather") == stated


def test_every_architecture_has_a_tokenizer_class() -> None:
    assert DEFAULT_CLASSES.keys() == FAMILIES.keys()


def test_xlmr_takes_no_token_from_the_white_space_at_the_ends(tmp_path: Path) -> None:
    folder = FAMILIES["xlm-roberta"].write(tmp_path)
    bare = ids(folder, "the weather")
    edit_tokenizer(folder, lambda t: setattr(t, "pre_tokenizer", Metaspace()))
    assert ids(folder, "  the  weather ") == bare
    follows = OnnxEncoder.load(folder, name="model", options={})
    edit_json(folder / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    assert ids(folder, "  the  weather ") != bare
    other = OnnxEncoder.load(folder, name="model", options={})
    assert other.fingerprint != follows.fingerprint


def test_special_tokens_may_be_named_in_their_own_file(tmp_path: Path) -> None:
    folder = FAMILIES["mpnet"].write(tmp_path)
    edit_json(folder / "tokenizer_config.json", unk_token="<unk>")
    (folder / "special_tokens_map.json").write_text('{"unk_token": {"content": "[UNK]"}}')
    assert ids(folder, "a")


def test_lower_casing_that_sentence_transformers_saved_is_not_a_difference(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path)
    plain = ids(folder, "The WEATHER")
    (folder / "sentence_bert_config.json").write_text('{"do_lower_case": true}')
    parts = [normalizers.Lowercase(), normalizers.BertNormalizer()]
    edit_tokenizer(folder, lambda t: setattr(t, "normalizer", normalizers.Sequence(parts)))
    assert ids(folder, "The WEATHER") == plain


def test_the_side_to_cut_is_the_files_own_unless_stated(tmp_path: Path) -> None:
    folder = FAMILIES["bert"].write(tmp_path)
    assert tokens(folder).truncation_side == "right"
    edit_tokenizer(folder, lambda t: t.enable_truncation(4, direction="left"))
    assert tokens(folder).truncation_side == "left"
    edit_json(folder / "tokenizer_config.json", truncation_side="right")
    assert tokens(folder).truncation_side == "right"


@pytest.mark.parametrize("family", FAMILIES)
def test_special_tokens_in_a_text_are_special(tmp_path: Path, family: str) -> None:
    folder = FAMILIES[family].write(tmp_path)
    for token in added_tokens(folder):
        assert len(ids(folder, token)) == 3, token
