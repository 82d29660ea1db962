from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.errors import DataError, InputError, StorageError
from perimetry.records import Estimate, Finding
from perimetry.results.baseline import (
    Baseline,
    ItemColumn,
    ProbeData,
    baseline_json,
    read_baseline,
    write_baseline,
)

COSINES = ItemColumn("core", "negation/same/close", "cosine", ("n-1/a", "n-2/a"), ("n-1", "n-2"),
                     (0.1234567, -0.5))  # fmt: skip
RIGHT = ItemColumn("core", "negation", "order_accuracy", ("n-1/a>b", "x"), ("n-1", "g"), (1.0, 0.0))
SAVED = Baseline(
    encoder="a <model>",
    fingerprint="f" * 64,
    data={"core": ProbeData("core", "perimetry-core (test)", "d" * 64, 2)},
    estimates={"core": [Estimate("negation", "order_accuracy", 0.5, 0.1, 0.9, 2, 2, "blind")]},
    columns=[COSINES, RIGHT],
    findings=[Finding("pooling", "pass", "as declared")],
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    size = write_baseline(SAVED, tmp_path / "b.json")
    assert size == (tmp_path / "b.json").stat().st_size
    assert read_baseline(tmp_path / "b.json") == SAVED


@given(
    st.lists(st.tuples(st.text(), st.text(), st.floats(allow_nan=False, allow_infinity=False))),
    st.text(),
)
def test_any_names_and_numbers_survive(rows: list[tuple[str, str, float]], name: str) -> None:
    columns = []
    if rows:
        items, groups, values = zip(*rows, strict=True)
        columns = [ItemColumn("core", name, "cosine", items, groups, values)]
    saved = replace(SAVED, encoder=name, columns=columns)
    record = json.loads(baseline_json(saved))
    assert record["encoder"]["name"] == name
    if rows:
        [row] = record["items"]
        assert row["items"] == list(items)
        assert [float(v) for v in row["scores"]["cosine"]] == list(values)


def test_right_and_wrong_are_a_digit_an_item_and_groups_are_left_out_where_items_say_them() -> None:
    first, second = json.loads(baseline_json(SAVED))["items"]
    assert "groups" not in first
    assert second == {
        "probe": "core",
        "subset": "negation",
        "items": ["n-1/a>b", "x"],
        "groups": ["n-1", "g"],
        "scores": {"order_accuracy": "10"},
    }


def test_measures_of_the_same_items_share_their_names() -> None:
    margins = replace(RIGHT, measure="margin", values=(0.2, -0.1))
    saved = replace(SAVED, columns=[RIGHT, margins])
    [row] = json.loads(baseline_json(saved))["items"]
    assert row["scores"] == {"order_accuracy": "10", "margin": [0.2, -0.1]}


def test_each_estimate_is_a_line_of_its_own() -> None:
    lines = baseline_json(SAVED).splitlines()
    assert sum('"order_accuracy", "value"' in line for line in lines) == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused_and_nothing_is_written(tmp_path: Path, value: float) -> None:
    estimate = replace(SAVED.estimates["core"][0], low=value)
    path = tmp_path / "b.json"
    with pytest.raises(InputError, match="order_accuracy of negation is not a finite number"):
        write_baseline(replace(SAVED, estimates={"core": [estimate]}), path)
    with pytest.raises(InputError, match="cosine of the item n-2/a is not a finite number"):
        write_baseline(replace(SAVED, columns=[replace(COSINES, values=(0.1, value))]), path)
    assert not path.exists()


def damaged(tmp_path: Path, **changes: object) -> Path:
    record = json.loads(baseline_json(SAVED)) | changes
    path = tmp_path / "b.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_newer_schema_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="schema 2 is newer than this perimetry"):
        read_baseline(damaged(tmp_path, schema_version=2))


@pytest.mark.parametrize(
    "changes",
    [
        {"schema_version": "x"},
        {"encoder": {}},
        {"estimates": [{"probe": "other"}]},
        {"estimates": [{"probe": "core", "subset": "negation"}]},
        {"items": [{"probe": "core", "subset": "s", "items": ["a"], "scores": {"m": "10"}}]},
        {"items": [{"probe": "core", "subset": "s", "items": ["a"], "scores": {"m": "2"}}]},
        {"items": [{"probe": "core", "subset": "s", "items": ["a"], "scores": {"m": ["x"]}}]},
        {"findings": [{"check": "rows", "outcome": "fine", "message": ""}]},
        {"items": None},
        {"data": []},
    ],
)
def test_what_is_damaged_is_said(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"b\.json: cannot be read"):
        read_baseline(damaged(tmp_path, **changes))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"schema_version": 1, "x": NaN}', "\x00"])
def test_what_is_no_baseline_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="cannot be read"):
        read_baseline(path)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="perimetry baseline save AUDIT --out"):
        read_baseline(tmp_path / "b.json")


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError):
        write_baseline(SAVED, tmp_path / "file" / "b.json")
