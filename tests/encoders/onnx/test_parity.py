"""Every graph against sentence-transformers, the engine that users run."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.onnx.mpnet import bucket
from tests.encoders.onnx.families import FAMILIES, write_xlmr_tokenizer
from tests.encoders.onnx.folders import edit_json, write_json
from tests.encoders.onnx.parity_texts import TEXTS

pytestmark = pytest.mark.torch

TOLERANCE = 2e-6


def largest_difference(folder: Path, threads: int = 1) -> float:
    """Over all texts; a tiny model gains nothing from a second thread."""
    import torch
    from sentence_transformers import SentenceTransformer

    ours = open_encoder(f"onnx:{folder}").encode(TEXTS, role="symmetric")
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    model = SentenceTransformer(str(folder), device="cpu")
    reference = model.encode(TEXTS, show_progress_bar=False)
    torch.set_num_threads(before)
    assert np.abs(reference - reference[0]).max() > 0.01, "the reference tells texts apart"
    return float(np.abs(ours - reference).max())


def test_there_are_enough_texts() -> None:
    assert len(set(TEXTS)) >= 500


def test_the_bundled_model(minilm_folder: Path) -> None:
    assert largest_difference(minilm_folder, threads=2) <= TOLERANCE


@pytest.mark.parametrize("normalise", [False, True], ids=["plain", "normalised"])
@pytest.mark.parametrize("pooling", ["mean", "cls", "max", "weightedmean", "lasttoken"])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_random_model(tmp_path: Path, name: str, pooling: str, normalise: bool) -> None:
    folder = FAMILIES[name].write(tmp_path, pooling=pooling, normalise=normalise)
    assert largest_difference(folder) <= TOLERANCE


@pytest.mark.parametrize("name", FAMILIES)
def test_a_plain_transformer(tmp_path: Path, name: str) -> None:
    assert largest_difference(FAMILIES[name].write(tmp_path, pooling=None)) <= TOLERANCE


@pytest.mark.parametrize("name", FAMILIES)
def test_texts_cut_to_the_length_that_the_folder_states(tmp_path: Path, name: str) -> None:
    folder = FAMILIES[name].write(tmp_path)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": 21, "do_lower_case": True})
    edit_json(folder / "tokenizer_config.json", truncation_side="left")
    assert largest_difference(folder) <= TOLERANCE


@pytest.mark.parametrize("name", ["roberta", "distilbert"])
def test_the_older_names_of_the_length_are_known(tmp_path: Path, name: str) -> None:
    folder = FAMILIES[name].write(tmp_path)
    write_json(folder / f"sentence_{name}_config.json", {"max_seq_length": 13})
    assert largest_difference(folder) <= TOLERANCE
    (folder / f"sentence_{name}_config.json").unlink()
    edit_json(folder / "tokenizer_config.json", model_max_length=None, max_len=17)
    assert largest_difference(folder) <= TOLERANCE


def test_another_padding_id(tmp_path: Path) -> None:
    folder = FAMILIES["roberta"].write(tmp_path, pad_token_id=0)
    assert largest_difference(folder) <= TOLERANCE


@pytest.mark.parametrize("activation", ["gelu_new", "relu"])
@pytest.mark.parametrize("name", ["mpnet", "distilbert"])
def test_other_activations(tmp_path: Path, name: str, activation: str) -> None:
    key = "activation" if name == "distilbert" else "hidden_act"
    folder = FAMILIES[name].write(tmp_path, **{key: activation})
    assert largest_difference(folder) <= TOLERANCE


def test_bert_with_the_tokenizer_of_xlmr(tmp_path: Path) -> None:
    """As in the multilingual MiniLM and E5 models."""
    family = replace(FAMILIES["bert"], write_tokenizer=write_xlmr_tokenizer)
    assert largest_difference(family.write(tmp_path)) <= TOLERANCE


def test_an_xlmr_tokenizer_that_keeps_white_space_in_its_file(tmp_path: Path) -> None:
    """As in BGE-M3; the table of characters is empty, so it changes none."""
    from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers

    folder = FAMILIES["xlm-roberta"].write(tmp_path)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Precompiled(struct.pack("<I", 4096) + bytes(4097)),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.save(str(folder / "tokenizer.json"))
    assert largest_difference(folder) <= TOLERANCE


def test_distances_fall_into_the_same_buckets() -> None:
    import torch
    from transformers.models.mpnet.modeling_mpnet import MPNetEncoder

    away = list(range(-600, 601))
    reference = MPNetEncoder.relative_position_bucket(torch.tensor(away))
    assert reference.tolist() == [bucket(distance) for distance in away]
