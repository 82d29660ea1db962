from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.datasets.tasks import Task, find_task
from perimetry.errors import InputError
from perimetry.repair.examples.tasks import task_examples, training_split, unexplained

ROWS = "subject,body,priority\nroof,It leaks.,urgent\nlamp,One bulb is out.,routine\n"
TICKETS = Task(
    "tickets",
    "safety",
    "{subject}: {body}",
    labels={"urgent": ["now", "at once"], "routine": ["later", "some day"]},
    label="priority",
)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_the_other_labels_are_the_hard_negatives(rows: Path) -> None:
    task = task_examples(TICKETS, "train", data=rows, wordings=[0])
    first, second = task.examples
    assert (first.query, first.positive, first.negatives) == ("roof: It leaks.", "now", ["later"])
    assert (second.positive, second.negatives) == ("later", ["now"])
    assert (first.labels, second.labels) == (["urgent", "routine"], ["routine", "urgent"])
    assert task.marked


def test_a_row_stands_once_for_each_wording_in_one_group(rows: Path) -> None:
    task = task_examples(TICKETS, "train", data=rows)
    assert [e.positive for e in task.examples] == ["now", "later", "at once", "some day"]
    assert len(task.groups) == 2


def test_a_wording_that_is_not_declared_is_refused(rows: Path) -> None:
    with pytest.raises(InputError, match="tickets has wordings 0 to 1, not 2"):
        task_examples(TICKETS, "train", data=rows, wordings=[2])


def test_without_explanations_a_target_is_the_bare_label(rows: Path) -> None:
    task = task_examples(unexplained(TICKETS), "train", data=rows)
    assert [(e.positive, e.negatives) for e in task.examples] == [
        ("urgent", ["routine"]),
        ("routine", ["urgent"]),
    ]


def test_wrong_choices_are_the_hard_negatives_and_need_no_mark(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("goal,good,bad\nBoil an egg.,Use water.,Use sand.\n", encoding="utf-8")
    task = Task("toy", "reasoning", "{goal}", choices=["{good}", "{bad}"])
    made = task_examples(task, "train", data=path)
    assert (made.examples[0].positive, made.examples[0].negatives) == ("Use water.", ["Use sand."])
    assert (made.marked, made.choice) == (False, True)
    assert not made.examples[0].labels
    assert not task_examples(replace(task, choices=["{good}"]), "train", data=path).choice


@pytest.mark.parametrize(
    ("name", "split"),
    [("claims", "dev"), ("e-SNLI", "validation"), ("BEGIN", "dev"), ("PIQA", "train"),
     ("XSTest", None), ("HH-RLHF harmless", None)],
)  # fmt: skip
def test_the_split_to_learn_from_is_never_the_scored_one(name: str, split: str | None) -> None:
    task = find_task(name)
    assert training_split(task) == split
    assert split != task.split


def test_prompts_and_roles_are_the_declarations(rows: Path) -> None:
    asked = replace(TICKETS, asymmetric=True, prompt="task: x | query: ")
    task = task_examples(asked, "train", data=rows)
    assert (task.roles, task.prompt, task.target_prompt) == (
        ("query", "document"),
        "task: x | query: ",
        None,
    )
