from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from perimetry.repair.examples.example import TrainingExample, TrainingTask, divided
from tests.repair.toys import example, toy_task


def test_the_words_of_labels_are_no_data() -> None:
    own = example("g", "a query", "right", "wrong")
    assert own.texts == ["a query", "right", "wrong"]
    assert replace(own, labels=("yes", "no")).texts == ["a query"]


@given(st.lists(st.sampled_from("abcdefgh"), min_size=1), st.floats(0, 1), st.integers(0, 5))
def test_no_group_is_cut_and_no_example_lost(groups: list[str], share: float, seed: int) -> None:
    examples = [example(group, f"q{n}") for n, group in enumerate(groups)]
    parts = divided(TrainingTask("t", examples), share, seed)
    assert not {e.group for e in parts.one.examples} & {e.group for e in parts.other.examples}
    both = [*parts.one.examples, *parts.other.examples]
    assert sorted(e.query for e in both) == sorted(e.query for e in examples)


def test_half_of_the_groups_is_half_of_the_groups() -> None:
    parts = divided(toy_task(40), 0.5, seed=3)
    assert (len(parts.one.groups), len(parts.other.groups)) == (20, 20)
    assert parts == divided(toy_task(40), 0.5, seed=3)
    assert parts != divided(toy_task(40), 0.5, seed=4)


def test_tied_groups_stay_together() -> None:
    kinds = ["homonyms", "contrast_homonyms", "targets", "contrast_targets"]
    task = TrainingTask("t", [example(kind, kind) for kind in kinds])
    parts = divided(task, 0.5, seed=1, tie=lambda group: group.removeprefix("contrast_"))
    assert {group.removeprefix("contrast_") for group in parts.one.groups}.isdisjoint(
        group.removeprefix("contrast_") for group in parts.other.groups
    )
    assert len(parts.one.groups) == 2


def test_whatever_decides_what_is_learnt_is_in_the_digest() -> None:
    task = toy_task(12)
    changed = [TrainingExample("toy", "g0", "another", "p"), *task.examples[1:]]
    others = [
        replace(task, examples=changed),
        replace(task, prompt="query: "),
        replace(task, marked=True),
        replace(task, asymmetric=True),
    ]
    assert len({task.digest, *(other.digest for other in others)}) == 5
    assert task.digest == replace(task, notes=["a note"]).digest
