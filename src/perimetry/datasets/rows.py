"""The rows of a table in any usual format, as mappings by column name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from perimetry.errors import DataError
from perimetry.files import read_json_lines, read_table

TABLE_SUFFIXES = (".csv", ".tsv", ".jsonl", ".parquet")


def read_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The rows of ``path`` with their lines (of a Parquet file, their numbers from 1).

    Column names are stripped and lower-cased. A cell of CSV or TSV is text, others keep their type.

    Raises:
        DataError: no such file, another suffix, a malformed row, or two columns of one name.
    """
    suffix = path.suffix.lower()
    if suffix not in TABLE_SUFFIXES:
        raise DataError(path, f"tables are read from {', '.join(TABLE_SUFFIXES)}.")
    if suffix == ".jsonl":
        return ((line, _named(path, line, row)) for line, row in read_json_lines(path))
    return _parquet_rows(path) if suffix == ".parquet" else _text_rows(path)


def _named(path: Path, line: int, row: Mapping[str, object]) -> dict[str, object]:
    named = {name.strip().casefold(): value for name, value in row.items()}
    if len(named) < len(row):
        raise DataError(path, "two columns have one name but for case and blanks.", line=line)
    return named


def _text_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    rows = read_table(path)
    first, header = next(rows, (0, []))
    if not header:
        raise DataError(path, "the file is empty. Give a header and at least one row.")
    names = [name.strip().casefold() for name in header]
    if len(set(names)) < len(names):
        raise DataError(path, "two columns have one name but for case and blanks.", line=first)
    for line, row in rows:
        yield line, dict(zip(names, row, strict=True))


def open_parquet(path: Path) -> pq.ParquetFile:
    """The Parquet file at ``path``; close it.

    Raises:
        DataError: there is none.
    """
    if not path.is_file():
        raise DataError(path, "there is no such file.")
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise DataError(path, f"not a Parquet file ({error}).") from None


def _parquet_rows(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    with open_parquet(path) as file:
        line = 0
        for batch in file.iter_batches(batch_size=10_000):
            for row in batch.to_pylist():
                line += 1
                yield line, _named(path, line, row)
