from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.cli.conftest import Command

TEXTS = """Does the day pass cover 2 adults?
Does the day pass cover 3 adults?
Can I bring my dog to the museum?
Can I take my dog into the museum?
Can I bring my dog to the museum?
The glacier is melting faster this year.

Where do I find the invoice for March?
"""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_near_pairs_are_written_hardest_first(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text(TEXTS)
    done = perimetry("audit", "--texts", "texts.txt", "--mine", "sheet.csv")
    assert (done.code, done.err) == (0, "")
    first, second, *_ = rows(tmp_path / "sheet.csv")
    # The pair that differs in a number comes first; an equal text is not paired with itself.
    assert (first["line_a"], first["line_b"], first["category"]) == ("1", "2", "number")
    assert (second["line_a"], second["line_b"], second["category"]) == ("3", "4", "other")
    assert first["label"] == ""
    assert "of 6 texts" in done.out.replace("\n", " ")


def test_a_labelled_sheet_is_audited(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text(TEXTS)
    perimetry("audit", "--texts", "texts.txt", "--mine", "sheet.csv")
    sheet = rows(tmp_path / "sheet.csv")
    sheet[0]["label"], sheet[1]["label"] = "different", "same"
    with (tmp_path / "sheet.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, sheet[0])
        writer.writeheader()
        writer.writerows(sheet)
    done = perimetry("audit", "hash:", "--data", "sheet.csv", "--out", "a")
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "a" / "report.html").is_file()


def test_the_limit_is_of_pairs(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text(TEXTS)
    perimetry("audit", "--texts", "texts.txt", "--mine", "sheet.jsonl", "--limit", 1)
    assert len((tmp_path / "sheet.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--mine", "s.csv"), "Give them with --texts"),
        (("--texts", "t.txt", "--mine", "s.xls"), "pairs are written as .csv"),
        (("a", "b", "--texts", "t.txt", "--mine", "s.csv"), "--mine asks one encoder"),
        (("--texts", "one.txt", "--mine", "s.csv"), "two different texts at least"),
    ],
)
def test_bad_input_is_exit_2_and_writes_no_sheet(
    perimetry: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "t.txt").write_text(TEXTS)
    (tmp_path / "one.txt").write_text("the same\nthe same\n")
    done = perimetry("audit", *arguments)
    assert done.code == 2
    assert message in done.err
    assert not (tmp_path / "s.csv").exists()
