"""What an encoder learns from: a query, the text it should lie near, and those it should not."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from perimetry.records import Role


@dataclass(frozen=True)
class TrainingExample:
    """One query with its right target and its wrong ones.

    ``group`` ties what was made from one source: such examples are never each other's negatives,
    and a held-out slice never cuts them. Where the targets are the texts of labels, which stand in
    every split, ``labels`` names the label of each, the right one's first.
    """

    task: str
    group: str
    query: str
    positive: str
    negatives: Sequence[str] = ()
    labels: Sequence[str] = ()

    @property
    def texts(self) -> list[str]:
        """What of it is data: the query, and targets that are no label's."""
        return [self.query] if self.labels else [self.query, self.positive, *self.negatives]


@dataclass(frozen=True)
class TrainingTask:
    """Examples that share batches, and how their texts are encoded.

    Attributes:
        name: of all its examples.
        examples: in a fixed order.
        asymmetric: queries and targets are encoded as query and document.
        prompt: put before queries, ``target_prompt`` before targets; None is the encoder's own.
        marked: examples share target texts, so each gets a mark of its own (see ``ids``).
        choice: a query is scored on choosing among its own targets, and learns that alone.
        notes: what was left out when it was made, for the model card.
    """

    name: str
    examples: Sequence[TrainingExample]
    asymmetric: bool = False
    prompt: str | None = None
    target_prompt: str | None = None
    marked: bool = False
    choice: bool = False
    notes: Sequence[str] = ()

    @property
    def roles(self) -> tuple[Role, Role]:
        """The roles of queries and of targets."""
        return ("query", "document") if self.asymmetric else ("symmetric", "symmetric")

    @property
    def groups(self) -> list[str]:
        """In the order of their first examples."""
        return list(dict.fromkeys(example.group for example in self.examples))

    @property
    def digest(self) -> str:
        """SHA-256 of everything that decides what is learnt from it, in order."""
        how = [self.name, self.asymmetric, self.prompt, self.target_prompt, self.marked,
               self.choice]  # fmt: skip
        rows = [[e.group, e.query, e.positive, list(e.negatives)] for e in self.examples]
        return sha256(json.dumps([how, rows], ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True)
class Divided:
    """A task in two parts that share no group."""

    one: TrainingTask
    other: TrainingTask


def divided(
    task: TrainingTask, share: float, seed: int, tie: Callable[[str], str] = lambda group: group
) -> Divided:
    """``task`` with about ``share`` of its groups in the first part and the others in the second.

    Args:
        task: what to divide.
        share: of the groups, between 0 and 1.
        seed: of the random choice.
        tie: groups with an equal value stay together.
    """
    ties = list(dict.fromkeys(tie(group) for group in task.groups))
    order = np.random.default_rng((seed, len(ties))).permutation(len(ties))
    chosen = {ties[place] for place in order[: round(share * len(ties))]}
    parts: tuple[list[TrainingExample], list[TrainingExample]] = ([], [])
    for example in task.examples:
        parts[tie(example.group) not in chosen].append(example)
    return Divided(replace(task, examples=parts[0]), replace(task, examples=parts[1]))
