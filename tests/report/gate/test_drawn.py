from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from perimetry.errors import ModelError, StorageError
from perimetry.report.gate import (
    append_summary,
    error_junit,
    error_lines,
    error_markdown,
    failure_lines,
    gate_json,
    gate_junit,
    gate_markdown,
    print_baseline,
    print_gate,
)
from perimetry.report.gate.view import message, name, view_gate
from perimetry.results.gate import GateReport, Ruling
from tests.report.gate.gates import HOSTILE, RULINGS, hostile, many, report
from tests.results.test_baseline import SAVED


def printed(found: GateReport) -> str:
    console = Console(width=120, record=True, file=io.StringIO())
    print_gate(found, console)
    return console.export_text()


def test_the_terminal_ends_with_the_sentence() -> None:
    lines = printed(report()).strip().splitlines()
    assert lines[-1] == "The gate fails: 5 of 9 rulings."


def test_a_gate_that_passes_says_what_was_untested() -> None:
    text = printed(report(RULINGS[4], RULINGS[5]))
    assert text.strip().splitlines()[-1] == "The gate passes: 2 rulings, 1 of them untested."


def test_every_kind_has_its_table() -> None:
    titles = [section.title for section in view_gate(report()).sections]
    assert titles == ["Bounds", "No significant regression", "Largest losses", "Checks"]


def test_a_table_of_many_shows_what_did_not_pass_and_counts_the_rest() -> None:
    [section] = view_gate(many(30)).sections
    assert section.shown == []
    assert len(section.others) == 30
    assert section.summary == "30 others pass; they would see losses of 0.100 to 0.129."


def test_power_stands_beside_what_was_not_found() -> None:
    text = printed(report())
    assert "would see" in text
    assert "That none is found does not say that there is none." in " ".join(text.split())


SENTENCES = (
    "auroc of core: negation is 0.561; asked is at least 0.6.",
    "low end of auroc of core: all is 0.700; asked is at least 0.6.",
    "auroc of typo is missing: not there.",
    "order_accuracy of core: negation went from 0.750 to 0.500 (−0.250, p 0.002 after Holm over 2 "
    "tests): a significant regression.",
    "order_accuracy of core: number went from 0.740 to 0.750 (+0.010, p 0.6 after Holm over 2 "
    "tests): no significant regression; a loss of 0.120 would be found.",
    "auroc of core: unit went from 0.500 to 0.500 (0.000); untested: it is no mean over items, so "
    "only max_loss can bound it.",
    "auroc of core: negation went from 0.750 to 0.500 (−0.250); a loss of at most 0.02 is allowed.",
    "pooling: warn, where pass is the worst allowed. cls, not mean.",
    "rows: pass, where warn is the worst allowed. in order.",
)


@pytest.mark.parametrize(("ruling", "sentence"), list(zip(RULINGS, SENTENCES, strict=True)))
def test_a_ruling_is_a_sentence(ruling: Ruling, sentence: str) -> None:
    assert message(ruling, report()) == sentence


def test_names_of_rulings_differ() -> None:
    assert len({name(ruling) for ruling in RULINGS}) == len(RULINGS)


def test_json_holds_every_ruling() -> None:
    record = json.loads(gate_json(report()))
    assert (record["schema_version"], record["passed"]) == (1, False)
    assert [r["outcome"] for r in record["rulings"]] == [r.outcome for r in RULINGS]


def test_markdown_has_tables_and_folds_what_passed() -> None:
    page = gate_markdown(report())
    assert "| core: negation | auroc | at least 0.6 | 0.561 | ✕ fail |" in page
    folded = gate_markdown(many(30))
    assert folded.count("<details>") == folded.count("</details>") == 1


def test_no_name_acts_in_markdown() -> None:
    page = gate_markdown(hostile())
    assert page.count("<") == page.count("\\<") > 0
    assert "**b**" not in page
    assert "\x1b" not in page
    assert error_markdown(ModelError(HOSTILE)).count("<") == error_markdown(
        ModelError(HOSTILE)
    ).count("\\<")


