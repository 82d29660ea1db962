"""From what a person names to guarded examples: tasks, the core set, rules, files of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from perimetry.datasets.background import builtin_background
from perimetry.datasets.tasks import Task, find_task
from perimetry.datasets.texts import read_texts
from perimetry.errors import InputError, PerimetryError
from perimetry.repair.examples.contamination import Guarded, Protected, guarded, refuse_canary
from perimetry.repair.examples.example import TrainingTask
from perimetry.repair.examples.lessons import lesson_examples
from perimetry.repair.examples.minimal_pairs import core_examples, own_examples
from perimetry.repair.examples.protected import builtin_protected, harm_protected, task_protected
from perimetry.repair.examples.rules import rule_examples
from perimetry.repair.examples.tasks import task_examples, training_split


@dataclass(frozen=True)
class Sources:
    """What to learn from.

    Attributes:
        tasks: names of declared tasks, or TOML files.
        data: rows for the one task, instead of its own.
        data_dir: the folder in which the files of declared tasks lie.
        core: the dev half of perimetry-core, and the frames of perimetry-lessons.
        pairs: files of pairs or triplets.
        rules: what the rules make of ``texts``, or of the built-in background.
        texts: a file of sentences.
        without: phenomena and rules that are left out.
    """

    tasks: Sequence[str] = ()
    data: Path | None = None
    data_dir: Path | None = None
    core: bool = False
    pairs: Sequence[Path] = ()
    rules: bool = False
    texts: Path | None = None
    without: Collection[str] = ()


def gathered(sources: Sources, seed: int) -> Guarded:
    """The examples that ``sources`` give, less all that an audit scores.

    A task whose scored rows cannot be read is learnt from all the same, and a note says so.

    Raises:
        InputError: nothing is named, or a task has no split that may be learnt from.
        DataError: a file cannot be read, or carries a canary.
        UnavailableError: rows must be fetched and cannot be.
    """
    if sources.data is not None and len(sources.tasks) != 1:
        raise InputError("--data holds the rows of one task. Name it with --task.")
    protected = [*builtin_protected(), *harm_protected(sources.data_dir)]
    tasks: list[TrainingTask] = []
    for name in sources.tasks:
        task = find_task(name)
        learnt, scored = _of_task(task, sources)
        tasks.append(learnt)
        if scored is not None and not task.source.built_in:
            protected.append(scored)
    tasks += _others(sources, seed)
    if not tasks:
        raise InputError(
            "nothing is named to learn from. Give --task, --suite, --pairs or --rules."
        )
    return guarded(tasks, protected)


def _of_task(task: Task, sources: Sources) -> tuple[TrainingTask, Protected | None]:
    split = training_split(task)
    if sources.data is not None:
        refuse_canary(sources.data)
        split = split or task.split
    if split is None:
        raise InputError(
            f"{task.name} has no split but {task.split}, which an audit scores. Give rows to learn "
            "from with --data."
        )
    learnt = task_examples(task, split, data=sources.data, data_dir=sources.data_dir)
    if sources.data is not None:
        learnt = replace(learnt, notes=[f"rows of {sources.data.name}"])
    try:
        return learnt, task_protected(task, data_dir=sources.data_dir)
    except PerimetryError:
        unread = f"its split {task.split} could not be read, so nothing was compared with it"
        return replace(learnt, notes=[*learnt.notes, unread]), None


def _others(sources: Sources, seed: int) -> Iterator[TrainingTask]:
    if sources.core:
        yield core_examples(sources.without)
        yield lesson_examples(sources.without, seed=seed)
    if sources.texts is not None:
        refuse_canary(sources.texts)
    if sources.rules:
        texts = (
            builtin_background().sentences
            if sources.texts is None
            else [source.text.strip() for source in read_texts(sources.texts)]
        )
        yield rule_examples(texts, seed=seed, without=sources.without)
    for path in sources.pairs:
        yield own_examples(path)
