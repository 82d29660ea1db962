from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.errors import StorageError
from perimetry.records import Outcome
from perimetry.report import render_checkup, write_checkup_report
from perimetry.report.sections.checkup import SAID, view_checkup
from perimetry.results import CheckFinding
from tests.report.checkups import FAILED, PASSED, SKIPPED, WARNED, make_checkup
from tests.report.test_html import HOSTILE, Page

CONTROL = "a\x00b\x1b[31m\u202ec\ud800"


@pytest.mark.parametrize(
    ("findings", "said"),
    [
        ([PASSED, SKIPPED], "tiny passes every check that could be asked."),
        ([SKIPPED], "Nothing could be asked of tiny."),
        (
            [PASSED, WARNED],
            "tiny has no fault that was seen, but the check scripts found something to look at.",
        ),
        ([FAILED], "Something is wrong with tiny: the check identity found a fault."),
        (
            [FAILED, WARNED, replace(FAILED, check="stop_words")],
            "Something is wrong with tiny: the checks identity and stop words found a fault, "
            "the check scripts something to look at.",
        ),
    ],
    ids=["passes", "skipped", "warned", "failed", "both"],
)
def test_the_headline_says_in_plain_words_what_was_found(
    findings: list[CheckFinding], said: str
) -> None:
    assert view_checkup(make_checkup(findings)).headline == said


def test_the_outcomes_are_counted_and_add_up() -> None:
    assert view_checkup(make_checkup()).evidence == (
        "Of 4 checks 1 failed, 1 warned, 1 passed and 1 could not be asked. What it takes to ask "
        "stands beside the check."
    )


def test_what_fails_comes_before_what_warns_and_each_check_has_its_row() -> None:
    view = view_checkup(make_checkup())
    assert [row.check for row in view.troubles] == ["identity", "scripts"]
    assert [row.check for row in view.checks] == ["rows", "pooling", "scripts", "identity"]
    first = view.troubles[0]
    assert (len(first.examples), first.more) == (6, 3)
    assert (first.remedy, first.cost) == ("Encode again.", "An old index finds noise.")


def test_the_cost_of_a_fault_that_is_not_there_is_not_said() -> None:
    assert view_checkup(make_checkup([PASSED])).checks[0].cost == ""


@pytest.mark.parametrize("outcome", ["pass", "warn", "fail", "skip"])
def test_an_outcome_has_a_sign_and_a_word(outcome: Outcome) -> None:
    page = render_checkup(make_checkup([replace(PASSED, outcome=outcome)], parity=False))
    sign, word = {
        "pass": ("✓", "passes"), "warn": ("△", "warns"), "fail": ("✕", "fails"),
        "skip": ("–", "not asked"),
    }[outcome]  # fmt: skip
    assert f'<span aria-hidden="true">{sign}</span> {word}</span>' in page


def test_the_page_has_all_that_the_checkup_holds() -> None:
    text = Page(render_checkup(make_checkup())).text
    for part in (
        "Encode again.", "An old index finds noise.", "text 5", "and 3 more",
        "give --checkpoint FOLDER", "a reference", "different", "0.250000", "0.375", "−0.062",
        "7 of 2,373", "1 of 1,152", "the clearest 6 of 7", "0.8124", "−0.5000",
        "perimetry doctor tiny", "d" * 64, "0.1", "examined: tiny", "checkpoint: tiny",
    ):  # fmt: skip
        assert part in text, part


def test_without_a_reference_nothing_is_said_of_parity() -> None:
    assert view_checkup(make_checkup(parity=False)).parity is None
    assert "Against" not in Page(render_checkup(make_checkup(parity=False))).text


def test_other_dimensions_have_no_cosine() -> None:
    checkup = make_checkup()
    assert checkup.parity
    other = replace(checkup.parity, cosine_min=None, cosine_mean=None, length_difference=None)
    view = view_checkup(replace(checkup, parity=replace(other, worst=[]))).parity
    assert view
    assert [value for _, value in view.measures[:3]] == ["other dimensions"] * 2 + ["–"]


def test_no_text_of_a_user_becomes_markup_or_acts() -> None:
    said = HOSTILE + CONTROL
    finding = CheckFinding(said, "fail", said, [said] * 3, said, said, said)
    html = render_checkup(make_checkup([finding], name=said, text=said))
    page, plain = Page(html), Page(render_checkup(make_checkup([FAILED])))
    for tag in ("script", "img", "style", "title"):
        assert page.count(tag) == plain.count(tag)
    assert "<script" not in html
    assert not {"\x00", "\x1b", "\u202e", "\ud800"} & set(html)
    assert {name for _, attributes in page.elements for name in attributes if name[:2] == "on"} == (
        set()
    )
    html.encode("utf-8")


def test_a_text_of_a_megabyte_is_cut_in_the_middle() -> None:
    huge = "x" * 500_000 + "</script>" + "y" * 500_000
    finding = CheckFinding("rows", "fail", huge, [huge] * 6, huge, "alone", huge)
    html = render_checkup(make_checkup([finding] * 17, name=huge, text=huge))
    assert len(html) < 250_000
    assert "x" * (SAID // 2) + "…" in html


def test_the_policy_allows_the_page_s_own_style_alone() -> None:
    page = Page(render_checkup(make_checkup()))
    [policy] = [a["content"] for tag, a in page.elements if a.get("http-equiv")]
    assert policy
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not [a for _, a in page.elements if "src" in a or "href" in a or "style" in a]


def test_equal_checkups_give_equal_pages() -> None:
    assert render_checkup(make_checkup()) == render_checkup(make_checkup())


def test_the_page_lies_beside_the_checkup(tmp_path: Path) -> None:
    assert write_checkup_report(make_checkup(), tmp_path / "a") == tmp_path / "a" / "report.html"
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        write_checkup_report(make_checkup(), tmp_path / "file")
