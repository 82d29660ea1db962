"""A slice that is not learnt from: it says when to stop, and what was gained on each task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from perimetry.records import Role
from perimetry.repair.examples.example import TrainingExample, TrainingTask, divided
from perimetry.repair.training.replay import cosines

Vectors = NDArray[np.float32]
Encode = Callable[[Sequence[str], Role, str | None], Vectors]
"""Texts, their role and prompt (None is the encoder's own) to vectors of shape ``(n, d)``."""

LEAST_GROUPS = 10
"""A task with fewer groups has no slice: it would cost it a tenth and say nothing."""
MOST_EXAMPLES = 300
"""Of a task; more would make a look at the slice cost more than the steps between two looks."""
SOFTER = 2.0 ** (np.arange(21) / 4)
"""By how much a slice may be read more softly than was learnt: 1 to 32 times the temperature."""
STRANGERS = 8
"""Right targets of other groups that stand in where an example has no wrong ones of its own."""


@dataclass(frozen=True)
class HeldOut:
    """What is learnt from, and what is held out; a task may be in the first alone."""

    learnt: Sequence[TrainingTask]
    held: Sequence[TrainingTask]


@dataclass(frozen=True)
class SliceScore:
    """How one task's slice is answered.

    ``accuracy`` is the share whose right target is strictly nearest, ``loss`` the mean of
    −log softmax of the right target over an example's own candidates, at the temperature that
    serves the slice best (Guo et al. 2017, arXiv 1706.04599): an encoder that has become surer of
    the same answers is not worse, and nothing is decided by how sure it is.
    """

    task: str
    accuracy: float
    loss: float
    examples: int


def hold_out(tasks: Sequence[TrainingTask], share: float, seed: int) -> HeldOut:
    """Hold out about ``share`` of the groups of each task, or as many as ``MOST_EXAMPLES`` need."""
    learnt: list[TrainingTask] = []
    held: list[TrainingTask] = []
    for task in tasks:
        if share <= 0 or len(task.groups) < LEAST_GROUPS:
            learnt.append(task)
            continue
        enough = min(share, MOST_EXAMPLES / len(task.examples))
        parts = divided(task, max(enough, 1 / len(task.groups)), seed)
        learnt.append(parts.other)
        held.append(replace(parts.one, examples=_spread(parts.one.examples)))
    return HeldOut(learnt, held)


def _spread(examples: Sequence[TrainingExample]) -> list[TrainingExample]:
    """At most ``MOST_EXAMPLES`` of them, at equal distances."""
    if len(examples) <= MOST_EXAMPLES:
        return list(examples)
    places = np.linspace(0, len(examples) - 1, MOST_EXAMPLES).round().astype(int)
    return [examples[place] for place in places]


def slice_score(task: TrainingTask, encode: Encode, temperature: float) -> SliceScore:
    """Answer the slice of ``task`` without marks, as an audit would.

    The loss is read at ``temperature`` or at up to 32 times that.
    """
    candidates = [
        [e.positive, *(e.negatives or _strangers(task, place))]
        for place, e in enumerate(task.examples)
    ]
    query_role, target_role = task.roles
    queries = list(dict.fromkeys(e.query for e in task.examples))
    targets = list(dict.fromkeys(text for texts in candidates for text in texts))
    by_query = dict(zip(queries, encode(queries, query_role, task.prompt), strict=True))
    by_target = dict(zip(targets, encode(targets, target_role, task.target_prompt), strict=True))
    right, losses = 0, list[NDArray[np.float64]]()
    for example, texts in zip(task.examples, candidates, strict=True):
        rows = np.stack([by_query[example.query], *(by_target[text] for text in texts)])
        scores = cosines(rows)[0, 1:].astype(np.float64)
        right += bool(np.all(scores[0] > scores[1:] + 1e-6))
        scaled = scores / (temperature * SOFTER[:, np.newaxis])
        losses.append(np.logaddexp.reduce(scaled, axis=1) - scaled[:, 0])
    count, loss = len(task.examples), np.mean(losses, axis=0).min()
    return SliceScore(task.name, right / count, float(loss), count)


def _strangers(task: TrainingTask, place: int) -> list[str]:
    """Right targets of the next examples that belong to other groups and say something else."""
    own, found = task.examples[place], list[str]()
    for step in range(1, len(task.examples)):
        other = task.examples[(place + step) % len(task.examples)]
        if other.group != own.group and other.positive not in (own.positive, *found):
            found.append(other.positive)
        if len(found) == STRANGERS:
            break
    return found
