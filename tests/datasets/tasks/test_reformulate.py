from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.datasets.tasks import Task, reformulate
from perimetry.datasets.tasks.rows import flattened
from perimetry.errors import DataError

PATH = Path("rows.jsonl")
LABELS = Task(
    "t", "factuality", "claim: {claim} evidence: {evidence}",
    labels={"yes": ["it is so", "true"], "no": ["it is not so", "false"]},
    withheld="claim: {claim}", group="{evidence}",
)  # fmt: skip
CHOICES = Task("c", "reasoning", "{goal}", choices=["{a}", "{b}"], right="Answer", first=1)
ROW = {"claim": "snow is white", "evidence": "a photo", "label": "no"}


def test_a_classification_becomes_a_query_and_its_labels_spelled_out() -> None:
    [example] = reformulate(LABELS, [(3, ROW)], PATH)
    assert example.query == "claim: snow is white evidence: a photo"
    assert (example.positive, example.negatives) == ("it is not so", ["it is so"])
    assert (example.withheld, example.group) == ("claim: snow is white", "a photo")
    assert (example.item, example.names) == ("line-3", ["yes", "no"])


def test_another_wording_changes_the_targets_alone() -> None:
    first, second = (reformulate(LABELS, [(1, ROW)], PATH, wording=w)[0] for w in (0, 1))
    assert second.targets == ["true", "false"]
    assert replace(second, targets=first.targets) == first


def test_the_right_choice_is_counted_from_the_declared_first() -> None:
    [example] = reformulate(CHOICES, [(1, {"goal": "g", "a": "x", "b": "y", "answer": 2})], PATH)
    assert (example.positive, example.negatives) == ("y", ["x"])


def test_a_letter_is_a_place() -> None:
    rows = [(1, {"goal": "g", "a": "x", "b": "y", "answer": "B"})]
    assert reformulate(CHOICES, rows, PATH)[0].positive == "y"


def test_without_a_column_the_first_choice_is_right() -> None:
    task = replace(CHOICES, right="")
    assert reformulate(task, [(1, {"goal": "g", "a": "x", "b": "y"})], PATH)[0].positive == "x"


def test_optional_choices_are_those_that_a_row_has() -> None:
    task = replace(CHOICES, optional=["{c}", "{d}"])
    row = {"goal": "g", "a": "x", "b": "y", "c": "z", "d": "", "answer": 3}
    assert reformulate(task, [(1, row)], PATH)[0].targets == ["x", "y", "z"]


def test_parts_of_lists_and_mappings_are_columns() -> None:
    row = flattened({"endings": ["p", "q"], "translation": {"de": "ja"}, "n": 1})
    assert (row["endings_1"], row["translation_de"], row["n"]) == ("q", "ja", 1)


@pytest.mark.parametrize(
    ("task", "row", "message"),
    [
        (LABELS, ROW | {"label": "maybe"}, r"rows.jsonl:7: the label 'maybe' is none of yes, no"),
        (
            LABELS,
            {"claim": "x", "label": "no"},
            r":7: no column 'evidence'; there are claim",
        ),
        (CHOICES, {"goal": "g", "a": "x", "b": "y", "answer": 3}, r"Answer is '3', not 1 to 2"),
        (CHOICES, {"goal": "g", "a": "x", "b": "y"}, r"Answer is '', not 1 to 2"),
        (CHOICES, {"goal": " ", "a": "x", "b": "y", "answer": 1}, r"'\{goal\}' is empty here"),
    ],
)
def test_a_bad_row_is_named_with_its_line(task: Task, row: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        reformulate(task, [(7, row)], PATH)


def test_braces_in_a_text_are_text() -> None:
    [example] = reformulate(LABELS, [(1, ROW | {"claim": "{evidence} {0}"})], PATH)
    assert example.query == "claim: {evidence} {0} evidence: a photo"


def test_no_rows_are_an_error() -> None:
    with pytest.raises(DataError, match="no rows for the task t"):
        reformulate(LABELS, [], PATH)
