"""A user's own sentences, from a file of any usual format, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from perimetry.datasets.rows import open_parquet
from perimetry.errors import DataError
from perimetry.files import read_json_lines, read_lines, read_table

COLUMNS = ("text", "sentence", "query", "question", "original")
"""Where the sentence is looked for when no column is named; a table of one column needs none."""

SUFFIXES = (".txt", ".csv", ".tsv", ".jsonl", ".parquet")


@dataclass(frozen=True)
class SourceText:
    """A sentence of the user's and its place in the file: a line, or a row of a Parquet file."""

    line: int
    text: str


def read_texts(path: Path, column: str | None = None) -> Iterator[SourceText]:
    """The sentences of ``path``, in order, in bounded memory; blank ones are passed over.

    Args:
        path: ``.txt`` (one a line), ``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``, in UTF-8.
        column: the column or key of the sentence; by default the first of :data:`COLUMNS`.

    Raises:
        DataError: no such file or column, a value that is no text, or a malformed line.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise DataError(path, f"texts are read from {', '.join(SUFFIXES)}.")
    rows = {
        ".txt": _from_lines,
        ".csv": _from_table,
        ".tsv": _from_table,
        ".jsonl": _from_json,
        ".parquet": _from_parquet,
    }[suffix](path, column)
    return (row for row in rows if row.text.strip())


def _from_lines(path: Path, column: str | None) -> Iterator[SourceText]:
    if column is not None:
        raise DataError(path, "a plain text file has no columns. Leave out --column.")
    for line, text in read_lines(path):
        yield SourceText(line, text)


def _from_table(path: Path, column: str | None) -> Iterator[SourceText]:
    rows = read_table(path)
    _, header = next(rows, (0, []))
    if not header:
        raise DataError(path, "the file is empty. Give a header and at least one row.")
    place = _place(path, header, column)
    for line, row in rows:
        yield SourceText(line, row[place])


def _from_json(path: Path, column: str | None) -> Iterator[SourceText]:
    key = column
    for line, row in read_json_lines(path):
        if key is None:
            key = list(row)[_place(path, list(row), None)]
        if not isinstance(row.get(key), str):
            raise DataError(path, f"no text under {key!r}.", line=line)
        yield SourceText(line, row[key])


def _from_parquet(path: Path, column: str | None) -> Iterator[SourceText]:
    with open_parquet(path) as file:
        names = file.schema_arrow.names
        name = names[_place(path, names, column)]
        line = 0
        for batch in file.iter_batches(batch_size=10_000, columns=[name]):
            for value in batch.column(0).to_pylist():
                line += 1
                if not isinstance(value, str):
                    raise DataError(path, f"no text in column {name!r}.", line=line)
                yield SourceText(line, value)


def _place(path: Path, header: Sequence[str], column: str | None) -> int:
    lowered = [cell.strip().casefold() for cell in header]
    if column is not None and column.casefold() not in lowered:
        raise DataError(path, f"no column {column!r}; there are: {', '.join(header)}.", line=1)
    if column is not None:
        return lowered.index(column.casefold())
    for known in COLUMNS:
        if known in lowered:
            return lowered.index(known)
    if len(header) == 1:
        return 0
    raise DataError(
        path,
        f"which column has the sentences? Say --column; there are: {', '.join(header)}.",
        line=1,
    )
