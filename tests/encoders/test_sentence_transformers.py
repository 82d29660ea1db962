from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import Encoder, open_encoder
from perimetry.encoders.sentence_transformers import BUDGET, SentenceTransformersEncoder
from perimetry.errors import InputError, MissingExtraError, ModelError
from tests.encoders.onnx.folders import edit_json, write_json, write_model

pytestmark = pytest.mark.torch

TEXTS = ["the weather is lovely today", "a", "", "b " * 30, *(f"is it {n}?" for n in range(60))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("sentence_transformers")
    return write_model(tmp_path / "m")


def opened(name: str, **options: int) -> SentenceTransformersEncoder:
    encoder = open_encoder(name, **options)
    assert isinstance(encoder, Encoder)
    assert isinstance(encoder, SentenceTransformersEncoder)
    return encoder


def test_vectors_are_the_librarys_own(folder: Path) -> None:
    from sentence_transformers import SentenceTransformer

    expected = SentenceTransformer(str(folder), device="cpu").encode(TEXTS)
    vectors = opened(f"st:{folder}").encode(TEXTS, role="symmetric")
    assert np.abs(vectors - expected).max() < 1e-6


def test_batches_hold_each_text_once_and_no_more_than_the_budget(folder: Path) -> None:
    texts = TEXTS * 4
    encoder = opened(f"st:{folder}")
    counts = encoder._token_counts(texts)
    batches = encoder._batches(texts, "")
    assert sorted(place for batch in batches for place in batch) == list(range(len(texts)))
    assert all(len(batch) * max(counts[place] for place in batch) <= BUDGET for batch in batches)
    assert len(batches) > 1
    longest = [counts[batch[0]] for batch in batches]
    assert longest == sorted(longest, reverse=True)


def test_the_number_of_threads_changes_no_vector_and_none_is_left_behind(folder: Path) -> None:
    import torch

    before = torch.get_num_threads(), threading.active_count()
    one, three = (opened(f"st:{folder}", threads=n).encode(TEXTS, role="symmetric") for n in (1, 3))
    assert np.array_equal(one, three)
    assert (torch.get_num_threads(), threading.active_count()) == before


def test_prompts_are_the_models_and_the_default_is_for_neither_role(folder: Path) -> None:
    write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": {"query": "query: ", "other": "passage: "}, "default_prompt_name": "other"},
    )
    encoder = opened(f"st:{folder}")
    assert encoder.prompts == {"query": "query: ", "document": "", "symmetric": "passage: "}
    prompted = encoder.encode(["the weather"], role="query")
    assert np.array_equal(prompted, encoder.encode(["query: the weather"], role="query", prompt=""))


def test_the_setup_says_device_pooling_and_lengths(folder: Path) -> None:
    setup = opened(f"st:{folder}").setup
    expected = {"device": "cpu", "pooling": "mean", "dimension": 16, "max_length": 20}
    assert {key: setup[key] for key in expected} == expected


def test_other_weights_are_another_encoder(folder: Path) -> None:
    before = opened(f"st:{folder}").fingerprint
    edit_json(folder / "1_Pooling" / "config.json", pooling_mode="cls")
    assert opened(f"st:{folder}").fingerprint != before


def test_what_a_repair_writes_beside_the_weights_makes_no_other_encoder(folder: Path) -> None:
    before = opened(f"st:{folder}").fingerprint
    (folder / "certificate.json").write_text("{}")
    assert opened(f"st:{folder}").fingerprint == before


def test_code_that_comes_with_a_model_runs_only_when_told(folder: Path) -> None:
    """A module of the folder's own, which writes a file when it is imported."""
    trace = folder / "it_ran"
    (folder / "theirs.py").write_text(
        f"open({str(trace)!r}, 'w').close()\n"
        "from sentence_transformers.models import Normalize as Theirs\n"
    )
    modules = json.loads((folder / "modules.json").read_text())
    modules[-1]["type"] = "theirs.Theirs"
    write_json(folder / "modules.json", modules)
    for options in ("", "?trust_remote_code=0"):
        with pytest.raises(ModelError):
            opened(f"st:{folder}{options}")
        assert not trace.exists()
    trusting = opened(f"st:{folder}?trust_remote_code=1")
    assert trace.exists()
    assert trusting.setup["trust_remote_code"] is True
    assert trusting.name == "st:m?trust_remote_code=1"


def test_pickled_weights_are_never_read(folder: Path) -> None:
    import torch

    (folder / "model.safetensors").unlink()
    torch.save({}, folder / "pytorch_model.bin")
    with pytest.raises(ModelError, match="sentence-transformers cannot load"):
        opened(f"st:{folder}")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ("trust_remote_code=yes", InputError, "trust_remote_code must be 1 or 0"),
        ("pooling=cls", InputError, "no option 'pooling'"),
        ("device=nowhere", ModelError, "sentence-transformers cannot load"),
    ],
)
def test_options_that_cannot_be_are_refused(
    folder: Path, options: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        opened(f"st:{folder}?{options}")


def test_without_the_library_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perimetry\[st\]'"):
        opened(f"st:{write_model(tmp_path / 'm')}")
