"""Files: read with line numbers, written all or not at all."""

from __future__ import annotations

import csv
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from perimetry.errors import DataError, StorageError

CELL_LIMIT = 10_000_000  # characters; csv's own limit would refuse long documents
QUOTED_CELL = re.compile(r'"(?:[^"]|"")*"')


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file with their numbers from 1, without line ends or a leading BOM.

    Raises:
        DataError: no such file, or bytes that are not UTF-8, with their line.
    """
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                if number == 1:
                    raw = raw.removeprefix(b"\xef\xbb\xbf")
                try:
                    yield number, raw.decode("utf-8").rstrip("\r\n")
                except UnicodeDecodeError as error:
                    raise DataError(
                        path,
                        f"not UTF-8 (byte {raw[error.start]:#04x} at column {error.start + 1}). "
                        "Save the file as UTF-8.",
                        line=number,
                    ) from None
    except FileNotFoundError:
        raise DataError(path, "there is no such file.") from None
    except IsADirectoryError:
        raise DataError(path, "this is a folder. Give a file.") from None
    except PermissionError:
        raise StorageError(f"{path}: no permission to read it.") from None


def read_json_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSONL file with their line numbers; blank lines are passed over.

    Raises:
        DataError: a line that is not one JSON object.
    """
    for number, line in read_lines(path):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise DataError(
                path, f"not JSON ({error.msg} at column {error.colno}).", line=number
            ) from None
        if not isinstance(row, dict):
            raise DataError(path, "not a JSON object. Write {...} on each line.", line=number)
        yield number, row


def read_table(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of a ``.csv`` or ``.tsv`` file, the header first, with their line numbers.

    CSV follows RFC 4180. In TSV a line is a row; a cell wholly within quotes is unquoted, and any
    other quote stands for itself, since natural text is full of them.

    Raises:
        DataError: a row with more or fewer cells than the header, or an unclosed quote.
    """
    rows = _tsv_rows(path) if path.suffix.lower() == ".tsv" else _csv_rows(path)
    width = None
    for number, row in rows:
        if not row or row == [""]:
            continue
        width = width or len(row)
        if len(row) != width:
            raise DataError(path, f"{len(row)} cells where the header has {width}.", line=number)
        yield number, row


def _tsv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    for number, line in read_lines(path):
        yield number, [_unquoted(cell) for cell in line.split("\t")]


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if QUOTED_CELL.fullmatch(cell) else cell


def _csv_rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(CELL_LIMIT)
    reader = csv.reader((line + "\n" for _, line in read_lines(path)), strict=True)
    start = 1
    try:
        for row in reader:
            yield start, row
            start = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            path, f"not CSV ({error}). Look for an unclosed quote in this row.", line=start
        ) from None


def file_digest(path: Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """A temporary path beside ``path`` that takes its place when the block ends well.

    At every moment ``path`` is absent, as it was, or complete.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            with temporary.open("rb") as file:
                os.fsync(file.fileno())
            temporary.chmod(ordinary_mode())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write ``text`` to ``path``, all or nothing, as UTF-8 with Unix line ends."""
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn an operating system's refusal into a :class:`StorageError` that names ``path``."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise StorageError(
            f"{path}: cannot write ({reason}). Free some space or choose another place; "
            "nothing that was finished is lost."
        ) from error


def ordinary_mode() -> int:
    """The permissions that a new file has unless its writer chose others, such as its owner's."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
