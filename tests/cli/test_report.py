from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.files import write_text
from perimetry.report.dossier import read_dossier
from perimetry.report.json_view import report_json, report_schema
from perimetry.report.markdown.report import report_markdown
from perimetry.results import write_checkup
from perimetry.results.certificate import write_certificate
from perimetry.results.comparison import comparison_json
from tests.cli.conftest import Command
from tests.report.checkups import make_checkup
from tests.report.records import CERTIFIED, COMPARISON

SMALL = ("--suite", "heros", "--limit", 8, "--out", "audit")


@pytest.fixture
def audit(perimetry: Command, tmp_path: Path) -> Path:
    assert perimetry("audit", "hash:", *SMALL).code == 0
    return tmp_path / "audit"


def test_the_page_of_an_audit_alone_is_the_one_that_the_audit_wrote(
    perimetry: Command, audit: Path
) -> None:
    written = (audit / "report.html").read_bytes()
    (audit / "report.html").unlink()
    done = perimetry("report", "audit")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1:] == [
        "Report: audit/report.html",
        "Next: perimetry doctor MODEL  # looks for silent faults",
    ]
    assert done.out.startswith("Audit: heros-")
    assert (audit / "report.html").read_bytes() == written


def test_records_beside_it_are_joined_and_counted(
    perimetry: Command, audit: Path, tmp_path: Path
) -> None:
    write_checkup(make_checkup(), tmp_path / "checkup")
    write_certificate(CERTIFIED, tmp_path / "certificate.json")
    write_text(tmp_path / "comparison.json", comparison_json(COMPARISON))
    records = ("checkup", "certificate.json", "comparison.json")
    done = perimetry("report", "audit/audit.json", *records, "--out", "page.html")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1:] == [
        "Checkups: 1",
        "Comparisons: 1",
        "Certificates of a threshold: 1",
        "Report: page.html",
        "Next: perimetry baseline save audit  # lets perimetry gate stop what gets worse",
    ]
    page = (tmp_path / "page.html").read_text()
    for part in ("Encode again.", "0.9375", "two is better at all edits together than one."):
        assert part in page


def test_redacted_the_page_has_no_text_of_an_item(perimetry: Command, tmp_path: Path) -> None:
    rows = "original,synonym,negation\n" + "".join(
        f"Number {n} is a secret.,Number {n} is a mystery.,Number {n} is no secret.\n"
        for n in range(3)
    )
    (tmp_path / "mine.csv").write_text(rows)
    assert perimetry("audit", "hash:", "--data", "mine.csv", "--out", "audit").code == 0
    write_text(tmp_path / "c.json", comparison_json(COMPARISON))
    assert perimetry("report", "audit", "c.json").code == 0
    assert "is no secret" in (tmp_path / "audit" / "report.html").read_text()
    assert perimetry("report", "audit", "c.json", "--redact").code == 0
    page = (tmp_path / "audit" / "report.html").read_text()
    assert "secret" not in page
    assert "It rains" not in page


def test_what_is_no_record_is_refused_with_its_name(
    perimetry: Command, audit: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.json").write_text("{}")
    done = perimetry("report", "audit", "other.json")
    assert done.code == 2
    assert "other.json: is no record that a report shows. Give an audit's folder" in done.err


def test_a_page_that_cannot_be_written_is_a_storage_error(
    perimetry: Command, audit: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = perimetry("report", "audit", "--out", "file/page.html")
    assert done.code == 4


def test_the_same_is_written_as_markdown_and_json(
    perimetry: Command, audit: Path, tmp_path: Path
) -> None:
    done = perimetry("report", "audit", "--markdown", "m.md", "--json", "j.json")
    assert done.out.splitlines()[-3:-1] == ["Written: m.md", "Written: j.json"]
    found = read_dossier([audit])
    assert (tmp_path / "m.md").read_text(encoding="utf-8") == report_markdown(found)
    assert (tmp_path / "j.json").read_text(encoding="utf-8") == report_json(found)


def test_redacted_no_form_has_a_text_of_an_item(perimetry: Command, tmp_path: Path) -> None:
    rows = "original,synonym,negation\n" + "".join(
        f"Number {n} is a secret.,Number {n} is a mystery.,Number {n} is no secret.\n"
        for n in range(3)
    )
    (tmp_path / "mine.csv").write_text(rows)
    assert perimetry("audit", "hash:", "--data", "mine.csv", "--out", "audit").code == 0
    told = ("--markdown", "m.md", "--json", "j.json")
    for options, shown in (((), True), (("--redact",), False)):
        assert perimetry("report", "audit", *told, *options).code == 0
        for file in ("m.md", "j.json"):
            assert ("secret" in (tmp_path / file).read_text(encoding="utf-8")) == shown


def test_the_schema_is_printed_without_an_audit(perimetry: Command) -> None:
    done = perimetry("report", "--schema")
    assert (done.code, done.out) == (0, report_schema())