def test_no_name_acts_in_a_terminal() -> None:
    assert "\x1b[31m" not in printed(hostile())


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.encode("utf-8"))


def test_junit_has_a_case_a_ruling_and_counts_that_fit() -> None:
    root = parsed(gate_junit(report()))
    [suite] = root.findall("testsuite")
    cases = suite.findall("testcase")
    assert (root.tag, len(cases)) == ("testsuites", len(RULINGS))
    assert suite.get("tests") == root.get("tests") == "9"
    assert suite.get("failures") == root.get("failures") == str(len(suite.findall("*/failure")))
    assert suite.get("skipped") == str(len(suite.findall("*/skipped"))) == "1"
    assert (suite.get("errors"), root.get("errors")) == ("0", "0")
    for case in cases:
        assert {"name", "classname", "time"} <= set(case.keys())


def test_a_failure_has_a_message_a_type_and_a_text() -> None:
    failure = parsed(gate_junit(report())).find("*/testcase/failure")
    assert failure is not None
    assert failure.get("type") == "fail"
    assert failure.get("message") == failure.text == message(RULINGS[0], report())


def test_the_parts_of_a_suite_stand_in_the_order_of_the_schema() -> None:
    [suite] = parsed(gate_junit(report()))
    assert [child.tag for child in suite] == ["properties", *["testcase"] * len(RULINGS)]


def test_junit_is_well_formed_for_any_name() -> None:
    root = parsed(gate_junit(hostile()))
    assert len(root.findall("*/testcase")) == 2
    assert "\x00" not in ElementTree.tostring(root, encoding="unicode")


def test_a_gate_that_cannot_judge_is_an_error_in_junit() -> None:
    root = parsed(error_junit(ModelError(f"there is no model {HOSTILE}")))
    error = root.find("testsuite/testcase/error")
    assert root.get("errors") == "1"
    assert error is not None
    assert error.get("type") == "ModelError"
    assert (error.get("message") or "").startswith("there is no model <script>")


def test_each_failure_is_an_error_line() -> None:
    lines = list(failure_lines(report()))
    assert lines[0] == (
        "::error title=perimetry gate%3A core%3A negation auroc at least 0.6::"
        "auroc of core: negation is 0.561; asked is at least 0.6."
    )
    assert len(lines) == 5


def test_many_failures_end_with_their_number() -> None:
    lines = list(failure_lines(many(30, "fail")))
    assert len(lines) == 10
    assert lines[-1].endswith("The gate fails: 30 of 30 rulings. The step's summary has them all.")
    assert len(list(failure_lines(many(10, "fail")))) == 10


def test_no_name_begins_a_command_of_its_own() -> None:
    for line in (*failure_lines(hostile()), *error_lines(ModelError("100%,a:b\r\n::error::x"))):
        assert "\n" not in line
        assert "\r" not in line
        title = line.removeprefix("::error title=").split("::")[0]
        assert "," not in title
        assert ":" not in title
    [line] = error_lines(ModelError("100%,a:b\r\n::error::x"))
    assert line == "::error title=perimetry gate::100%25,a:b%0D%0A::error::x"


def test_a_summary_is_added_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    append_summary(path, "one\n")
    append_summary(path, "two\n")
    assert path.read_text(encoding="utf-8") == "one\ntwo\n"
    with pytest.raises(StorageError):
        append_summary(tmp_path / "none" / "summary.md", "x")


def test_a_baseline_is_shown_with_its_data_values_and_checks() -> None:
    console = Console(width=120, record=True, file=io.StringIO())
    print_baseline(SAVED, console)
    text = console.export_text()
    assert "core: suite core, perimetry-core (test), 2 groups, 4 items, SHA-256 dddddddd…" in text
    assert "negation  order_accuracy  0.500  0.100 to 0.900  2       2" in text
    assert "pass pooling: as declared" in text
