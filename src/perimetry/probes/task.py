"""An advanced task as retrieval: is the right target nearer to the query than the wrong ones?

After ATEB (arXiv 2502.16766) and RAR-b (arXiv 2404.06347): own choices and the pool of all
answers are two questions, and their gap is shown. Every label may be worded several ways, since a
score that flips with the wording is not knowledge.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from perimetry.datasets.tasks.declaration import Task
from perimetry.datasets.tasks.example import Example
from perimetry.measures.lexical import BASELINES
from perimetry.measures.nearest import nearest
from perimetry.measures.overlap import mean_overlap
from perimetry.measures.similarity import cosine
from perimetry.probes.base import Vectors
from perimetry.probes.task_estimates import task_estimates
from perimetry.records import DatasetNote, Estimate, ItemScores, Role, Score, Text
from perimetry.stats.bootstrap import Floats

TIE = 1e-6
"""Scores closer than this are a tie, and a tie with a wrong target is a failure."""

POOL_DEPTH = 100
POOL_BLOCK = 8192
MAJORITY = "majority"


@dataclass(frozen=True)
class TaskProbe:
    """The examples of one task, once for each wording of its labels.

    Items, with the task's name as subset. ``accuracy`` is the share of wordings under which the
    right target is nearest; ``accuracy_wording_1`` and so on are single ones; ``same_answer`` is 1
    where all wordings give one answer; ``withheld_accuracy`` is that without what the answer should
    rest on; ``label`` and ``predicted`` number the right and the nearest target of the first
    wording; ``margin`` is the right target's cosine less the best wrong one's. For a pool
    ``pool_success_1``, ``pool_recall_10`` and ``pool_ndcg_10``.
    """

    task: Task
    examples: Sequence[Sequence[Example]]
    source: str

    @property
    def name(self) -> str:
        """The task's own name."""
        return self.task.name

    def note(self) -> DatasetNote:
        """Identity, size, licence and how much the right and wrong targets share with the query."""
        pairs: dict[str, list[tuple[str, str]]] = {"right": [], "wrong": []}
        for example in self._first:
            pairs["right"].append((example.query, example.positive))
            pairs["wrong"] += [(example.query, target) for target in example.negatives]
        stated = self.task.source
        told = (
            ("paper", stated.paper),
            ("licence", stated.licence),
            ("stands in for", stated.stands_in_for),
            ("note", stated.note),
        )
        return DatasetNote(
            name=self.task.name,
            digest=self._digest,
            source=self.source,
            groups=len({example.group for example in self._first}),
            overlap={k: mean_overlap(found).as_dict() for k, found in pairs.items() if found},
            family=self.task.family,
            notes=tuple(f"{name}: {value}" for name, value in told if value),
        )

    def texts(self) -> Iterator[Text]:
        """The queries, those without their evidence, and all targets of all wordings."""
        for examples in self.examples:
            for example in examples:
                yield self._query(example.query)
                if example.withheld:
                    yield self._query(example.withheld)
                yield from map(self._target, example.targets)

    def judge(self, vectors: Vectors) -> ItemScores:
        """Score every example, then the pool."""
        scored = [self._cosines(vectors, examples) for examples in self.examples]
        withheld = (
            self._cosines(vectors, self._first, withheld=True) if self._first[0].withheld else None
        )
        rows = list(self._rows(scored, withheld))
        if self.task.pool:
            rows += self._pool_rows(vectors)
        return ItemScores(rows)

    def baselines(self) -> Mapping[str, ItemScores]:
        """Own choices by shared words and by chance, and always the most frequent label."""
        found = {}
        for name, similarity in BASELINES.items():
            scored = [_split(examples, similarity(_pairs(examples))) for examples in self.examples]
            found[name] = ItemScores(list(self._rows(scored, None)))
        if self.task.labels:
            found[MAJORITY] = ItemScores(list(self._majority_rows()))
        return {name: scores for name, scores in found.items() if scores.rows}

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """Accuracy with its spread over wordings, recall by label, confusion, pool and gap."""
        names = self._first[0].names if self.task.labels else ()
        return list(task_estimates(scores, self.name, names, seed))

    @property
    def _first(self) -> Sequence[Example]:
        return self.examples[0]

    @property
    def _digest(self) -> str:
        rows = [
            [e.item, e.group, e.query, list(e.targets), e.right, e.withheld]
            for examples in self.examples
            for e in examples
        ]
        return sha256(json.dumps(rows, ensure_ascii=True).encode()).hexdigest()

    @cached_property
    def _roles(self) -> tuple[Role, Role]:
        return ("query", "document") if self.task.asymmetric else ("symmetric", "symmetric")

    def _query(self, text: str) -> Text:
        return Text(text, self._roles[0], self.task.prompt)

    def _target(self, text: str) -> Text:
        return Text(text, self._roles[1], self.task.target_prompt)

    def _cosines(
        self, vectors: Vectors, examples: Sequence[Example], *, withheld: bool = False
    ) -> list[Floats]:
        """The cosines of each example's query with its own targets."""
        queries = [
            self._query(e.withheld if withheld else e.query) for e in examples for _ in e.targets
        ]
        targets = [self._target(target) for e in examples for target in e.targets]
        blocks = [
            cosine(vectors[queries[at : at + POOL_BLOCK]], vectors[targets[at : at + POOL_BLOCK]])
            for at in range(0, len(queries), POOL_BLOCK)
        ]
        return _split(examples, np.concatenate(blocks))

    def _rows(
        self, scored: Sequence[Sequence[Floats]], withheld: Sequence[Floats] | None
    ) -> Iterator[Score]:
        """The rows of own choices; none where an example has one target and thus no choice."""
        for place, example in enumerate(self._first):
            if len(example.targets) < 2:
                continue
            values = [found[place] for found in scored]
            rights = [_is_right(v, example.right) for v in values]
            answers = [int(np.argmax(v)) for v in values]
            wrong = np.delete(values[0], example.right)
            measured = {
                "accuracy": float(np.mean(rights)),
                "label": float(example.right),
                "predicted": float(answers[0]),
                "chance": 1 / len(example.targets),
            }
            if len(rights) > 1:
                measured |= {f"accuracy_wording_{n}": r for n, r in enumerate(rights, start=1)}
                measured["same_answer"] = float(len(set(answers)) == 1)
            if withheld is not None:
                measured["withheld_accuracy"] = _is_right(withheld[place], example.right)
            yield from self._scores(example, measured)
            nearest_wrong = example.negatives[int(np.argmax(wrong))]
            yield Score(
                self.name, example.item, example.group, "margin",
                float(values[0][example.right] - wrong.max()),
                example.positive, nearest_wrong, anchor=example.query,
            )  # fmt: skip

    def _majority_rows(self) -> Iterator[Score]:
        [(common, _)] = Counter(example.right for example in self._first).most_common(1)
        for example in self._first:
            yield from self._scores(
                example,
                {
                    "accuracy": float(example.right == common),
                    "label": float(example.right),
                    "predicted": float(common),
                },
            )

    def _scores(self, example: Example, measured: Mapping[str, float]) -> Iterator[Score]:
        for measure, value in measured.items():
            yield Score(
                self.name, example.item, example.group, measure, value,
                example.query, example.positive,
            )  # fmt: skip

    def _pool_rows(self, vectors: Vectors) -> Iterator[Score]:
        """The right target among the distinct targets of all examples, by exact search."""
        pool = list(dict.fromkeys(target for e in self._first for target in e.targets))
        places = {target: place for place, target in enumerate(pool)}
        queries = vectors[[self._query(e.query) for e in self._first]]
        blocks = (
            vectors[[self._target(target) for target in pool[at : at + POOL_BLOCK]]]
            for at in range(0, len(pool), POOL_BLOCK)
        )
        found = nearest(queries, blocks, min(POOL_DEPTH, len(pool)))
        for example, documents, scores in zip(
            self._first, found.documents, found.scores, strict=True
        ):
            rank = _rank(documents, scores, places[example.positive])
            yield from self._scores(
                example,
                {
                    "pool_success_1": float(rank == 1),
                    "pool_recall_10": float(0 < rank <= 10),
                    "pool_recall_100": float(0 < rank <= POOL_DEPTH),
                    "pool_ndcg_10": 1 / float(np.log2(1 + rank)) if 0 < rank <= 10 else 0.0,
                },
            )


def _pairs(examples: Sequence[Example]) -> list[tuple[str, str]]:
    return [(example.query, target) for example in examples for target in example.targets]


def _split(examples: Sequence[Example], values: Floats) -> list[Floats]:
    """``values`` of all targets, one array an example."""
    ends = np.cumsum([len(example.targets) for example in examples])[:-1]
    return np.split(values, ends)


def _is_right(values: Floats, right: int) -> float:
    """1 where the right target is ahead of every wrong one by more than a tie."""
    return float(values[right] - np.delete(values, right).max() > TIE)


def _rank(documents: np.ndarray, scores: np.ndarray, wanted: int) -> int:
    """The rank of a document from 1, behind all that tie with it; 0 where it was not found."""
    at = np.flatnonzero(documents == wanted)
    if not len(at):
        return 0
    return int(np.count_nonzero(scores >= scores[at[0]] - TIE))
