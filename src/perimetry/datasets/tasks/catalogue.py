"""The tasks that perimetry declares: ATEB's, their stand-ins, and our own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from perimetry.datasets.tasks.declaration import Task, read_task
from perimetry.errors import InputError


@cache
def declared_tasks() -> dict[str, Task]:
    """Every declared task by its name, in the order of their files."""
    folder = Path(str(files(__package__) / "declared"))
    tasks = [read_task(path) for path in sorted(folder.glob("*.toml"))]
    return {task.name: task for task in tasks}


def find_task(name: str) -> Task:
    """The task called ``name``: a declared one, whatever its case, or a TOML file.

    Raises:
        InputError: there is none, or the literature does not say what it is.
        DataError: the file is no declaration.
    """
    if name.endswith(".toml"):
        return read_task(Path(name).expanduser())
    for task in declared_tasks().values():
        if task.name.casefold() == name.casefold():
            if not task.known:
                raise InputError(f"{task.name}: {task.source.note}")
            return task
    known = ", ".join(task.name for task in declared_tasks().values() if task.known)
    raise InputError(f"there is no task {name!r}. Declared: {known}; or give a .toml file.")
