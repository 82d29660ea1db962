"""What must not be learnt from: whatever the suites, the tasks in use and a certificate score."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from perimetry.datasets.core import builtin_core, builtin_keeping
from perimetry.datasets.heros import builtin_heros
from perimetry.datasets.labelled import LabelledSet
from perimetry.datasets.tasks import Task, declared_tasks
from perimetry.repair.examples.contamination import Protected
from perimetry.repair.examples.example import TrainingTask
from perimetry.repair.examples.tasks import task_examples
from perimetry.repair.proof.harm import public_harm_sets


def builtin_protected() -> list[Protected]:
    """The test halves of the core and advanced sets, and all of HEROS."""
    heros = builtin_heros()
    edited = [text for s in heros.sentences for text in (s.original, *s.partners.values())]
    return [
        Protected("core test", _texts(builtin_core("test"))),
        Protected("core keeping test", _texts(builtin_keeping("test"))),
        Protected("heros", edited),
        *(
            Protected(f"{task.name} test", scored_texts(task_examples(task, task.split)))
            for task in declared_tasks().values()
            if task.source.built_in
        ),
    ]


def task_protected(
    task: Task, *, data: Path | None = None, data_dir: Path | None = None
) -> Protected:
    """What an audit of ``task`` scores.

    Raises:
        DataError: its file is missing or malformed.
        UnavailableError: it must be fetched and cannot be, so nothing can be guarded.
    """
    made = task_examples(task, task.split, data=data, data_dir=data_dir, wordings=[0])
    return Protected(f"{task.name} {task.split}", scored_texts(made))


def harm_protected(data_dir: Path | None) -> list[Protected]:
    """What the certificate of no harm is measured on, as far as it lies in the folder.

    Raises:
        DataError: a set that is there is malformed.
    """
    found, _ = public_harm_sets(data_dir)
    return [Protected(one.name, [text.string for text in one.texts()]) for one in found]


def scored_texts(task: TrainingTask) -> list[str]:
    """The distinct texts of ``task`` that are data, the words of labels left out."""
    return list(dict.fromkeys(text for example in task.examples for text in example.texts))


def _texts(data: LabelledSet) -> list[str]:
    pairs: Iterable[tuple[str, str]] = ((p.text_a, p.text_b) for p in (*data.pairs, *data.spare))
    return list(dict.fromkeys(text for pair in pairs for text in pair))
