from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.errors import DataError, StorageError
from perimetry.files import atomic_path, read_json_lines, read_lines, read_table, write_text


def write(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def test_lines_are_numbered_from_one_without_mark_or_ends(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", b"\xef\xbb\xbfone\r\ntwo\n\nfour")
    assert list(read_lines(path)) == [(1, "one"), (2, "two"), (3, ""), (4, "four")]


def test_bytes_that_are_not_utf8_are_named_by_line_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, "a.txt", b"fine\ncaf\xe9\n")
    with pytest.raises(DataError, match=r"a\.txt:2: not UTF-8 \(byte 0xe9 at column 4\)"):
        list(read_lines(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.txt: there is no such file"):
        list(read_lines(tmp_path / "none.txt"))


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="this is a folder"):
        list(read_lines(tmp_path))


def test_one_bad_json_line_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", b'{"text": "x"}\n\n{"text": \n')
    with pytest.raises(DataError, match=r"a\.jsonl:3: not JSON"):
        list(read_json_lines(path))


def test_a_json_line_must_be_an_object(tmp_path: Path) -> None:
    path = write(tmp_path, "a.jsonl", b"[1]\n")
    with pytest.raises(DataError, match=r"a\.jsonl:1: not a JSON object"):
        list(read_json_lines(path))


def test_csv_cells_may_hold_commas_quotes_and_line_ends(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", b'a,b\n"x, ""y""","two\nlines"\nu,v\n')
    assert list(read_table(path)) == [
        (1, ["a", "b"]),
        (2, ['x, "y"', "two\nlines"]),
        (4, ["u", "v"]),
    ]


def test_an_unclosed_csv_quote_is_named_by_the_line_where_its_row_begins(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", b'a,b\nx,y\n"x,y\nu,v\n')
    with pytest.raises(DataError, match=r"a\.csv:3: not CSV .*unclosed quote"):
        list(read_table(path))


def test_a_quote_in_tsv_stands_for_itself_unless_it_wraps_the_cell(tmp_path: Path) -> None:
    path = write(tmp_path, "a.tsv", b'a\tb\n"Go," she said\t"he said ""no"""\n')
    assert list(read_table(path))[1] == (2, ['"Go," she said', 'he said "no"'])


def test_one_row_of_another_width_in_many_is_named(tmp_path: Path) -> None:
    rows = [b"a\tb\n"] + [b"x\ty\n"] * 50_000 + [b"x\n"] + [b"x\ty\n"] * 50_000
    path = write(tmp_path, "a.tsv", b"".join(rows))
    with pytest.raises(DataError, match=r"a\.tsv:50002: 1 cells where the header has 2"):
        list(read_table(path))


CELLS = st.text(st.characters(blacklist_characters="\t\r\n", blacklist_categories=["Cs"]))


@given(cells=st.lists(CELLS.filter(str.strip), min_size=2, max_size=4))
def test_tsv_cells_without_wrapping_quotes_come_back_unchanged(
    cells: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    cells = [cell.strip('"') or "x" for cell in cells]
    path = tmp_path_factory.mktemp("tsv") / "a.tsv"
    path.write_bytes("\t".join(cells).encode() + b"\n")
    [(line, found)] = read_table(path)
    assert (line, found) == (1, [cells[0].removeprefix("\ufeff"), *cells[1:]])


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "old")

    def fail_half_way() -> None:
        with atomic_path(path) as temporary:
            temporary.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_half_way()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_full_disk_is_a_storage_error_that_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        pytest.raises(StorageError, match=r"a\.txt: cannot write \(No space left"),
        atomic_path(path),
    ):
        raise full
    assert os.listdir(tmp_path) == []
