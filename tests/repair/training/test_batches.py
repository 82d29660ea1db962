from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from perimetry.repair.training.batches import Plan, steps_of, turns
from tests.repair.toys import toy_task

TASKS = [toy_task(30, "large"), toy_task(5, "small")]


def plan(**changes: object) -> Plan:
    return replace(Plan(TASKS, 4, 60, 0.5, 1), **changes)  # type: ignore[arg-type]


def test_a_batch_has_one_task() -> None:
    for step in range(60):
        assert {drawn.example.task for drawn in plan().batch(step)} == {plan().task(step).name}


def test_every_example_is_seen_once_before_any_is_seen_twice() -> None:
    own = plan(tasks=TASKS[:1], steps=15)
    seen = Counter(drawn.place for step in range(15) for drawn in own.batch(step))
    assert seen == dict.fromkeys(range(30), 2)
    epochs = [drawn.epoch for step in range(15) for drawn in own.batch(step)]
    assert epochs == sorted(epochs) == [0] * 30 + [1] * 30


def test_another_epoch_has_another_order() -> None:
    own = plan(tasks=TASKS[:1], size=30, steps=2)
    first, second = ([drawn.place for drawn in own.batch(step)] for step in (0, 1))
    assert first != second
    assert sorted(first) == sorted(second)


def test_a_steps_batch_does_not_depend_on_what_was_asked_before() -> None:
    asked = plan()
    for step in range(40):
        asked.batch(step)
    assert plan().batch(40) == asked.batch(40)


def test_a_small_task_has_small_batches() -> None:
    own = plan(size=32, balance=0.0)
    assert {len(own.batch(step)) for step in range(10) if own.task(step).name == "small"} == {5}


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=5), st.integers(1, 200), st.floats(0, 1))
def test_every_task_has_had_its_share_of_turns_rounded_down(
    sizes: list[int], steps: int, balance: float
) -> None:
    order = turns(sizes, steps, balance)
    weights = [size**balance for size in sizes]
    for place, weight in enumerate(weights):
        assert order.count(place) > steps * weight / sum(weights) - 1 - 1e-9


def test_at_balance_0_tasks_take_turns() -> None:
    assert turns([1000, 10, 1], 6, balance=0.0) == [0, 1, 2, 0, 1, 2]


def test_steps_are_epochs_of_all_examples_together() -> None:
    assert steps_of(TASKS, size=10, epochs=2.0) == 7
