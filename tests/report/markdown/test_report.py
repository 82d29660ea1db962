"""The report as Markdown, read by the parser that GitHub publishes."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given
from hypothesis import strategies as st

from perimetry.report.dossier import Dossier
from perimetry.report.markdown.report import MOST, report_markdown
from perimetry.report.markdown.words import changed, details, in_html, plain, table
from perimetry.report.pages.comparison import comparison_markdown
from perimetry.report.pages.repair import repair_markdown
from perimetry.report.sections.limits import build_limits
from perimetry.report.view import build_view
from tests.report.audits import make_audit
from tests.report.checkups import make_checkup
from tests.report.dossiers import edits_dossier, map_dossier
from tests.report.records import COMPARISON, REPAIR

OURS = {"h2", "h3", "p", "strong", "del", "code", "br", "ul", "li", "details", "summary", "table",
        "thead", "tbody", "tr", "th", "td", "span"}  # fmt: skip
"""The elements that the report itself is made of."""

ACTING = {
    "markup": "**b** _e_ ~~s~~ `c` | cell | [l](http://x.example) ![i](x.png) [^1] # h",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)></details></td>&lt;b&gt;&amp;",
    "links": "https://x.example www.x.example ftp://x.example a@x.example <mailto:a@x.example>",
    "mentions": "@octocat @org/team #12 org/repo#12 GH-12 :boom: $x^2$",
    "lines": "a\n\n# b\n- c\n1. d\n> e\n```\nf\n---\n| - |",
    "starts": "- a + b",
    "numbered": "1. a",
    "rule": "---",
}


class Rendered(HTMLParser):
    """What GitHub's parser makes of Markdown: elements, attributes, text, cells a row."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.rows: list[int] = []
        options = Options.CMARK_OPT_UNSAFE
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown, options))
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "tr":
            self.rows.append(0)
        if tag in ("td", "th"):
            self.rows[-1] += 1

    def handle_data(self, data):
        self.text += data


def reports(text: str) -> dict[str, str]:
    return {
        "map": report_markdown(map_dossier(text)),
        "edits": report_markdown(edits_dossier(text)),
        "comparison": comparison_markdown(replace(COMPARISON, old=text, data=text)),
        "repair": repair_markdown(replace(REPAIR, reason=text, left_out=[text])),
    }


@pytest.mark.parametrize("text", ACTING.values(), ids=ACTING)
def test_nothing_that_a_user_wrote_acts(text: str):
    harmless = {name: Rendered(page) for name, page in reports("a text").items()}
    for name, page in reports(text).items():
        found = Rendered(page)
        assert set(found.elements) <= OURS, name
        assert found.attributes <= {"align"}, name
        assert found.rows == harmless[name].rows, name
        for element in ("h2", "h3", "li", "ul", "details", "table", "code"):
            assert found.elements.count(element) == harmless[name].elements.count(element), name


@pytest.mark.parametrize("text", ["@octocat", "@org/team", "#12", "GH-12", ":boom:", "a@b.example"])
def test_no_person_issue_or_emoji_is_called(text: str):
    for name, page in reports(text).items():
        shown = Rendered(page).text
        assert text not in shown, name
        assert text in shown.replace("\u200b", ""), name


@given(st.text(max_size=60))
def test_any_text_stays_one_paragraph_of_text(text: str):
    found = Rendered(f"a {plain(text)}")
    assert set(found.elements) <= {"p", "span"}
    kept = found.text.replace("\u200b", "").split()
    assert kept == ["a", *text.replace("\u200b", "").replace("\x00", "\ufffd").split()]


@given(st.text(max_size=60))
def test_any_text_is_one_cell(text: str):
    assert Rendered(table(("one", "two"), [(text, "x")])).rows == [2, 2]


@given(st.text(max_size=60))
def test_any_text_is_one_summary(text: str):
    found = Rendered(details(text, "inside"))
    assert set(found.elements) == {"details", "summary", "p"} | ({"span"} if "$" in text else set())


def test_numbers_are_written_as_they_are_read():
    assert plain("−0.13 (0.10 to 0.20)") == "−0.13 (0.10 to 0.20)"
    assert plain("+0.25") == "+0.25"
    assert in_html("0.5 < 1") == "0.5 &lt; 1"


