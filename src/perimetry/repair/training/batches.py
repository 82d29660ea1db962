"""Which examples are learnt from at each step: batches of one task, tasks in balanced turns.

A step's batch depends on the plan and the step's number alone, so a run that was stopped goes on
with the batches it would have had.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from perimetry.repair.examples.example import TrainingExample, TrainingTask


@dataclass(frozen=True)
class Drawn:
    """An example, the epoch of its task in which it was drawn, and its place in the task."""

    example: TrainingExample
    epoch: int
    place: int


@dataclass(frozen=True)
class Plan:
    """The batches of all steps.

    Attributes:
        tasks: what is learnt from.
        size: examples a batch; a task with fewer has smaller batches.
        steps: how many batches.
        balance: a task of n examples gets turns in proportion to n ** balance: at 1 all examples
            are seen alike, at 0 all tasks.
        seed: of the order within each task.
    """

    tasks: Sequence[TrainingTask]
    size: int
    steps: int
    balance: float
    seed: int

    @cached_property
    def turns(self) -> list[int]:
        """The place of each step's task."""
        return turns([len(task.examples) for task in self.tasks], self.steps, self.balance)

    def task(self, step: int) -> TrainingTask:
        """Whose examples a step has."""
        return self.tasks[self.turns[step]]

    def batch(self, step: int) -> list[Drawn]:
        """The examples of a step, which has no example twice unless an epoch ends within it."""
        task = self.task(step)
        count = len(task.examples)
        size = min(self.size, count)
        earlier = self.turns[:step].count(self.turns[step])
        numbers = range(earlier * size, (earlier + 1) * size)
        orders = {
            epoch: self._order(task.name, epoch, count)
            for epoch in range(numbers[0] // count, numbers[-1] // count + 1)
        }
        drawn: list[Drawn] = []
        for number in numbers:
            epoch, within = divmod(number, count)
            place = int(orders[epoch][within])
            drawn.append(Drawn(task.examples[place], epoch, place))
        return drawn

    def _order(self, name: str, epoch: int, count: int) -> NDArray[np.int64]:
        generator = np.random.default_rng((self.seed, crc32(name.encode()), epoch))
        return generator.permutation(count)


def turns(sizes: Sequence[int], steps: int, balance: float) -> list[int]:
    """The task of each step; after any step each has had its share of the turns, rounded down.

    The next turn is the task's that would have the fewest for its weight (D'Hondt's method).

    >>> turns([100, 25], 6, balance=0.5)
    [0, 0, 1, 0, 0, 1]
    """
    weights = [size**balance for size in sizes]
    had = [0] * len(sizes)
    order: list[int] = []
    for _ in range(steps):
        next_up = min(range(len(sizes)), key=lambda n: ((had[n] + 1) / weights[n], n))
        had[next_up] += 1
        order.append(next_up)
    return order


def steps_of(tasks: Sequence[TrainingTask], size: int, epochs: float) -> int:
    """The steps in which all examples together are seen ``epochs`` times."""
    return ceil(epochs * sum(len(task.examples) for task in tasks) / size)
