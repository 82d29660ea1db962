from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import builtin_core, builtin_keeping
from perimetry.errors import DataError
from perimetry.repair.examples.minimal_pairs import core_examples, own_examples


def test_core_examples_are_the_dev_triplets_and_never_a_test_group() -> None:
    task = core_examples()
    assert len(task.examples) == len(builtin_core("dev").triplets) + len(
        builtin_keeping("dev").triplets
    )
    scored = {*builtin_core("test").groups, *builtin_keeping("test").groups}
    assert not scored & set(task.groups)


def test_the_negative_is_the_opposite_of_the_same_stratum() -> None:
    triplet = builtin_core("dev").triplets[0]
    first = core_examples().examples[0]
    assert (first.query, first.positive, first.negatives) == (
        triplet.keeping.text_a,
        triplet.keeping.text_b,
        [triplet.breaking.text_b],
    )


def test_a_phenomenon_can_be_left_out() -> None:
    left_out = {pair.group for pair in builtin_core("dev").pairs if pair.category == "number"}
    task = core_examples(without=["number"])
    assert left_out
    assert not left_out & set(task.groups)
    assert task.notes == ["without number"]


def test_own_pairs_of_one_anchor_become_positive_and_negative(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(
        "text_a,text_b,label,group,split,stratum\n"
        "Pay the bill.,Settle the bill.,same,1,train,close\n"
        "Pay the bill.,Keep the bill.,different,1,train,close\n"
        "Call me.,Ring me.,same,2,,close\n"
        "A cat.,A dog.,different,3,train,close\n"
        "Open it.,Unlock it.,same,4,test,close\n",
        encoding="utf-8",
    )
    task = own_examples(path)
    assert [(e.query, e.positive, e.negatives) for e in task.examples] == [
        ("Pay the bill.", "Settle the bill.", ["Keep the bill."]),
        ("Call me.", "Ring me.", []),
    ]
    assert task.notes == [
        "1 pairs of the split test left out",
        "1 different pairs have no partner that says the same: not used",
    ]


def test_triplets_are_read_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"anchor": "a b", "positive": "b a", "negative": "a c"}\n', encoding="utf-8")
    only = own_examples(path).examples[0]
    assert (only.query, only.positive, only.negatives) == ("a b", "b a", ["a c"])


def test_a_file_of_opposites_alone_teaches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("text_a,text_b,label\nUp.,Down.,different\n", encoding="utf-8")
    with pytest.raises(DataError, match="no pair that may be learnt from says the same"):
        own_examples(path)


def test_a_built_in_file_is_refused_by_its_canary() -> None:
    with pytest.raises(DataError, match=r"anchors.jsonl:1: it carries a canary"):
        own_examples(builtin_file("core", "anchors.jsonl"))
