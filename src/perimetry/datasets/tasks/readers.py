"""How the files of published sets become rows: one function a layout."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from perimetry.datasets.rows import read_rows
from perimetry.errors import DataError
from perimetry.files import read_lines

Row = tuple[int, Mapping[str, object]]
Reader = Callable[[Sequence[Path]], Iterator[Row]]

TURNS = ("\n\nHuman: ", "\n\nAssistant: ")
TAIL_CHARACTERS = 900
"""What is kept of a long dialogue, from its end: about 200 tokens."""


def read_table_rows(paths: Sequence[Path]) -> Iterator[Row]:
    """The rows of one table, or of several with lines counted through all of them."""
    if len(paths) == 1:
        return read_rows(paths[0])
    return enumerate((row for path in paths for _, row in read_rows(path)), start=1)


def read_json_list(paths: Sequence[Path]) -> Iterator[Row]:
    """The objects of JSON files that hold one list each; a line is a place in all of them."""
    place = 0
    for path in paths:
        try:
            rows = json.loads("\n".join(line for _, line in read_lines(path)))
        except json.JSONDecodeError as error:
            raise DataError(path, f"not JSON ({error.msg}).", line=error.lineno) from None
        if not isinstance(rows, list):
            raise DataError(path, "not a JSON list.")
        for row in rows:
            place += 1
            yield place, {"file": path.stem, **_object(path, place, row)}


def read_aligned(paths: Sequence[Path]) -> Iterator[Row]:
    """Line-aligned text files, each a column named by its place: ``1``, ``2``, …"""
    columns = [list(read_lines(path)) for path in paths]
    if len({len(column) for column in columns}) > 1:
        lengths = ", ".join(f"{p.name} {len(c)}" for p, c in zip(paths, columns, strict=True))
        raise DataError(paths[0], f"the files are not line-aligned: {lengths} lines.")
    for line, *texts in zip(range(1, len(columns[0]) + 1), *columns, strict=True):
        yield line, {str(place): text for place, (_, text) in enumerate(texts, start=1)}


def read_documents(paths: Sequence[Path]) -> Iterator[Row]:
    """Line-aligned files whose first names each line's document; a row a document."""
    documents: dict[str, tuple[int, list[list[str]]]] = {}
    for line, row in read_aligned(paths):
        name, *texts = (str(value) for value in row.values())
        _, parts = documents.setdefault(name, (line, [[] for _ in texts]))
        for part, text in zip(parts, texts, strict=True):
            part.append(text)
    for name, (line, parts) in documents.items():
        columns = {str(place): " ".join(part) for place, part in enumerate(parts, start=2)}
        yield line, {"1": name, **columns}


def read_joined(paths: Sequence[Path]) -> Iterator[Row]:
    """Two JSONL files of documents, joined on ``doc`` whatever its case: ``text_1``, ``text_2``."""
    first, second = (
        {str(row["doc"]).strip().casefold(): (line, row["text"]) for line, row in read_rows(path)}
        for path in paths
    )
    for doc, (line, text) in first.items():
        if doc in second:
            yield line, {"doc": doc, "text_1": text, "text_2": second[doc][1]}


def read_dialogues(paths: Sequence[Path]) -> Iterator[Row]:
    """Pairs of dialogues that differ in their last turn (``chosen``, ``rejected``), gzip or not.

    A row has the shared ``context`` (its tail, since encoders cut a text's end and the last
    question matters most) and the two responses. Pairs without a shared context or with equal
    responses say nothing and are passed over.
    """
    return dialogue_rows(enumerate(_json_lines(paths[0]), start=1), paths[0])


def dialogue_rows(rows: Iterable[tuple[int, Any]], path: Path) -> Iterator[Row]:
    """What :func:`read_dialogues` makes of rows; ``path`` is for messages."""
    for line, row in rows:
        chosen, rejected = (_object(path, line, row).get(k) for k in ("chosen", "rejected"))
        if not isinstance(chosen, str) or not isinstance(rejected, str):
            raise DataError(path, "needs the texts chosen and rejected.", line=line)
        context, response = _last_turn(chosen)
        other_context, other = _last_turn(rejected)
        if context != other_context or not context or response == other:
            continue
        if response and other:
            yield (
                line,
                {
                    "context": context[-TAIL_CHARACTERS:],
                    "chosen": response,
                    "rejected": other,
                },
            )


def read_piqa(paths: Sequence[Path]) -> Iterator[Row]:
    """PIQA's rows with their labels, which lie in a file of their own."""
    rows, labels = read_rows(paths[0]), read_lines(paths[1])
    for (line, row), (_, label) in zip(rows, labels, strict=True):
        yield line, {**row, "label": label}


READERS: Mapping[str, Reader] = {
    "table": read_table_rows,
    "json": read_json_list,
    "aligned": read_aligned,
    "documents": read_documents,
    "joined": read_joined,
    "dialogues": read_dialogues,
    "piqa": read_piqa,
}


def _last_turn(dialogue: str) -> tuple[str, str]:
    context, found, response = dialogue.rpartition(TURNS[1])
    return (context.strip(), response.strip()) if found else ("", "")


def _json_lines(path: Path) -> Iterator[Any]:
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
            for line, text in enumerate(file, start=1):
                try:
                    yield json.loads(text)
                except json.JSONDecodeError as error:
                    raise DataError(path, f"not JSON ({error.msg}).", line=line) from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise DataError(path, f"cannot be read ({error}).") from None


def _object(path: Path, line: int, row: object) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise DataError(path, "not a JSON object.", line=line)
    return {key.casefold(): value for key, value in row.items()}
