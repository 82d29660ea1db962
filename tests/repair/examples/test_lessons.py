from __future__ import annotations

from perimetry.datasets.lessons import Frame
from perimetry.repair.examples.lessons import examples_of, lesson_examples

FRAME = Frame(
    "lesson-debt-001",
    "debt",
    {
        "anchor": "{who} paid",
        "same_close": "{who} settled",
        "different_close": "{who} owed",
        "same_distant": "it was settled by {who}",
        "different_distant": "it was still due from {who}",
    },
    {"who": ["Ada"]},
)


def test_each_kept_pair_stands_beside_the_broken_one_of_its_stratum() -> None:
    assert [(e.query, e.positive, *e.negatives) for e in examples_of(FRAME, seed=1)] == [
        ("Ada paid", "Ada settled", "Ada owed"),
        ("Ada paid", "it was settled by Ada", "it was still due from Ada"),
        ("Ada owed", "it was still due from Ada", "it was settled by Ada"),
    ]


def test_all_fillings_of_a_frame_are_one_group() -> None:
    assert {example.group for example in examples_of(FRAME, seed=1)} == {"lesson-debt-001"}


def test_a_phenomenon_can_be_left_out() -> None:
    task = lesson_examples(["number"], seed=1)
    assert task.examples
    assert not any(group.startswith("lesson-number-") for group in task.groups)
    assert task.notes == ["without number"]
