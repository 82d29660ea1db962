from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from perimetry.errors import DataError
from perimetry.records import DatasetNote, Estimate, ItemScores, Score
from perimetry.results import (
    Audit,
    Counts,
    EncoderEstimate,
    EncoderRecord,
    audit_paths,
    read_audit,
    write_audit,
)
from perimetry.results.items import items_table, joined

SCORES = ItemScores(
    [
        Score("synonym", "s1/synonym", "s1", "cosine", 0.5, "a", "b"),
        Score("synonym>antonym", "s1/t", "s1", "order_accuracy", 1.0, "b", "c", anchor="a"),
    ]
)
AUDIT = Audit(
    suite="heros",
    seed=3,
    limit=None,
    encoders=[EncoderRecord("tiny", "f" * 8, {"engine": "test"}, {"symmetric": "to: "})],
    datasets={
        "heros": DatasetNote("set", "d" * 8, "test", 1, {}, {"all": {"rouge_1": 90.0}}, ("n",))
    },
    estimates=[
        EncoderEstimate("tiny", "heros", Estimate("synonym", "cosine", 0.5, 0.4, 0.6, 9, 8)),
        EncoderEstimate(
            "tiny", "heros", Estimate("all", "order_accuracy", 0.9, 0.8, 1.0, 9, 8, "sees it")
        ),
    ],
    items=joined([items_table("tiny", "heros", SCORES), items_table("other", "heros", SCORES)]),
    versions={"perimetry": "0"},
    counts=Counts(10, 4, 6),
)


def test_an_audit_comes_back_as_it_was(tmp_path: Path) -> None:
    write_audit(AUDIT, tmp_path)
    found = read_audit(tmp_path)
    assert replace(found, items=None, datasets={}) == replace(AUDIT, items=None, datasets={})  # type: ignore[arg-type]
    assert found.items.equals(AUDIT.items)
    assert found.datasets["heros"].overlap == {"all": {"rouge_1": 90.0}}


def test_items_have_the_promised_columns(tmp_path: Path) -> None:
    write_audit(AUDIT, tmp_path)
    table = pq.read_table(audit_paths(tmp_path)["items"])
    assert table.column_names == [
        *("encoder", "probe", "subset", "item", "group", "measure", "value"),
        *("text_a", "text_b", "anchor"),
    ]
    first = {name: column[0] for name, column in table.to_pydict().items()}
    assert first == {
        "encoder": "tiny",
        "probe": "heros",
        "subset": "synonym",
        "item": "s1/synonym",
        "group": "s1",
        "measure": "cosine",
        "value": 0.5,
        "text_a": "a",
        "text_b": "b",
        "anchor": None,
    }


def test_audit_json_has_value_low_high_and_n_for_each_cell(tmp_path: Path) -> None:
    write_audit(AUDIT, tmp_path)
    record = json.loads(audit_paths(tmp_path)["audit"].read_text())
    assert record["schema_version"] == 1
    assert record["estimates"][0] == {
        "encoder": "tiny",
        "probe": "heros",
        "subset": "synonym",
        "measure": "cosine",
        "value": 0.5,
        "low": 0.4,
        "high": 0.6,
        "n": 9,
        "groups": 8,
        "verdict": None,
    }


def test_equal_audits_are_equal_files(tmp_path: Path) -> None:
    for name in "ab":
        write_audit(AUDIT, tmp_path / name)
    for file in ("items.parquet", "audit.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_without_texts_the_text_columns_are_null() -> None:
    table = items_table("tiny", "heros", SCORES, keep_texts=False)
    for column in ("text_a", "text_b", "anchor"):
        assert table[column].null_count == 2


def test_a_folder_without_an_audit_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="perimetry audit --out"):
        read_audit(tmp_path)


def test_items_of_another_run_are_not_taken_for_this_ones(tmp_path: Path) -> None:
    write_audit(AUDIT, tmp_path)
    other = AUDIT.items.slice(0, 1)
    pq.write_table(other, audit_paths(tmp_path)["items"])
    with pytest.raises(DataError, match=r"does not belong to audit\.json"):
        read_audit(tmp_path)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "cannot be read"),
        (lambda text: text.replace('"schema_version": 1', '"schema_version": 2'), "is newer"),
        (lambda text: text.replace('"suite"', '"sweet"'), "cannot be read .*suite"),
    ],
    ids=["truncated", "newer", "key-missing"],
)
def test_a_damaged_record_is_named(tmp_path: Path, damage, message: str) -> None:  # type: ignore[no-untyped-def]
    write_audit(AUDIT, tmp_path)
    path = audit_paths(tmp_path)["audit"]
    path.write_text(damage(path.read_text()))
    with pytest.raises(DataError, match=message):
        read_audit(tmp_path)


def test_the_id_is_made_of_what_was_asked_not_of_the_outcome() -> None:
    assert replace(AUDIT, counts=Counts(), estimates=[]).id == AUDIT.id
    assert replace(AUDIT, seed=4).id != AUDIT.id
    assert replace(AUDIT, holds_texts=False).id != AUDIT.id


def test_get_finds_one_estimate() -> None:
    found = AUDIT.get("tiny", "synonym", "cosine")
    assert found is not None
    assert found.value == 0.5
    assert AUDIT.get("tiny", "synonym", "margin") is None


def test_joined_tables_share_one_dictionary() -> None:
    assert AUDIT.items["encoder"].num_chunks == 1
    assert AUDIT.items["encoder"].chunk(0).dictionary == pa.array(["tiny", "other"])
