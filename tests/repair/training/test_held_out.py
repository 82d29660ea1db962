from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.records import Role
from perimetry.repair.examples.example import TrainingTask
from perimetry.repair.training.held_out import MOST_EXAMPLES, hold_out, slice_score
from tests.repair.toys import example, toy_task

PLANE = {"east": (1, 0), "north": (0, 1), "north-east": (1, 1), "nearly east": (1, 0.1)}


def encode(texts: Sequence[str], role: Role, prompt: str | None) -> NDArray[np.float32]:
    return np.array([PLANE[text] for text in texts], dtype=np.float32)


def test_no_group_is_both_learnt_and_held_out() -> None:
    found = hold_out([toy_task(40)], 0.25, seed=1)
    assert len(found.held[0].groups) == 10
    assert not set(found.held[0].groups) & set(found.learnt[0].groups)


def test_a_task_of_few_groups_is_learnt_whole() -> None:
    found = hold_out([toy_task(9, "few"), toy_task(20, "many")], 0.25, seed=1)
    assert [task.name for task in found.held] == ["many"]
    assert len(found.learnt[0].examples) == 9


def test_no_more_is_held_out_than_a_look_can_afford() -> None:
    found = hold_out([toy_task(4 * MOST_EXAMPLES)], 0.5, seed=1)
    assert len(found.held[0].examples) == MOST_EXAMPLES
    assert len(found.learnt[0].examples) == 3 * MOST_EXAMPLES


def test_a_slice_of_large_groups_is_thinned() -> None:
    examples = [example(f"g{n % 10}", f"q{n}") for n in range(20 * MOST_EXAMPLES)]
    found = hold_out([TrainingTask("t", examples)], 0.1, seed=1)
    assert len(found.held[0].groups) == 1
    assert len(found.held[0].examples) == MOST_EXAMPLES
    assert len(found.learnt[0].groups) == 9


def test_accuracy_counts_a_tie_as_a_failure() -> None:
    task = TrainingTask(
        "t",
        [
            example("1", "east", "nearly east", "north"),
            example("2", "north", "east", "north-east"),
            example("3", "east", "north", "north"),
        ],
    )
    assert slice_score(task, encode, 0.05).accuracy == pytest.approx(1 / 3)


def test_the_loss_is_the_mean_log_loss_over_own_candidates() -> None:
    task = TrainingTask("t", [example("1", "east", "north-east", "north")])
    # cosines √½ and 0, over τ = 0.5
    expected = np.log(np.exp(np.sqrt(0.5) / 0.5) + 1) - np.sqrt(0.5) / 0.5
    assert slice_score(task, encode, 0.5).loss == pytest.approx(expected, rel=1e-6)


def test_an_encoder_that_is_surer_of_the_same_answers_is_not_worse() -> None:
    """Two of three right, of two candidates each: the best loss is the entropy of 2/3, 0.637."""
    right = [example(str(n), "east", "nearly east", "north") for n in range(2)]
    task = TrainingTask("t", [*right, example("3", "east", "north", "nearly east")])
    sure, surer = (slice_score(task, encode, temperature).loss for temperature in (0.1, 0.05))
    assert sure == pytest.approx(surer, abs=0.003)
    assert sure == pytest.approx(0.637, abs=0.003)


def test_without_wrong_targets_those_of_other_groups_stand_in() -> None:
    task = TrainingTask(
        "t",
        [
            example("1", "east", "nearly east"),
            example("1", "east", "north-east"),
            example("2", "north", "north-east"),
            example("3", "north", "north"),
        ],
    )
    # The second meets "north" alone: its own text is no stand-in. The third meets "nearly east"
    # and "north", and loses to "north".
    assert slice_score(task, encode, 0.05).accuracy == pytest.approx(3 / 4)
