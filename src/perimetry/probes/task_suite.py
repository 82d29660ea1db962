"""Probes of advanced tasks, from their declarations and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from perimetry.datasets.sampling import drawn_groups
from perimetry.datasets.tasks import Task, find_task, reformulate
from perimetry.datasets.tasks.rows import task_rows
from perimetry.errors import InputError
from perimetry.probes.task import TaskProbe

TASKS = "tasks"
"""What an audit of tasks is called where a suite would be."""

OWN = ("claims", "requests", "instructions", "reasoning", "documents")
"""The tasks of the suite ``advanced``, one of each family, with data of our own."""


@dataclass(frozen=True)
class TaskData:
    """Where the rows of tasks are, and how many are asked.

    ``data`` is one file for one task, ``data_dir`` a mirror folder, ``split`` another than the
    declared one, ``limit`` the most groups, drawn with ``seed``.
    """

    data: Path | None = None
    data_dir: Path | None = None
    split: str | None = None
    limit: int | None = None
    seed: int = 0


def load_tasks(names: Sequence[str], asked: TaskData | None = None) -> Sequence[TaskProbe]:
    """A probe for each task, in order.

    Args:
        names: of declared tasks, or TOML files.
        asked: where the rows are.

    Raises:
        InputError: no such task, a task named twice, or one file for several tasks.
        DataError: rows that do not fit the declaration.
        UnavailableError: rows that must be fetched and cannot be.
    """
    asked = asked or TaskData()
    tasks = [find_task(name) for name in names]
    if len({task.name for task in tasks}) < len(tasks):
        raise InputError("a task is named twice. Name each once.")
    if asked.data and len(tasks) > 1:
        raise InputError("--data holds the rows of one task. Name one, or give --data-dir.")
    return [task_probe(task, asked) for task in tasks]


def task_probe(task: Task, asked: TaskData) -> TaskProbe:
    """The probe of one task; see :func:`load_tasks`."""
    rows, path = task_rows(task, data=asked.data, data_dir=asked.data_dir, split=asked.split)
    wordings = [reformulate(task, rows, path, wording=wording) for wording in range(task.wordings)]
    if asked.limit is not None:
        names = (example.group for example in wordings[0])
        kept = drawn_groups(names, asked.limit, np.random.default_rng(asked.seed))
        wordings = [[e for e in examples if e.group in kept] for examples in wordings]
    source = "built in" if task.source.built_in and asked.data is None else f"file {path.name}"
    if asked.split:
        task = replace(task, split=asked.split)
    return TaskProbe(task, wordings, f"{source}, {asked.split or task.split}")
