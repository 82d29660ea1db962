from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command

SMALL = ("--suite", "heros", "--limit", 40)


def test_models_are_compared_and_written(perimetry: Command, tmp_path: Path) -> None:
    done = perimetry("compare", "hash:?dim=16", "hash:", *SMALL, "--out", "c")
    assert (done.code, done.err) == (0, "")
    assert "\nWritten: c/comparison.html" in done.out
    record = json.loads((tmp_path / "c" / "comparison.json").read_text())
    assert (record["old"], record["new"]) == ("hash:?dim=16", "hash:")
    assert all(place["texts_per_s"] > 0 for place in record["places"])
    assert sorted(p.name for p in (tmp_path / "c").iterdir()) == [
        "comparison.html",
        "comparison.json",
        "comparison.md",
    ]


def test_a_finished_audit_and_a_model_are_compared(perimetry: Command) -> None:
    perimetry("audit", "hash:?dim=16", "--out", "before", *SMALL)
    done = perimetry("compare", "before", "hash:", *SMALL)
    assert done.code == 0
    assert "hash: against hash:?dim=16" in done.out


def test_audits_of_other_samples_are_refused(perimetry: Command) -> None:
    perimetry("audit", "hash:", "--out", "small", *SMALL)
    perimetry("audit", "hash:", "--out", "large", "--suite", "heros", "--limit", 50)
    done = perimetry("compare", "small", "large")
    assert done.code == 2
    assert "40 groups and perimetry-heros with 50" in done.err


def test_the_same_model_twice_is_said_to_be_the_same(perimetry: Command) -> None:
    for folder in ("one", "two"):
        perimetry("audit", "hash:", "--out", folder, *SMALL)
    done = perimetry("compare", "one", "two")
    assert done.code == 0
    assert "are the same encoder" in done.out.replace("\n", " ")


def test_sql_answers_over_all_audits(perimetry: Command) -> None:
    perimetry("audit", "hash:", *SMALL)
    perimetry("audit", "hash:?dim=16", *SMALL)
    question = (
        "select encoder, n from estimates "
        "where subset = 'all' and measure = 'margin' and encoder like 'hash%'"
    )
    done = perimetry("sql", question + " order by encoder", "--csv")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == ['"encoder","n"', '"hash:",240', '"hash:?dim=16",240']
    assert "hash:" in perimetry("sql", question).out


def test_sql_without_audits_is_exit_2(perimetry: Command) -> None:
    assert perimetry("sql", "select 1").code == 2
