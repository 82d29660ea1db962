"""Training examples of a declared task: its own reformulation, on a split that is not scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from perimetry.datasets.tasks import Example, Task, reformulate
from perimetry.datasets.tasks.rows import task_rows
from perimetry.errors import InputError
from perimetry.repair.examples.example import TrainingExample, TrainingTask

LEARNT_FROM = ("train", "training", "dev", "validation")
"""The splits that are looked for, in this order, when none is named."""


def training_split(task: Task) -> str | None:
    """The split of ``task`` to learn from: the first known one that an audit does not score."""
    known = {*task.source.files, *task.source.sizes} - {task.split}
    filed = [split for split in LEARNT_FROM if split in task.source.files and split in known]
    return next(iter([*filed, *(split for split in LEARNT_FROM if split in known)]), None)


def task_examples(
    task: Task,
    split: str,
    *,
    data: Path | None = None,
    data_dir: Path | None = None,
    wordings: Sequence[int] | None = None,
) -> TrainingTask:
    """The rows of one split as training examples, each once for each wording of its labels.

    The right label's text is the positive and the other labels' are the hard negatives (ATEB, arXiv
    2502.16766); of a choice, the wrong choices are.

    Args:
        task: the declaration.
        split: which rows.
        data: a file with the rows, instead of what the declaration says.
        data_dir: a folder in which the declared files lie.
        wordings: which wordings; None takes all.

    Raises:
        DataError: a file is missing or malformed.
        InputError: there is no such wording.
        UnavailableError: the rows must be fetched and cannot be.
    """
    asked = range(task.wordings) if wordings is None else wordings
    for wording in asked:
        if not 0 <= wording < task.wordings:
            raise InputError(f"{task.name} has wordings 0 to {task.wordings - 1}, not {wording}.")
    rows, path = task_rows(task, data=data, data_dir=data_dir, split=split)
    examples = [
        TrainingExample(
            task.name,
            made.group,
            made.query,
            made.positive,
            made.negatives,
            labels=_labels(made) if task.labels else (),
        )
        for wording in asked
        for made in reformulate(task, rows, path, wording=wording)
    ]
    return TrainingTask(
        task.name,
        examples,
        asymmetric=task.asymmetric,
        prompt=task.prompt,
        target_prompt=task.target_prompt,
        marked=bool(task.labels),
        choice=len(task.choices) > 1,
        notes=[f"split {split}"],
    )


def unexplained(task: Task) -> Task:
    """``task`` with its labels' bare names as targets, to see what explaining them is worth."""
    return replace(task, labels={name: [name] for name in task.labels})


def _labels(made: Example) -> list[str]:
    """What the targets stand for, the right one's first."""
    wrong = (name for place, name in enumerate(made.names) if place != made.right)
    return [made.names[made.right], *wrong]
