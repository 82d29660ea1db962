from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.tasks import Example, Task
from perimetry.encoders import open_encoder
from perimetry.errors import InputError
from perimetry.probes import load_suite
from perimetry.probes.task import TaskProbe
from perimetry.probes.task_suite import TaskData, load_tasks
from perimetry.records import Estimate, ItemScores, Text
from perimetry.runner import run_audit

LABELS = Task("t", "factuality", "{q}", labels={"yes": ["Y", "y"], "no": ["N", "n"]})


class Places:
    """Texts on a circle, at angles given in degrees."""

    def __init__(self, degrees: Mapping[str, float]) -> None:
        self.degrees = degrees

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        angles = np.radians([self.degrees[text.string] for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def example(item: str, query: str, targets: Sequence[str], right: int, **more: str) -> Example:
    names = ["yes", "no"] if len(targets) == 2 else [str(n) for n in range(len(targets))]
    return Example(item, more.pop("group", item), query, targets, right, names, **more)


def asked(
    probe: TaskProbe, degrees: Mapping[str, float]
) -> tuple[ItemScores, dict[tuple[str, str], Estimate]]:
    scores = probe.judge(Places(degrees))
    return scores, {(e.subset, e.measure): e for e in probe.summarise(scores, seed=1)}


# Under the first wording q1 and q2 are nearer to Y; under the second q1 is nearer to y, q2 to n.
DEGREES = {"q1": 0, "q2": 20, "Y": 10, "N": 90, "y": -10, "n": 40, "w1": 80, "w2": 90}
WORDED = TaskProbe(
    LABELS,
    [
        [
            example("1", "q1", ["Y", "N"], 0, withheld="w1"),
            example("2", "q2", ["Y", "N"], 1, withheld="w2"),
        ],
        [
            example("1", "q1", ["y", "n"], 0, withheld="w1"),
            example("2", "q2", ["y", "n"], 1, withheld="w2"),
        ],
    ],
    "by hand",
)


def test_accuracy_is_over_wordings_and_its_spread_is_shown() -> None:
    _, found = asked(WORDED, DEGREES)
    assert found["t", "accuracy_wording_1"].value == 0.5
    assert found["t", "accuracy_wording_2"].value == 1.0
    assert found["t", "accuracy"].value == 0.75
    assert found["t", "wording_spread"].value == 0.5
    assert found["t", "same_answer"].value == 0.5  # q2 is yes, then no


def test_the_shortcut_check_asks_without_the_evidence() -> None:
    _, found = asked(WORDED, DEGREES)
    assert found["t", "withheld_accuracy"].value == 0.5  # both are nearer to N


def test_recall_and_confusion_are_by_label_under_the_first_wording() -> None:
    _, found = asked(WORDED, DEGREES)
    assert found["t/yes", "recall"].value == 1.0
    assert found["t/no", "recall"].value == 0.0
    assert found["t/no>yes", "confusion"].value == 1.0
    assert found["t/no>no", "confusion"].value == 0.0


def test_the_margin_is_against_the_nearest_wrong_target() -> None:
    scores, _ = asked(WORDED, DEGREES)
    [first, _] = scores.select("t", "margin")
    assert first.value == pytest.approx(np.cos(np.radians(10)) - 0.0, abs=1e-6)
    assert (first.anchor, first.text_a, first.text_b) == ("q1", "Y", "N")


def test_a_tie_with_a_wrong_target_is_a_failure() -> None:
    probe = TaskProbe(LABELS, [[example("1", "q", ["Y", "N"], 0)]], "by hand")
    _, found = asked(probe, {"q": 0, "Y": 30, "N": 30})
    assert found["t", "accuracy"].value == 0.0


def test_always_the_most_frequent_label_is_a_baseline() -> None:
    examples = [example(str(n), f"q{n}", ["Y", "N"], int(n == 0)) for n in range(4)]
    probe = TaskProbe(LABELS, [examples], "by hand")
    scores = probe.baselines()["majority"]
    assert scores.values("t", "accuracy").tolist() == [0.0, 1.0, 1.0, 1.0]


POOL = Task("p", "reasoning", "{q}", choices=["{a}", "{b}"], pool=True)
POOLED = TaskProbe(
    POOL,
    [[example("1", "q1", ["a1", "b1"], 0), example("2", "q2", ["a2", "b2"], 0)]],
    "by hand",
)


def test_the_pool_is_of_all_answers_and_the_gap_is_on_the_same_items() -> None:
    # q1 finds a2 (5°), then its own a1 (20°); among its own choices a1 is first.
    degrees = {"q1": 0, "a1": 20, "b1": 60, "q2": 180, "a2": 5, "b2": 0}
    _, found = asked(POOLED, degrees | {"b2": 179})
    assert found["p", "accuracy"].value == 0.5  # q1 right, q2 takes b2
    assert found["p", "pool_success_1"].value == 0.0
    assert found["p", "pool_gap"].value == 0.5
    ndcg = [1 / log2(3), 1 / log2(5)]  # a1 is second for q1, a2 last of four for q2
    assert found["p", "pool_ndcg_10"].value == pytest.approx(np.mean(ndcg))
    assert found["p", "pool_recall_10"].value == 1.0


def test_one_choice_is_no_choice_but_a_pool() -> None:
    task = Task("d", "documents", "{q}", choices=["{a}"], pool=True)
    probe = TaskProbe(task, [[example("1", "q1", ["a1"], 0), example("2", "q2", ["a2"], 0)]], "x")
    _, found = asked(probe, {"q1": 0, "a1": 10, "q2": 90, "a2": 100})
    assert ("d", "accuracy") not in found
    assert found["d", "pool_success_1"].value == 1.0
    assert probe.baselines() == {}


def test_roles_and_prompts_are_those_of_the_task() -> None:
    task = Task("a", "reasoning", "{q}", choices=["{a}"], asymmetric=True, pool=True,
                prompt="task: x | query: ", target_prompt="title: none | text: ")  # fmt: skip
    probe = TaskProbe(task, [[example("1", "q1", ["a1"], 0)]], "x")
    assert list(probe.texts()) == [
        Text("q1", "query", "task: x | query: "),
        Text("a1", "document", "title: none | text: "),
    ]


def test_the_suite_asks_one_task_of_each_family_without_a_network() -> None:
    probes = load_suite("advanced", limit=4)
    audit = run_audit([open_encoder("hash:?dim=64")], probes, suite="advanced", seed=0)
    assert list(audit.datasets) == ["claims", "requests", "instructions", "reasoning", "documents"]
    families = {note.family for note in audit.datasets.values()}
    assert families == {"factuality", "safety", "instructions", "reasoning", "documents"}


def test_the_limit_is_of_groups_and_the_same_for_every_wording() -> None:
    [probe] = load_tasks(["claims"], TaskData(limit=5, seed=1))
    assert probe.note().groups == 5
    items = [[e.item for e in examples] for examples in probe.examples]
    assert len(items) == 3
    assert items[0] == items[1] == items[2]


def test_a_task_named_twice_is_refused() -> None:
    with pytest.raises(InputError, match="named twice"):
        load_tasks(["claims", "Claims"])


def test_the_bundled_encoder_on_esnli_is_near_the_published_trial(public_data: object) -> None:
    """One wording gave 36.2 % on the first 2,000 test items; see docs/reference/tasks.md."""
    [probe] = load_tasks(["e-SNLI"], TaskData(data_dir=public_data, limit=300))  # type: ignore[arg-type]
    audit = run_audit([open_encoder(None)], [probe], suite="tasks", seed=0)
    found = audit.get(audit.encoders[0].name, "e-SNLI", "accuracy")
    assert found is not None
    assert 0.30 < found.value < 0.40
