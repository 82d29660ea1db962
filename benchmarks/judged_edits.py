"""Edits of real sentences, drawn by seed to be read one by one, and the rates of the readings.

``draw RULE`` prints a sheet and writes it with empty verdicts to
``docs/reference/rules/judged/RULE.csv``;
``verdicts RULE 7="subject and verb disagree"`` fills it in once every row was read: those named
are wrong for the reason given, the others right; ``rates`` makes every edit again and prints the
share of right ones of each rule. The data is found through ``PERIMETRY_DATA``.

Sheets hold no sentence: a row is the number of a text in its data set, counted from 1 over the
files in :data:`DATASETS`, and the digest of the edited text. The edit's seed is that number.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import inspect
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from perimetry.errors import DataError, InputError, PerimetryError
from perimetry.rules.base import Decline, Rule
from perimetry.rules.choice import shuffled
from perimetry.rules.sentence import Sentence, parse
from perimetry.stats.intervals import clopper_pearson

SHEETS = Path(__file__).parents[1] / "docs" / "reference" / "rules" / "judged"
COLUMNS = ("dataset", "row", "edit_sha256", "verdict", "note")
ROWS = 100
CHUNK = 128

DATASETS: Mapping[str, Sequence[tuple[str, str | int]]] = {
    "stsb": [
        (f"stsb-en-{part}.csv", column) for column in (0, 1) for part in ("train", "dev", "test")
    ],
    "esnli": [(f"{side}.{part}", "line") for part in ("dev", "test") for side in ("s1", "s2")],
    "banking77": [(f"{part}.csv", "text") for part in ("train", "test")],
}
"""The files of each data set, in the order in which their texts are counted, with the column."""

DETACHED = re.compile(r" (?=(?:[.,;:?!]|n't|'(?:s|re|ve|ll|d|m))(?: |$))")


@dataclass(frozen=True)
class Row:
    """One text of a data set."""

    dataset: str
    number: int
    text: str


@dataclass(frozen=True)
class Judged:
    """One edit on a sheet; ``verdict`` is ``right``, ``wrong`` or not given yet."""

    dataset: str
    row: int
    edit_sha256: str
    verdict: str = ""
    note: str = ""


def rule_named(name: str) -> Rule:
    """The rule whose class stands in ``perimetry.rules`` and carries this name."""
    for module in (f"perimetry.rules.{name}", *_rule_modules()):
        try:
            found = importlib.import_module(module)
        except ModuleNotFoundError as problem:
            if problem.name != module:
                raise
            continue
        for _, kind in inspect.getmembers(found, inspect.isclass):
            if kind.__module__ == module and getattr(kind, "edits", None) and kind is not Rule:
                rule = kind()
                if isinstance(rule, Rule) and rule.name == name:
                    return rule
    raise InputError(f"no module of perimetry.rules holds a rule named {name!r}")


def _rule_modules() -> list[str]:
    folder = Path(importlib.import_module("perimetry.rules.base").__file__ or "").parent
    return [f"perimetry.rules.{path.stem}" for path in sorted(folder.glob("[a-z]*.py"))]


@lru_cache(maxsize=len(DATASETS))
def texts(dataset: str) -> Mapping[int, str]:
    """The one-line texts of ``dataset`` by their number, each distinct text once."""
    data = os.environ.get("PERIMETRY_DATA", "")
    if not data or not Path(data).is_dir():
        raise InputError("set PERIMETRY_DATA to the folder that holds stsb, esnli and banking77")
    numbered: dict[int, str] = {}
    seen: set[str] = set()
    number = 0
    for name, column in DATASETS[dataset]:
        path = Path(data) / dataset / name
        if not path.is_file():
            raise DataError(path, "not found; PERIMETRY_DATA must hold it")
        for text in _column(path, column):
            number += 1
            if text and text.isprintable() and text not in seen:
                seen.add(text)
                numbered[number] = text
    return numbered


def _column(path: Path, column: str | int) -> Iterator[str]:
    with path.open(encoding="utf-8", newline="") as file:
        if column == "line":
            for line in file:
                yield DETACHED.sub("", line.strip())
        elif isinstance(column, int):
            for cells in csv.reader(file):
                yield cells[column].strip()
        else:
            for named in csv.DictReader(file):
                yield named[column].strip()


def edited(rule: Rule, rows: Iterable[Row]) -> Iterator[tuple[Row, str | Decline]]:
    """Each row with its best edit or the reason why there is none."""
    held = list(rows)
    plain = (Sentence(row.text) for row in held)
    sentences = parse(row.text for row in held) if rule.needs_parse else plain
    for row, sentence in zip(held, sentences, strict=True):
        edits = rule.edits(sentence, seed=row.number)
        yield row, edits if isinstance(edits, Decline) else edits[0].text


def draw(name: str, seed: int) -> list[Judged]:
    """Print a new sheet, about a third of it from each data set where there is enough of it."""
    rule = rule_named(name)
    tried = 0
    declined: Counter[str] = Counter()
    found: dict[str, list[tuple[Row, str]]] = {dataset: [] for dataset in DATASETS}
    started = time.perf_counter()
    for dataset in DATASETS:
        rows = [Row(dataset, number, text) for number, text in texts(dataset).items()]
        rows = shuffled(rows, seed, name, key=lambda row: f"{row.dataset}:{row.number}")
        for begin in range(0, len(rows), CHUNK):
            if len(found[dataset]) >= ROWS:
                break
            for row, edit in edited(rule, rows[begin : begin + CHUNK]):
                tried += 1
                if isinstance(edit, Decline):
                    declined[edit.reason] += 1
                else:
                    found[dataset].append((row, edit))
    spent_s = time.perf_counter() - started
    sheet: list[tuple[Row, str]] = []
    for left, dataset in zip(
        (3, 2, 1), sorted(found, key=lambda each: len(found[each])), strict=True
    ):
        sheet += found[dataset][: -(-(ROWS - len(sheet)) // left)]
    for number, (row, edit) in enumerate(sheet, start=1):
        print(f"{number} {row.dataset} {row.number}\n   {row.text}\n   {edit}")
    share = sum(map(len, found.values())) / max(tried, 1)
    print(f"# {name}: {tried} sentences tried, {share:.1%} edited, {tried / spent_s:.0f} a second")
    for reason, count in declined.most_common():
        print(f"#   {count:6} {reason}")
    return [Judged(row.dataset, row.number, _digest(edit)) for row, edit in sheet]


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def read_sheet(path: Path) -> list[Judged]:
    """The rows of a sheet."""
    if not path.is_file():
        raise DataError(path, "no such sheet; make it with: draw RULE")
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Judged(
                cells["dataset"],
                int(cells["row"]),
                cells["edit_sha256"],
                cells["verdict"],
                cells["note"],
            )
            for cells in csv.DictReader(file)
        ]


def write_sheet(path: Path, sheet: Iterable[Judged]) -> None:
    """Write a sheet, in the order in which it was printed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([getattr(row, column) for column in COLUMNS] for row in sheet)


