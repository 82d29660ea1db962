"""Perturbs a whole file, and goes on where it was stopped.

Finished chunks lie beside the output, in ``.<name>.parts``, until all are there; then the output is
written in one piece and they are removed.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from itertools import chain
from pathlib import Path

from perimetry.datasets.pairs import check_suffix, write_rows
from perimetry.datasets.texts import SourceText, read_texts
from perimetry.files import file_digest, storage_errors, write_text
from perimetry.measures.overlap import OverlapSums
from perimetry.rules import load_rules
from perimetry.runner.perturb import Chunk, EditedPair, Question, Tally, chunks, perturb

COLUMNS = {column.name: int if column.type == "int" else str for column in fields(EditedPair)}

OnTally = Callable[[Tally], None]
"""Told what became of each chunk, also of those that an earlier run had made."""


def perturb_file(
    source: Path,
    out: Path,
    question: Question,
    *,
    column: str | None = None,
    workers: int = 1,
    on_tally: OnTally | None = None,
) -> Tally:
    """Write the minimal pairs of the sentences of ``source`` to ``out``.

    Returns:
        The tally over the whole file.

    Raises:
        DataError: ``source`` cannot be read.
        InputError: a rule is not known, or ``out`` has a suffix that cannot be written.
        StorageError: ``out`` cannot be written; the finished chunks stay for the next run.
    """
    check_suffix(out)
    load_rules(question.rules)
    next(read_texts(source, column), None)  # whatever cannot be read leaves nothing behind
    parts = out.parent / f".{out.name}.parts"
    _claim(parts, source, question, column)
    finished = sorted(parts.glob("*.jsonl"))
    total = Tally()
    for tally in chain(
        map(_read_tally, finished),
        _make_missing(parts, read_texts(source, column), question, workers),
    ):
        total += tally
        if on_tally:
            on_tally(tally)
    write_rows(out, COLUMNS, _rows(parts))
    shutil.rmtree(parts, ignore_errors=True)
    return total


def _claim(parts: Path, source: Path, question: Question, column: str | None) -> None:
    """Make ``parts`` hold chunks of this question only."""
    asked = json.dumps(
        {"input_sha256": file_digest(source), "column": column, **asdict(question)}, sort_keys=True
    )
    record = parts / "question.json"
    with storage_errors(parts):
        if parts.exists() and not (record.is_file() and record.read_text() == asked):
            shutil.rmtree(parts)
    write_text(record, asked)


def _make_missing(
    parts: Path, sources: Iterator[SourceText], question: Question, workers: int
) -> Iterator[Tally]:
    """Make and write the chunks that no earlier run has made."""
    missing: deque[Path] = deque()

    def work() -> Iterator[list[SourceText]]:
        for number, chunk in enumerate(chunks(sources)):
            path = parts / f"{number:08d}.jsonl"
            if not path.exists():
                missing.append(path)
                yield chunk

    for chunk in perturb(work(), question, workers=workers):
        _write_part(missing.popleft(), chunk)
        yield chunk.tally


def _write_part(path: Path, chunk: Chunk) -> None:
    tally = {
        "sentences": chunk.tally.sentences,
        "edits": chunk.tally.edits,
        "declines": [[*key, count] for key, count in chunk.tally.declines.items()],
        "overlap": {rule: asdict(sums) for rule, sums in chunk.tally.overlap.items()},
    }
    lines = [tally, *(asdict(pair) for pair in chunk.pairs)]
    write_text(path, "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in lines))


def _read_tally(path: Path) -> Tally:
    with path.open(encoding="utf-8") as file:
        record = json.loads(file.readline())
    return Tally(
        sentences=record["sentences"],
        edits=Counter(record["edits"]),
        declines=Counter({(rule, reason): n for rule, reason, n in record["declines"]}),
        overlap={rule: OverlapSums(**sums) for rule, sums in record["overlap"].items()},
    )


def _rows(parts: Path) -> Iterator[dict[str, object]]:
    for path in sorted(parts.glob("*.jsonl")):
        with path.open(encoding="utf-8") as file:
            next(file)
            for line in file:
                yield json.loads(line)
