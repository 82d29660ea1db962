from __future__ import annotations

import json
import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from perimetry.encoders import open_encoder

TEXTS = ["The weather is lovely today.", "I did not sign it.", "😀", "x" * 500]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that the wheel carries, in the layout of a static model. It is never imported."""
    try:
        files = distribution("wordllama").files or []
    except PackageNotFoundError:
        pytest.skip("pip install --no-deps wordllama runs this")
    for file in files:
        if file.name.endswith("_256.safetensors"):
            shutil.copy(Path(str(file.locate())), tmp_path / "model.safetensors")
        elif file.name.endswith("_tokenizer_config.json"):
            shutil.copy(Path(str(file.locate())), tmp_path / "tokenizer.json")
    (tmp_path / "config.json").write_text(json.dumps({}))
    return tmp_path


def test_its_vectors_are_the_means_of_its_table(folder: Path) -> None:
    table = load_file(folder / "model.safetensors")["embedding.weight"].astype(np.float64)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    expected = [
        table[tokenizer.encode(text, add_special_tokens=False).ids].mean(axis=0) for text in TEXTS
    ]
    vectors = open_encoder(f"static:{folder}").encode(TEXTS, role="symmetric")
    assert np.abs(vectors - np.stack(expected)).max() < 1e-6
