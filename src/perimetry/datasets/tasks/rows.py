"""Where a task's rows are found: a user's file, a mirror folder, the built-in sets, the hub."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.rows import read_rows
from perimetry.datasets.tasks.declaration import Task
from perimetry.datasets.tasks.readers import READERS, dialogue_rows
from perimetry.errors import DataError, InputError, MissingExtraError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator

Row = tuple[int, Mapping[str, object]]


def task_rows(
    task: Task,
    *,
    data: Path | None = None,
    data_dir: Path | None = None,
    split: str | None = None,
) -> tuple[list[Row], Path]:
    """The rows of ``task`` and the place that messages name.

    Args:
        task: the declaration.
        data: a file with the rows, instead of what the declaration says.
        data_dir: a folder in which the declared files lie.
        split: instead of the declared one.

    Raises:
        DataError: a file is missing or malformed.
        UnavailableError: the task's data must be fetched and cannot be.
    """
    split = split or task.split
    if data is not None:
        return [(line, flattened(row)) for line, row in read_rows(data)], data
    if task.source.built_in:
        learnt = task.source.built_in_train if split == "train" else ""
        path = builtin_file("advanced", learnt or task.source.built_in)
        rows = [(line, row) for line, row in read_rows(path) if "canary" not in row]
        return [(line, row) for line, row in rows if row.get("split") == split], path
    if data_dir is not None and task.source.files:
        paths = _mirrored(task, data_dir, split)
        if task.source.reader not in READERS:
            raise InputError(f"{task.name}: there is no reader {task.source.reader!r}.")
        rows = list(READERS[task.source.reader](paths))
        names = task.source.columns
        if names:
            rows = [(line, dict(zip(names, row.values(), strict=True))) for line, row in rows]
        return [(line, flattened(row)) for line, row in rows], paths[0]
    if task.source.hub:
        return list(_from_hub(task, split)), Path(f"{task.source.hub}:{split}")
    raise UnavailableError(
        f"the data of {task.name} are not here. Give --data ROWS.jsonl"
        + (", or --data-dir with " + _named(task, split) if task.source.files else "")
        + "."
    )


def _mirrored(task: Task, data_dir: Path, split: str) -> list[Path]:
    if split not in task.source.files:
        known = ", ".join(task.source.files)
        raise InputError(f"{task.name} has no split {split!r}. Splits: {known}.")
    listed = task.source.files[split]
    paths = [data_dir / name for name in ([listed] if isinstance(listed, str) else listed)]
    for path in paths:
        if not path.is_file():
            raise DataError(path, f"there is no such file, and {task.name} is read from it.")
    return paths


def _named(task: Task, split: str) -> str:
    listed = task.source.files.get(split, ())
    return listed if isinstance(listed, str) else ", ".join(listed)


def _from_hub(task: Task, split: str) -> Iterator[Row]:
    """Rows through the ``datasets`` library, which keeps what it fetched and resumes."""
    try:
        import datasets
    except ImportError:
        raise MissingExtraError("datasets", "hub") from None
    source = task.source
    try:
        rows = datasets.load_dataset(
            source.hub,
            source.config or None,
            data_dir=source.folder or None,
            split=split,
            revision=source.revision or None,
        )
    except Exception as error:
        raise UnavailableError(
            f"cannot get {source.hub} from the hub ({type(error).__name__}). Give its rows with "
            "--data, or a mirror with --data-dir."
        ) from None
    # A class label is a number on the hub; its name is what a declaration knows.
    names = {key: kind.int2str for key, kind in rows.features.items() if hasattr(kind, "int2str")}
    found: Iterator[Row] = (
        (
            place,
            {
                str(key).casefold(): names[key](value) if key in names and value >= 0 else value
                for key, value in row.items()
            },
        )
        for place, row in enumerate(rows, start=1)
    )
    if source.reader == "dialogues":
        found = dialogue_rows(found, Path(f"{source.hub}:{split}"))
    for place, columns in found:
        yield place, flattened(columns)


def flattened(row: Mapping[str, object]) -> dict[str, object]:
    """``row`` with the parts of its lists and mappings as columns too, such as ``endings_0``."""
    found = dict(row)
    for key, value in row.items():
        parts = dict(enumerate(value)) if isinstance(value, list | tuple) else value
        if isinstance(parts, Mapping):
            inner = {f"{key}_{name}".casefold(): part for name, part in parts.items()}
            found = {**flattened(inner), **found}
    return found
