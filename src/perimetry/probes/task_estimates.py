"""What the items of a task add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from perimetry.records import Estimate, ItemScores, Score
from perimetry.stats.bootstrap import GroupSums, resampled_counts
from perimetry.stats.intervals import group_mean, percentile_interval
from perimetry.stats.seeds import derived_seed

MEANS = (
    "accuracy", "same_answer", "withheld_accuracy", "chance",
    "pool_success_1", "pool_recall_10", "pool_recall_100", "pool_ndcg_10",
)  # fmt: skip
WORDING = "accuracy_wording_"


def task_estimates(
    scores: ItemScores, task: str, labels: Sequence[str], seed: int
) -> Iterator[Estimate]:
    """Means with group intervals, and what they leave out.

    - ``accuracy`` and the other means of items; ``accuracy_wording_1`` and so on;
    - ``wording_spread``: the best wording's accuracy less the worst's;
    - ``recall`` with ``task/label`` as subset, and ``confusion`` with ``task/label>answer``: the
      share of a label's items that get an answer under the first wording;
    - ``macro_recall``: the mean over labels;
    - ``pool_gap``: accuracy among own choices less ``pool_success_1``, on the same items.
    """
    group_seed = derived_seed(seed, "group", "task", task)
    wordings = [m for m in _measures(scores, task) if m.startswith(WORDING)]
    for measure in (*MEANS, *wordings):
        rows = scores.select(task, measure)
        if rows:
            yield _mean(task, measure, rows, group_seed)
    if len(wordings) > 1:
        yield _spread(scores, task, wordings, group_seed)
    if labels and scores.select(task, "label"):
        yield from _by_label(scores, task, labels, group_seed)
    if scores.select(task, "accuracy") and scores.select(task, "pool_success_1"):
        yield _gap(scores, task, group_seed)


def _measures(scores: ItemScores, task: str) -> list[str]:
    return list(dict.fromkeys(row.measure for row in scores.rows if row.subset == task))


def _mean(subset: str, measure: str, rows: Sequence[Score], seed: tuple[int, int]) -> Estimate:
    groups = [row.group for row in rows]
    found = group_mean(np.array([row.value for row in rows]), groups, seed)
    return Estimate(
        subset, measure, found.value, found.low, found.high, len(rows), len(set(groups))
    )


def _spread(
    scores: ItemScores, task: str, wordings: Sequence[str], seed: tuple[int, int]
) -> Estimate:
    rows = scores.select(task, wordings[0])
    groups = [row.group for row in rows]
    columns = np.stack([scores.values(task, wording) for wording in wordings], axis=1)
    count = len(set(groups))
    means = GroupSums.of(columns, groups).resampled(resampled_counts(count, seed))
    found = percentile_interval(float(np.ptp(columns.mean(axis=0))), np.ptp(means, axis=1))
    return Estimate(task, "wording_spread", found.value, found.low, found.high, len(rows), count)


def _by_label(
    scores: ItemScores, task: str, labels: Sequence[str], seed: tuple[int, int]
) -> Iterator[Estimate]:
    rows = scores.select(task, "label")
    right = scores.values(task, "label").astype(int)
    answered = scores.values(task, "predicted").astype(int)
    recalls = []
    for place, label in enumerate(labels):
        members = np.flatnonzero(right == place).tolist()
        if not members:
            continue
        groups = [rows[i].group for i in members]
        for answer, answer_label in enumerate(labels):
            hits = (answered[members] == answer).astype(np.float64)
            found = group_mean(hits, groups, seed)
            subset, measure = f"{task}/{label}>{answer_label}", "confusion"
            if answer == place:
                recalls.append(found.value)
                yield Estimate(
                    f"{task}/{label}", "recall", found.value, found.low, found.high,
                    len(members), len(set(groups)),
                )  # fmt: skip
            yield Estimate(
                subset, measure, found.value, found.low, found.high,
                len(members), len(set(groups)),
            )  # fmt: skip


def _gap(scores: ItemScores, task: str, seed: tuple[int, int]) -> Estimate:
    own = {row.item: row for row in scores.select(task, "accuracy")}
    pool = {row.item: row.value for row in scores.select(task, "pool_success_1")}
    rows = [row for item, row in own.items() if item in pool]
    gaps = np.array([row.value - pool[row.item] for row in rows])
    groups = [row.group for row in rows]
    count = len(set(groups))
    means = GroupSums.of(gaps, groups).resampled(resampled_counts(count, seed))
    found = percentile_interval(float(gaps.mean()), means)
    return Estimate(task, "pool_gap", found.value, found.low, found.high, len(rows), count)
