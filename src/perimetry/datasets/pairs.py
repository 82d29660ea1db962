"""Pairs of texts with a label, written in the formats that people have.

Columns: ``text_a``, ``text_b``, ``label`` (same, different or depends), ``category``, ``group``,
and whatever says where a pair comes from.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from perimetry.errors import InputError
from perimetry.files import atomic_path

Row = Mapping[str, object]
Columns = Mapping[str, type[int] | type[str]]


def write_rows(path: Path, columns: Columns, rows: Iterable[Row]) -> None:
    """Write ``rows`` to ``path`` as they come, all or nothing, in the format of its suffix.

    Raises:
        InputError: the suffix is not one of :data:`WRITERS`.
        StorageError: the disk is full or the folder cannot be written.
    """
    check_suffix(path)
    with atomic_path(path) as temporary:
        WRITERS[path.suffix.lower()](temporary, columns, rows)


def check_suffix(path: Path) -> None:
    """Raise InputError unless ``path`` has the suffix of a format that can be written."""
    if path.suffix.lower() not in WRITERS:
        raise InputError(f"{path}: pairs are written as {', '.join(WRITERS)}.")


def _write_csv(path: Path, columns: Columns, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([row[column] for column in columns] for row in rows)


def _write_tsv(path: Path, columns: Columns, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write("\t".join(columns) + "\n")
        for row in rows:
            file.write("\t".join(_cell(row[column]) for column in columns) + "\n")


def _cell(value: object) -> str:
    text = str(value)
    if any(character in text for character in "\t\r\n"):
        raise InputError(
            f"a text holds a tab or a line end, which TSV cannot: {text[:60]!r}. "
            "Write .csv, .jsonl or .parquet."
        )
    if len(text) > 1 and text[0] == text[-1] == '"':  # a reader would take the quotes off
        return '"' + text.replace('"', '""') + '"'
    return text


def _write_jsonl(path: Path, columns: Columns, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps({c: row[c] for c in columns}, ensure_ascii=False) + "\n")


def _write_parquet(path: Path, columns: Columns, rows: Iterable[Row]) -> None:
    schema = pa.schema(
        [(c, pa.int64() if kind is int else pa.string()) for c, kind in columns.items()]
    )
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for block in _blocks(rows):
            table = pa.table({c: [row[c] for row in block] for c in columns}, schema=schema)
            writer.write_table(table)


def _blocks(rows: Iterable[Row], size: int = 50_000) -> Iterator[list[Row]]:
    held = iter(rows)
    while block := list(islice(held, size)):
        yield block


WRITERS: Mapping[str, Callable[[Path, Columns, Iterable[Row]], None]] = {
    ".csv": _write_csv,
    ".tsv": _write_tsv,
    ".jsonl": _write_jsonl,
    ".parquet": _write_parquet,
}