def test_changed_words_are_struck_and_bold_and_long_texts_are_cut():
    from perimetry.report.difference import differences

    assert changed(differences("It is a tiny room.", "It is a huge room.")) == (
        "It is a ~~tiny~~ **huge** room."
    )
    assert changed(differences("a b", "a " + "word " * 30), limit=10).endswith("…")
    assert changed([]) == "(text not kept)"


def test_the_verdict_comes_first_and_the_set_up_last():
    page = report_markdown(map_dossier())
    headings = re.findall(r"^##+ (.*)$", page, re.MULTILINE)
    assert headings == [
        "Blind spots of a text and a text2",
        "What it is safe for",
        "The map: where it is blind",
        "Checkup of a text",
        "What a cut-off lets through, on perimetry-core (test)",
        "A cut-off for tiny on mine.csv, behind guards",
        "A cut-off for tiny on mine.csv, behind guards",
        "a text2 against a text",
        "Repair: base before, mended after",
        "Worst pairs",
        "Limits",
        "To repeat it",
    ]
    assert "Left out here" not in page


def test_the_map_has_value_interval_sign_and_word():
    page = report_markdown(map_dossier())
    # role swap is made with an AUROC of 0.30, 0.05 on either side
    assert "| role swap | 32 | 0.30 (0.25 to 0.35) ✕ inverted |" in page


def test_what_the_records_say_stands_open():
    page = report_markdown(map_dossier())
    opened = re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)
    for words in (
        "cosine ≥ 0.9375, and no guard objects (negation)",
        "**identity** ✕ fails: The vectors are not the reference's. **What to do.** Encode again.",
        "**a text2 is better at all edits together than a text.**",
        "**The gain was bought with harm.**",
        "| sts-b | Spearman | 0.875 | 0.750 | −0.125 | −0.188 | −0.010 | harmed |",
    ):
        assert words in opened
    for limit in build_limits(map_dossier()):
        assert plain(limit) in opened


def test_texts_of_a_safety_set_are_not_shown():
    view = build_view(map_dossier("an offence"))
    explorer = view.explorer
    assert explorer
    phenomena = [
        replace(phenomenon, entries=[replace(e, offends=True) for e in phenomenon.entries])
        for phenomenon in explorer.phenomena
    ]
    page = report_markdown(replace(view, explorer=replace(explorer, phenomena=phenomena)))
    assert "texts of a safety set, not shown here" in page
    assert "breaks: " not in page.split("### Worst pairs")[1]


def test_without_texts_no_text_is_shown():
    page = report_markdown(map_dossier("secret words").without_texts())
    assert "The shop is closed" in report_markdown(map_dossier())
    assert "The shop is closed" not in page


@pytest.mark.parametrize("unit", ["x", "word ", "<b>", "|", "店"])
def test_texts_of_a_megabyte_fit_into_a_comment_and_what_is_left_out_is_named(unit: str):
    long = unit * (1_000_000 // len(unit))
    assert len(report_markdown(map_dossier(long))) < MOST
    many = report_markdown(make_audit(names=[f"{unit * 80}{place}" for place in range(60)]))
    assert len(many) < MOST
    assert "Left out here, for its length: " in many
    assert many.count("<details>") == many.count("</details>")


def test_a_short_room_keeps_what_stands_open_and_the_set_up():
    page = report_markdown(map_dossier(), most=16_000)
    assert len(page) < 16_000
    assert "### Limits" in page
    assert "<details><summary>The audit</summary>" in page
    assert "Left out here, for its length: " in page


def test_an_encoder_without_room_is_named():
    page = report_markdown(make_audit(names=("first", "second")), most=2_500)
    assert "**first**" in page
    assert "Left out here, for its length: second, What it is safe for" in page


def test_equal_records_give_equal_text():
    assert report_markdown(map_dossier()) == report_markdown(map_dossier())
    assert report_markdown(build_view(edits_dossier())) == report_markdown(edits_dossier())


def test_an_audit_alone_has_no_section_of_other_records():
    page = report_markdown(make_audit())
    for heading in ("Checkup", "A cut-off", "against", "Repair"):
        assert f"### {heading}" not in page
    assert "Checkup of tiny" in report_markdown(Dossier(make_audit(), checkups=[make_checkup()]))
