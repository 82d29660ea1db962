"""From a step's examples to the tensors of its loss (extra ``train``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from perimetry.records import Role
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from perimetry.repair.training.batches import Drawn, Plan
from perimetry.repair.training.ids import Spans, mark, marked
from perimetry.repair.training.replay import Replay
from perimetry.repair.training.settings import Settings
from perimetry.words import token_jaccard

LIKE_OVERLAP = 0.2
"""Two pairs whose token Jaccards differ by no more are ranked against each other."""

Tokens = Callable[[list[str], str], dict[str, Any]]
"""Texts and the prompt before them to the model's input."""


class Collator:
    """Makes the batch of a step, whose number is all that the data set holds."""

    valid_label_columns: Sequence[str] = ()

    def __init__(
        self,
        plan: Plan,
        settings: Settings,
        *,
        tokens: Tokens,
        spans: Spans,
        room: Callable[[str], int | None],
        prompts: dict[Role, str],
        replay: Replay | None,
    ) -> None:
        self._plan, self._settings, self._replay = plan, settings, replay
        self._tokens, self._spans, self._room, self._prompts = tokens, spans, room, prompts

    def __call__(self, rows: Sequence[dict[str, int]]) -> dict[str, Any]:
        """The batch of the one step that ``rows`` names."""
        step = rows[0]["step"]
        task = self._plan.task(step)
        before = self._prompt(task.roles[0], task.prompt)
        after = self._prompt(task.roles[1], task.target_prompt)
        examples = [self._put(task, drawn, before, after) for drawn in self._plan.batch(step)]
        targets = _targets(examples)
        distinct = list(dict.fromkeys(targets.texts))
        place = {text: row for row, text in enumerate(distinct)}
        groups = [example.group for example in examples]
        asked = self._settings.in_batch
        in_batch = not task.choice if asked is None else asked
        label = {
            "rows": torch.tensor([place[text] for text in targets.texts]),
            "right": torch.tensor(targets.right),
            "allowed": torch.from_numpy(self._allowed(examples, targets, in_batch)),
            "others": torch.from_numpy(_apart(groups, groups) & in_batch),
        }
        if self._settings.ranking and not (task.marked or task.choice):
            label["owners"] = torch.tensor(targets.owners)
            label["matched"] = torch.from_numpy(_matched(examples, targets))
        batch = {
            **_named("query", self._tokens([e.query for e in examples], before)),
            **_named("target", self._tokens(distinct, after)),
        }
        if self._replay is not None:
            drawn = self._replay.drawn(step)
            texts = [self._replay.texts[n] for n in drawn]
            own = self._prompt("symmetric", None)
            batch |= _named("replay", self._tokens(texts, own))
            label["cosines"] = torch.from_numpy(self._replay.cosines(drawn))
            label["places"] = torch.from_numpy(self._replay.vectors[drawn])
        return {**batch, "label": label}

    def _put(self, task: TrainingTask, drawn: Drawn, before: str, after: str) -> TrainingExample:
        if not (task.marked and self._settings.ids):
            return drawn.example
        sign = mark(self._settings.seed, drawn.epoch, drawn.place)
        room = self._room(max(before, after, key=lambda prompt: len(self._spans(prompt))))
        return marked(drawn.example, sign, self._spans, room)

    def _prompt(self, role: Role, prompt: str | None) -> str:
        return self._prompts.get(role, "") if prompt is None else prompt

    def _allowed(
        self, examples: Sequence[TrainingExample], targets: _Targets, in_batch: bool
    ) -> Any:
        """Which targets count for which query: its own, and in batch those of other groups."""
        groups = [example.group for example in examples]
        allowed = _apart(groups, [groups[owner] for owner in targets.owners])
        allowed &= in_batch
        for row in range(len(examples)):
            right = targets.right[row]
            for column, owner in enumerate(targets.owners):
                if owner == row:
                    allowed[row, column] = True
                elif self._settings.mask_same and targets.alike(column, right):
                    allowed[row, column] = False
        return allowed


class _Targets:
    """The targets of a batch in order: who owns each, and where each query's right one is."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.labels: list[str] = []
        self.owners: list[int] = []
        self.right: list[int] = []

    def alike(self, one: int, other: int) -> bool:
        """Whether two targets say the same: the same words, or two wordings of one label."""
        return self.labels[one] == self.labels[other]


def _targets(examples: Sequence[TrainingExample]) -> _Targets:
    found = _Targets()
    for row, example in enumerate(examples):
        found.right.append(len(found.texts))
        own = [example.positive, *example.negatives]
        found.texts += own
        found.labels += example.labels or own
        found.owners += [row] * len(own)
    return found


def _apart(rows: Sequence[str], columns: Sequence[str]) -> Any:
    """Whether two groups differ, shape ``(len(rows), len(columns))``."""
    return np.array([[row != column for column in columns] for row in rows], dtype=bool)


def _matched(examples: Sequence[TrainingExample], targets: _Targets) -> Any:
    """Which wrong targets overlap with their query about as much as which right ones with theirs.

    Of one group too: a kept pair of an anchor must lie above its broken ones.
    """
    overlap = np.array(
        [
            token_jaccard(examples[owner].query, text)
            for owner, text in zip(targets.owners, targets.texts, strict=True)
        ]
    )
    wrong = np.ones(len(overlap), dtype=bool)
    wrong[targets.right] = False
    near = np.abs(overlap[targets.right][:, None] - overlap[None, :]) <= LIKE_OVERLAP
    return near & wrong[None, :]


def _named(prefix: str, tokens: dict[str, Any]) -> dict[str, Any]:
    return {f"{prefix}_{key}": value for key, value in tokens.items()}
