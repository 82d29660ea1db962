from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from perimetry.decisions.compare import compare
from perimetry.report.pages.comparison import comparison_html, comparison_markdown
from perimetry.report.sections.comparison import view_comparison
from perimetry.report.terminal.comparison import print_comparison
from perimetry.results.comparison import Comparison, comparison_json
from tests.decisions.test_compare import BETTER, HALF, audit

PLANTED = "<script>alert('x')</script> | **b** [l](http://e.x)"


@pytest.fixture
def better() -> Comparison:
    return compare(audit(old=[0.0] * 100, new=BETTER), seed=0)


def test_the_headline_says_what_improved(better: Comparison) -> None:
    assert view_comparison(better).headline == (
        "new is better at all edits together, synonym and negation than old."
    )


def test_the_headline_says_when_nothing_can_be_shown() -> None:
    same = view_comparison(compare(audit(old=HALF, new=HALF), seed=0))
    assert same.headline == "No difference between new and old can be shown on these items."


def test_equal_fingerprints_are_said_first() -> None:
    found = compare(audit(old=HALF, new=HALF), seed=0)
    same = view_comparison(Comparison(**{**vars(found), "same_fingerprint": True}))
    assert "are the same encoder" in same.headline


def test_what_cannot_be_said_comes_with_the_number_that_would_settle_it() -> None:
    new = [1.0, 1.0, 1.0, 1.0, *HALF[4:]]
    rows = view_comparison(compare(audit(old=HALF, new=new), seed=0)).changes
    assert rows[0][-1].startswith("cannot be said (about ")
    assert rows[0][-1].endswith(" groups would, here are 100)")


def test_markdown_has_the_tables_and_no_text_acts() -> None:
    found = compare(audit(**{PLANTED: [0.0] * 100, "new": BETTER}), seed=0)
    page = comparison_markdown(found)
    assert "| edit | n | old | new | difference | outcome |" in page
    assert "<script>" not in page
    assert "[l](http" not in page


def test_html_escapes_every_name_and_asks_for_nothing() -> None:
    found = compare(audit(**{PLANTED: [0.0] * 100, "new": BETTER}), seed=0)
    page = comparison_html(found)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "Content-Security-Policy" in page
    assert 'src="http' not in page


def test_json_holds_every_flip(better: Comparison) -> None:
    record = json.loads(comparison_json(better))
    assert record["schema_version"] == 1
    assert len(record["flips"]) == 70
    assert record["changes"][0]["outcome"] == "improved"


def test_the_terminal_ends_with_the_sentence(better: Comparison) -> None:
    console = Console(width=100, record=True, file=io.StringIO())
    print_comparison(better, console)
    lines = console.export_text().strip().splitlines()
    assert (
        lines[-1].strip() == "new is better at all edits together, synonym and negation than old."
    )
