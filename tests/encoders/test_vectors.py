from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.encoders import open_encoder
from perimetry.errors import DataError, EncodingError, InputError

TEXTS = ["one", "two\nlines", "three"]
VECTORS = np.arange(6, dtype=np.float32).reshape(3, 2)


@pytest.fixture
def npy(tmp_path: Path) -> Path:
    np.save(tmp_path / "mine.npy", VECTORS)
    (tmp_path / "mine.jsonl").write_text(
        '{"text": "one"}\n{"text": "two\\nlines"}\n{"text": "three"}\n'
    )
    return tmp_path / "mine.npy"


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    pq.write_table(pa.table({"text": TEXTS, "vector": VECTORS.tolist()}), tmp_path / "mine.parquet")
    return tmp_path / "mine.parquet"


def test_npy_and_parquet_hold_the_same_encoder(npy: Path, parquet: Path) -> None:
    first, second = open_encoder(f"vectors:{npy}"), open_encoder(f"vectors:{parquet}")
    assert first.fingerprint == second.fingerprint
    for encoder in (first, second):
        assert encoder.encode(["three", "two\nlines"], role="query").tolist() == [[4, 5], [2, 3]]


def test_plain_text_lines_may_stand_beside_the_array(tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", VECTORS)
    (tmp_path / "lines.txt").write_text("a\nb\nc\n")
    encoder = open_encoder(f"vectors:{tmp_path}/mine.npy?texts={tmp_path}/lines.txt")
    assert encoder.encode(["b"], role="symmetric").tolist() == [[2, 3]]


def test_other_vectors_are_another_encoder(npy: Path) -> None:
    before = open_encoder(f"vectors:{npy}").fingerprint
    np.save(npy, VECTORS + 1)
    assert open_encoder(f"vectors:{npy}").fingerprint != before


def test_a_text_without_a_vector_is_named(npy: Path) -> None:
    with pytest.raises(EncodingError, match="no vector for 1 of 2 texts, first 'four'"):
        open_encoder(f"vectors:{npy}").encode(["one", "four"], role="symmetric")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file of vectors"):
        open_encoder(f"vectors:{tmp_path}/none.npy")


def test_an_array_without_texts_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", VECTORS)
    with pytest.raises(DataError, match=r"the texts of mine\.npy are missing"):
        open_encoder(f"vectors:{tmp_path}/mine.npy")


def test_an_array_of_objects_is_never_unpickled(npy: Path) -> None:
    np.save(npy, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match="not a numpy array of numbers"):
        open_encoder(f"vectors:{npy}")


def test_a_number_of_texts_that_does_not_fit_is_refused(npy: Path) -> None:
    np.save(npy, VECTORS[:2])
    with pytest.raises(DataError, match=r"shape \(2, 2\) does not fit 3 texts"):
        open_encoder(f"vectors:{npy}")


def test_nan_is_refused(npy: Path) -> None:
    np.save(npy, VECTORS * np.nan)
    with pytest.raises(EncodingError, match="NaN or infinity for 3 of 3"):
        open_encoder(f"vectors:{npy}")


def test_a_text_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pq.write_table(pa.table({"text": ["a", "a"], "vector": [[1.0], [2.0]]}), path)
    with pytest.raises(DataError, match="'a' stands in it twice"):
        open_encoder(f"vectors:{path}")


def test_parquet_without_the_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pq.write_table(pa.table({"sentence": ["a"]}), path)
    with pytest.raises(DataError, match="needs a column text and a column vector"):
        open_encoder(f"vectors:{path}")


def test_vectors_of_unequal_length_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.parquet"
    pq.write_table(pa.table({"text": ["a", "b"], "vector": [[1.0], [2.0, 3.0]]}), path)
    with pytest.raises(DataError, match="lists of one length"):
        open_encoder(f"vectors:{path}")


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("a,1\n")
    with pytest.raises(InputError, match=r"reads \.npy and \.parquet"):
        open_encoder(f"vectors:{tmp_path}/mine.csv")
