from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.static.token_table import StaticEncoder
from perimetry.errors import InputError, ModelError
from tests.encoders.static.folders import WORDS, write_static

TABLE = np.arange(2 * len(WORDS), dtype=np.float32).reshape(-1, 2)  # token n has (2n, 2n + 1)


def vector(folder: Path, text: str, options: str = "") -> list[float]:
    return open_encoder(f"static:{folder}{options}").encode([text], role="symmetric")[0].tolist()


def test_a_vector_is_the_mean_of_the_known_tokens(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m", vectors=TABLE)
    assert vector(folder, "The WEATHER xyzzy") == [5, 6]  # of (4, 5) and (6, 7)


def test_weights_and_mapping_are_followed(tmp_path: Path) -> None:
    mapping = [0] * len(WORDS)
    mapping[2:4] = [1, 0]
    weights = [1.0] * len(WORDS)
    weights[3] = 3.0
    rows = np.array([[1, 0], [0, 8]], dtype=np.float16)
    folder = write_static(tmp_path / "m", vectors=rows, mapping=mapping, weights=weights)
    assert vector(folder, "the weather") == [1.5, 4]  # of (0, 8) and 3 (1, 0)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.float16, np.int8])
def test_every_number_type_is_read(tmp_path: Path, kind: type) -> None:
    assert vector(write_static(tmp_path / "m", vectors=TABLE.astype(kind)), "the") == [4, 5]


def test_normalising_is_the_configs_and_an_option(tmp_path: Path) -> None:
    rows = np.full((len(WORDS), 2), [3, 4], dtype=np.float32)
    folder = write_static(tmp_path / "m", vectors=rows, normalize=True)
    assert vector(folder, "the") == pytest.approx([0.6, 0.8])
    assert vector(folder, "the", "?normalize=0") == [3, 4]


@pytest.mark.parametrize("text", ["", " ", "xyzzy plugh"])
def test_a_text_with_no_known_token_gets_zeros_and_is_counted(tmp_path: Path, text: str) -> None:
    encoder = open_encoder(f"static:{write_static(tmp_path / 'm', normalize=True)}")
    assert isinstance(encoder, StaticEncoder)
    vectors = encoder.encode(["the", text], role="symmetric")
    assert not vectors[1].any()
    assert encoder.unknown_texts.count == 1
    assert encoder.unknown_texts.examples == [text]


def test_a_text_is_cut_to_the_models_length(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m", vectors=TABLE, max_length=2)
    assert vector(folder, "a a the the the") == vector(folder, "a a")


def test_of_a_static_embedding_the_unknown_token_counts(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m", tensor="embedding.weight", vectors=TABLE)
    assert vector(folder, "the xyzzy") == [3, 4]  # of (4, 5) and (2, 3)


def test_a_static_folder_needs_no_engine_in_its_name(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m")
    assert open_encoder(str(folder)).name == "static:m"
    assert open_encoder(str(folder)).fingerprint == open_encoder(f"static:{folder}").fingerprint


def test_other_bytes_are_another_encoder(tmp_path: Path) -> None:
    first = open_encoder(f"static:{write_static(tmp_path / 'a', vectors=TABLE)}")
    second = open_encoder(f"static:{write_static(tmp_path / 'b', vectors=TABLE + 1)}")
    assert first.fingerprint != second.fingerprint


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda m: (m / "model.safetensors").unlink(), "model.safetensors cannot be read"),
        (lambda m: (m / "tokenizer.json").unlink(), "tokenizer.json cannot be read"),
        (lambda m: (m / "tokenizer.json").write_text("{}"), "is not a tokenizer"),
        (lambda m: (m / "config.json").write_text("{"), "config.json is not valid JSON"),
        (
            lambda m: (m / "model.safetensors").write_bytes(
                (m / "model.safetensors").read_bytes()[:-1]
            ),
            "not a whole safetensors file",
        ),
        (lambda m: write_static(m, vectors=TABLE[:4]), "token 10, model.safetensors only 4"),
        (lambda m: write_static(m, mapping=[99] * len(WORDS)), "mapping points past the table"),
        (lambda m: write_static(m, weights=[1.0]), "1 weights for 11 tokens"),
        (lambda m: write_static(m, tensor="other"), "no table called embeddings"),
    ],
    ids=["weights", "tokenizer", "tokens", "config", "cut", "few", "mapping", "short", "name"],
)
def test_a_broken_folder_says_what_is_wrong(tmp_path: Path, break_it, message: str) -> None:
    folder = write_static(tmp_path / "m")
    break_it(folder)
    with pytest.raises(ModelError, match=message):
        open_encoder(f"static:{folder}")


def test_an_option_it_does_not_know_is_refused(tmp_path: Path) -> None:
    folder = write_static(tmp_path / "m")
    with pytest.raises(InputError, match="no option 'pooling'"):
        open_encoder(f"static:{folder}?pooling=cls")
    with pytest.raises(InputError, match="normalize must be 1 or 0"):
        open_encoder(f"static:{folder}?normalize=yes")


@pytest.mark.parametrize("role", ["query", "symmetric"])
def test_sentence_transformers_reads_its_layout_the_same(tmp_path: Path, role) -> None:
    pytest.importorskip("sentence_transformers")
    folder = write_static(tmp_path / "m", tensor="embedding.weight")
    texts = ["the weather is lovely", "xyzzy the", "", "a ."]
    ours, theirs = (open_encoder(f"{engine}:{folder}") for engine in ("static", "st"))
    difference = ours.encode(texts, role=role) - theirs.encode(texts, role=role)
    assert np.abs(difference).max() < 1e-6
