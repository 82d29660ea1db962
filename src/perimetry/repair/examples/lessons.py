"""Training examples of the built-in frames: a kept pair beside the broken one of its stratum."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from perimetry.datasets.lessons import Filled, Frame, builtin_lessons
from perimetry.repair.examples.example import TrainingExample, TrainingTask

COPIES = 3
"""Fillings of a frame with slots."""


def lesson_examples(without: Collection[str] = (), *, seed: int) -> TrainingTask:
    """The frames of all phenomena but those that ``without`` names, each filled a few times."""
    frames = [frame for frame in builtin_lessons() if frame.phenomenon not in without]
    found = [example for frame in frames for example in examples_of(frame, seed)]
    notes = [f"without {', '.join(sorted(without))}"] if without else []
    return TrainingTask("lessons", found, notes=notes)


def examples_of(frame: Frame, seed: int) -> Iterator[TrainingExample]:
    """Three examples for each of a few fillings of ``frame``, all of its group."""
    for filled in frame.filled(COPIES, seed):
        for query, positive, negative in _kept_and_broken(filled):
            yield TrainingExample("lessons", frame.group, query, positive, [negative])


def _kept_and_broken(filled: Filled) -> Iterator[tuple[str, str, str]]:
    """Query, what means the same, and what does not and shares as many words with the query."""
    yield filled.anchor, filled.same_close, filled.different_close
    yield filled.anchor, filled.same_distant, filled.different_distant
    yield filled.different_close, filled.different_distant, filled.same_distant