def with_verdicts(sheet: Sequence[Judged], wrong: Mapping[int, str]) -> list[Judged]:
    """``sheet`` with the rows numbered in ``wrong``, from 1, wrong and the others right."""
    if unknown := [number for number in wrong if not 1 <= number <= len(sheet)]:
        raise InputError(f"the sheet has {len(sheet)} rows, and no row {unknown[0]}")
    return [
        Judged(
            row.dataset,
            row.row,
            row.edit_sha256,
            "wrong" if number in wrong else "right",
            wrong.get(number, ""),
        )
        for number, row in enumerate(sheet, start=1)
    ]


def rate(path: Path) -> str:
    """The line of one sheet: how many edits are right, with the 95 % Clopper-Pearson interval.

    Raises:
        DataError: a verdict is missing, or the rule now makes another edit.
    """
    sheet = read_sheet(path)
    rows = [Row(each.dataset, each.row, texts(each.dataset)[each.row]) for each in sheet]
    made = edited(rule_named(path.stem), rows)
    for line, (each, (_, edit)) in enumerate(zip(sheet, made, strict=True), start=2):
        if each.verdict not in ("right", "wrong"):
            raise DataError(path, "no verdict; read the edit and write right or wrong", line=line)
        if isinstance(edit, Decline):
            raise DataError(path, f"the rule now declines: {edit.reason}; judge anew", line=line)
        if _digest(edit) != each.edit_sha256:
            raise DataError(path, "the rule now makes another edit; judge anew", line=line)
    count, right = len(sheet), sum(each.verdict == "right" for each in sheet)
    low, high = clopper_pearson(right, count)
    return f"{path.stem:22} {right:4} of {count:4}  {right / count:6.1%}  [{low:.1%}, {high:.1%}]"


def print_rates() -> int:
    """Print the line of every sheet, or what is wrong with it; 1 if any is wrong, else 0."""
    failed = 0
    for path in sorted(SHEETS.glob("*.csv")):
        try:
            print(rate(path))
        except DataError as problem:
            print(f"{path.stem:22} {problem}")
            failed = 1
    return failed


def main() -> None:
    """Draw a sheet, fill it in, or print the rates of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="print a sheet and write it without verdicts")
    drawing.add_argument("rule")
    drawing.add_argument("--seed", type=int, default=0, help="draws the rows; 0 if not given")
    filling = commands.add_parser("verdicts", help="fill in a sheet that was read row by row")
    filling.add_argument("rule")
    filling.add_argument("wrong", nargs="*", metavar="NUMBER=NOTE", help="each wrong row, and why")
    commands.add_parser("rates", help="make every edit again and print the rates")
    given = parser.parse_args()
    try:
        if given.command == "draw":
            write_sheet(SHEETS / f"{given.rule}.csv", draw(given.rule, given.seed))
        elif given.command == "verdicts":
            path = SHEETS / f"{given.rule}.csv"
            wrong = {
                int(number): note for number, _, note in (w.partition("=") for w in given.wrong)
            }
            write_sheet(path, with_verdicts(read_sheet(path), wrong))
        else:
            sys.exit(print_rates())
    except PerimetryError as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
