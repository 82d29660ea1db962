from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.datasets.texts import read_texts
from perimetry.errors import DataError


def texts(path: Path, column: str | None = None) -> list[tuple[int, str]]:
    return [(row.line, row.text) for row in read_texts(path, column)]


def test_plain_text_is_one_sentence_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one\n\ntwo\n")
    assert texts(path) == [(1, "one"), (3, "two")]


def test_the_column_is_found_by_its_usual_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,Text,label\n1,"a, b",x\n2,c,y\n')
    assert texts(path) == [(2, "a, b"), (3, "c")]


def test_the_column_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("text\tutterance\nno\tyes\n")
    assert texts(path, "utterance") == [(2, "yes")]


def test_a_table_of_one_column_needs_no_name(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("anything\nx\n")
    assert texts(path) == [(2, "x")]


def test_jsonl_and_parquet_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": 1, "sentence": "x"}\n{"id": 2, "sentence": "y"}\n')
    pq.write_table(pa.table({"id": [1, 2], "sentence": ["x", "y"]}), tmp_path / "a.parquet")
    assert texts(tmp_path / "a.jsonl") == texts(tmp_path / "a.parquet") == [(1, "x"), (2, "y")]


@pytest.mark.parametrize(
    ("name", "content", "column", "message"),
    [
        ("a.doc", "x", None, r"texts are read from \.txt"),
        ("a.txt", "x", "text", "has no columns"),
        ("a.csv", "", None, "the file is empty"),
        ("a.csv", "a,b\n1,2\n", None, "which column has the sentences"),
        ("a.csv", "a,b\n1,2\n", "c", "no column 'c'; there are: a, b"),
        ("a.jsonl", '{"text": "x"}\n{"text": 3}\n', None, "a.jsonl:2: no text under 'text'"),
        ("a.parquet", "junk", None, "not a Parquet file"),
    ],
)
def test_bad_files_say_what_to_do(
    tmp_path: Path, name: str, content: str, column: str | None, message: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(DataError, match=message):
        texts(tmp_path / name, column)
