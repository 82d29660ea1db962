"""From rows to examples: the reformulation that evaluation and fine-tuning share.

After ATEB (arXiv 2502.16766): everything becomes a query with one right target and some wrong
ones, so a dual encoder answers by the nearest target, with no new layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from perimetry.datasets.tasks.declaration import COLUMN, Task
from perimetry.datasets.tasks.example import Example
from perimetry.errors import DataError

Row = tuple[int, Mapping[str, object]]


def reformulate(task: Task, rows: Iterable[Row], path: Path, *, wording: int = 0) -> list[Example]:
    """The examples of ``task``, in the order of the rows.

    Args:
        task: the declaration.
        rows: line numbers and rows.
        path: where they come from, for messages.
        wording: which wording of the labels.

    Raises:
        DataError: a row lacks a column or has a label or a choice that is not declared, with its
            line; or there are no rows.
    """
    make = _classified if task.labels else _chosen
    examples = [make(task, line, row, path, wording) for line, row in rows]
    if not examples:
        raise DataError(path, f"no rows for the task {task.name}.")
    return examples


def _classified(
    task: Task, line: int, row: Mapping[str, object], path: Path, wording: int
) -> Example:
    label = _text(row.get(task.label.casefold()))
    if label not in task.labels:
        known = ", ".join(task.labels)
        raise DataError(path, f"the label {label!r} is none of {known}.", line=line)
    names = list(task.labels)
    targets = [task.labels[name][wording] for name in names]
    return _example(task, line, row, path, targets, names.index(label), names)


def _chosen(task: Task, line: int, row: Mapping[str, object], path: Path, _wording: int) -> Example:
    targets = [filled(template, row, path, line) for template in task.choices]
    targets += [
        filled(template, row, path, line)
        for template in task.optional
        if all(_text(row.get(name.casefold())) for name in COLUMN.findall(template))
    ]
    names = [str(place + 1) for place in range(len(targets))]
    right = _right(task, line, row, path, len(targets))
    return _example(task, line, row, path, targets, right, names)


def _right(task: Task, line: int, row: Mapping[str, object], path: Path, choices: int) -> int:
    if not task.right:
        return 0
    written = _text(row.get(task.right.casefold()))
    try:
        letter = len(written) == 1 and written.isalpha()
        place = ord(written.upper()) - ord("A") if letter else int(float(written)) - task.first
    except ValueError:
        place = -1
    if not 0 <= place < choices:
        last = task.first + choices - 1
        raise DataError(
            path, f"{task.right} is {written!r}, not {task.first} to {last}.", line=line
        )
    return place


def _example(
    task: Task,
    line: int,
    row: Mapping[str, object],
    path: Path,
    targets: list[str],
    right: int,
    names: list[str],
) -> Example:
    item = f"line-{line}"
    return Example(
        item=item,
        group=filled(task.group, row, path, line) if task.group else item,
        query=filled(task.query, row, path, line),
        targets=targets,
        right=right,
        names=names,
        withheld=filled(task.withheld, row, path, line) if task.withheld else "",
    )


def filled(template: str, row: Mapping[str, object], path: Path, line: int) -> str:
    """``template`` with each ``{column}`` replaced by the row's text.

    Raises:
        DataError: the row has no such column, or nothing remains.
    """

    def value(name: str) -> str:
        if name.casefold() not in row:
            raise DataError(path, f"no column {name!r}; there are {', '.join(row)}.", line=line)
        return _text(row[name.casefold()])

    text = COLUMN.sub(lambda found: value(found[1]), template).strip()
    if not text:
        raise DataError(path, f"{template!r} is empty here.", line=line)
    return text


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_text(part) for part in value)
    return "" if value is None else str(value).strip()
