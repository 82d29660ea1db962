from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.errors import DataError, StorageError
from perimetry.results import (
    CheckFinding,
    Checkup,
    EncoderRecord,
    checkup_json,
    checkup_paths,
    read_checkup,
    write_checkup,
)
from perimetry.results.checkup import FlippedDecision, ParityRecord, TextAgreement

ENCODER = EncoderRecord("tiny", "f" * 8, {"engine": "test", "dimension": 2}, {"query": "q: "})
PARITY = ParityRecord(
    verdict="different", texts=3, cosine_min=0.5, cosine_mean=0.75, length_difference=0.25,
    worst=[TextAgreement("a \x00 \ud800 text", "query", 0.5, 0.25)],
    overlap=0.5, kendall=-0.25, threshold=0.8, pairs=2,
    pair_flips=[FlippedDecision("n-1/same", ["a", "b"], 0.81, 0.79)],
    orders=1, order_flips=[FlippedDecision("n-1/t", ["a", "b", "c"], 0.01, -0.01)],
)  # fmt: skip
CHECKUP = Checkup(
    ENCODER,
    [
        CheckFinding("rows", "pass", "All is well.", [], cost="All suites move."),
        CheckFinding("pooling", "fail", "CLS.", ["a", "b"], "Use mean.", "checkpoint", "Much."),
    ],
    {"perimetry": "0"},
    parity=PARITY,
    checkpoint=replace(ENCODER, name="onnx:folder"),
    reference=replace(ENCODER, name="st:folder", fingerprint="e" * 8),
    own_texts=2,
    own_texts_sha256="d" * 64,
    command="perimetry doctor tiny",
)


def test_a_checkup_comes_back_as_it_was(tmp_path: Path) -> None:
    write_checkup(CHECKUP, tmp_path)
    assert read_checkup(tmp_path) == CHECKUP
    alone = Checkup(ENCODER, [], {})
    write_checkup(alone, tmp_path)
    assert read_checkup(tmp_path) == alone


def test_a_finding_is_had_by_the_name_of_its_check() -> None:
    assert CHECKUP.finding("pooling") is CHECKUP.findings[1]
    assert CHECKUP.finding("latency") is None


def test_the_json_is_one_line_and_begins_with_its_schema() -> None:
    text = checkup_json(CHECKUP)
    assert "\n" not in text
    record = json.loads(text)
    assert record["schema_version"] == 1
    assert record["id"] == CHECKUP.id
    assert record["parity"]["order_flips"][0]["texts"] == ["a", "b", "c"]


def test_the_same_question_has_the_same_name_whatever_was_found() -> None:
    again = replace(CHECKUP, findings=[], versions={}, command="", own_texts=3)
    assert again.id == CHECKUP.id
    others = [
        replace(CHECKUP, encoder=replace(ENCODER, fingerprint="0")),
        replace(CHECKUP, checkpoint=None),
        replace(CHECKUP, reference=None),
        replace(CHECKUP, own_texts_sha256=""),
        replace(CHECKUP, parity=replace(PARITY, threshold=0.7)),
        replace(CHECKUP, parity=None),
    ]
    assert len({CHECKUP.id, *(other.id for other in others)}) == 7


def test_no_checkup_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no checkup here\. Make one with: perimetry doctor"):
        read_checkup(tmp_path)


def test_a_newer_schema_says_upgrade(tmp_path: Path) -> None:
    path = checkup_paths(tmp_path)["checkup"]
    path.write_text(json.dumps({**json.loads(checkup_json(CHECKUP)), "schema_version": 2}))
    with pytest.raises(DataError, match="schema 2 is newer than this perimetry"):
        read_checkup(tmp_path)


def test_what_a_later_version_of_this_schema_adds_is_passed_over(tmp_path: Path) -> None:
    path = checkup_paths(tmp_path)["checkup"]
    path.write_text(json.dumps({**json.loads(checkup_json(CHECKUP)), "new": 1}))
    assert read_checkup(tmp_path) == CHECKUP


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "[]",
        "{}",
        '{"schema_version": "one"}',
        '{"schema_version": 1}',
        checkup_json(CHECKUP)[:-40],
        checkup_json(CHECKUP).replace('"pass"', '"fine"'),
        checkup_json(CHECKUP).replace('"overlap"', '"overlay"'),
        checkup_json(CHECKUP).replace('"oracle": "checkpoint"', '"prophet": "checkpoint"'),
    ],
    ids=["empty", "list", "object", "word", "bare", "cut", "outcome", "parity", "finding"],
)
def test_a_damaged_checkup_names_its_file(tmp_path: Path, damaged: str) -> None:
    path = checkup_paths(tmp_path)["checkup"]
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(DataError, match="Run it again") as caught:
        read_checkup(tmp_path)
    assert caught.value.path == path


def test_a_checkup_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot write"):
        write_checkup(CHECKUP, tmp_path / "file")
