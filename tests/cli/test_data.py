from __future__ import annotations

import json
from pathlib import Path

from perimetry.datasets.builtin import builtin_file
from tests.cli.conftest import Command

BAD = (
    "text_a,text_b,label,category\n"
    "the lift is out of order,the lift is broken,same,x\n"
    "the lift is out of order,the lift is broken,different,x\n"
)


def test_the_shipped_set_passes(perimetry: Command) -> None:
    done = perimetry("data", "check", builtin_file("core", "anchors.jsonl"))
    assert (done.code, done.err) == (0, "")
    assert done.out.count("✓") == 6


def test_a_contradiction_is_exit_1_and_says_where(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(BAD)
    done = perimetry("data", "check", "mine.csv")
    assert done.code == 1
    assert "line 3 is different, line 2 is same: 'the lift is broken'" in done.out
    assert "settle the label" in done.out


def test_json_has_every_finding(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(BAD)
    record = json.loads(perimetry("data", "check", "mine.csv", "--json").out)
    assert record["file"] == "mine.csv"
    outcomes = {finding["check"]: finding["outcome"] for finding in record["findings"]}
    assert outcomes["duplicates"] == "fail"
    assert outcomes["leakage"] == "skip"


def test_a_bad_row_is_exit_2_with_its_line(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("text_a,text_b,label\na,b,perhaps\n")
    done = perimetry("data", "check", "mine.csv")
    assert done.code == 2
    assert "mine.csv:2: the label 'perhaps'" in done.err


def test_control_characters_of_a_text_are_shown_not_sent(
    perimetry: Command, tmp_path: Path
) -> None:
    (tmp_path / "mine.csv").write_text(
        "text_a,text_b,label\nthe \x1b[31mlift,the \x1b[31mlift,same\n"
    )
    assert "\x1b[31m" not in perimetry("data", "check", "mine.csv").out
