"""Texts and names that try to break out of a page, or to be too much for it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from perimetry.decisions.compare import compare
from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.report import render_checkup, render_html
from perimetry.report.pages.comparison import comparison_html
from perimetry.results import Audit
from perimetry.runner import run_audit
from tests.browser import visit
from tests.decisions.test_compare import BETTER, audit
from tests.report.audits import Triplet, make_audit
from tests.report.checkups import make_checkup
from tests.report.maps import Sight, make_map

TAG = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
END = "</script></style></title></textarea><!--<script>"
SECTION = "]]> <![CDATA[ <?xml {{ 7*7 }} {% raw %} &lt;b&gt; &amp; \\u003c ${alert(1)}"
ADDRESS = "javascript:alert(1)//https://example.invalid/x.js"
CONTROL = "a\x00\x07\x1b[31m\x7f b\x85 \u2028 \u2029 c \u202e d \u2066 e\u200f"
PLANTED = {"tag": TAG, "end": END, "section": SECTION, "address": ADDRESS, "control": CONTROL}

MEGABYTE = 1_000_000
LARGEST = 2_000_000


class Page(HTMLParser):
    """What a parser makes of a page: its elements with their attributes, and what scripts hold."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.comments: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script" and self.cdata_elem:
            self.scripts[-1] += data

    def handle_comment(self, data):
        self.comments.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


def hostile(text: str) -> Audit:
    """An audit in which ``text`` stands wherever a user's own words can."""
    return make_audit(
        names=(text, text + "2"),
        triplets=[
            Triplet(text, text, text + " kept", text + " broken", 0.1, 0.9),
            Triplet(text + "b", text, text + " kept", text, 0.1, 0.9, kind=f"synonym>{text}"),
        ],
        source=f"file {text}.tsv",
        data=f"{text}.tsv",
        setup={text: text, "nested": {text: [text]}},
        prompts={"query": text, text: text},
    )


def mapped(text: str) -> Audit:
    """The same for an audit with a map, whose phenomena are a user's categories."""
    sights = {text: Sight(0.3, "inverted"), "negation": Sight(0.5, "blind")}
    return make_map(sights, names=(text, text + "2"), anchor=text, category=text)


def pages(text: str) -> dict[str, str]:
    return {
        "edits": render_html(hostile(text)),
        "map": render_html(mapped(text)),
        "checkup": render_checkup(make_checkup(name=text, text=text)),
        "comparison": comparison_html(compare(audit(**{text: [0.0] * 100, "new": BETTER}), seed=0)),
    }


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED)
def test_nothing_planted_becomes_an_element_an_attribute_or_a_character_that_acts(text: str):
    for name, html in pages(text).items():
        page = Page(html)
        assert page.count("style") == 1, name
        assert page.count("img") == 0, name
        assert page.comments == [], name
        kinds = [attributes.get("type") for tag, attributes in page.elements if tag == "script"]
        assert kinds in ([], ["application/json", None]), name
        for tag, attributes in page.elements:
            assert not any(attribute.startswith("on") for attribute in attributes), name
            assert not {"src", "style", "srcdoc", "action", "formaction"} & set(attributes), name
            assert tag == "a" or "href" not in attributes, name
            assert (attributes.get("href") or "#").startswith("#"), name
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", html), name


def test_the_only_script_that_runs_is_ours():
    ours = Page(render_html(make_audit())).scripts[1]
    assert ours.lstrip().startswith('"use strict"')
    for text in PLANTED.values():
        assert Page(render_html(hostile(text))).scripts[1] == ours


@pytest.mark.parametrize("unit", ["x", "word ", "<b>", "店"])
def test_texts_of_a_megabyte_leave_a_page_below_two(unit: str):
    long = unit * (MEGABYTE // len(unit))
    triplets = [
        Triplet(f"{place}{long}", f"{place} {long}", f"a {long}", f"{long} b", 0.1, 0.9)
        for place in range(5)
    ]
    html = render_html(make_audit(names=(long, long + "2"), triplets=triplets, data=long))
    assert len(html.encode()) < LARGEST


def test_a_core_audit_of_three_encoders_with_a_full_explorer_is_below_two_megabytes():
    encoders = [open_encoder(f"hash:?dim={size}") for size in (64, 128, 256)]
    found = run_audit(encoders, load_suite("core", limit=10), suite="core", seed=0)
    html = render_html(found)
    assert "This page shows 300 of" in html
    assert len(html.encode()) < LARGEST


def test_a_browser_runs_nothing_that_was_planted(browser: Browser, tmp_path: Path):
    for name, html in pages(" ".join(PLANTED.values())).items():
        path = tmp_path / f"{name}.html"
        path.write_text(html, encoding="utf-8")
        with visit(browser, path) as found:
            assert found.page.locator("script").count() in (0, 2)
            if name == "edits":
                found.page.fill("input[name=q]", "kept")
                assert found.page.locator("#worst-list > li").count() > 0


def test_names_of_files_that_act_are_shown_and_read_back(browser: Browser, tmp_path: Path):
    name = "a&b <script>alert(1)<.jsonl".replace("/", "")
    pairs = tmp_path / name
    pairs.write_text(
        '{"anchor": "It is <b>on</b>.", "positive": "It runs.", "negative": "It is off."}\n'
        '{"anchor": "</script>", "positive": "close", "negative": "</script>"}\n'
    )
    found = run_audit([open_encoder("hash:")], load_suite("core", data=str(pairs)), suite="core",
                      seed=0)  # fmt: skip
    path = tmp_path / "report.html"
    path.write_text(render_html(found), encoding="utf-8")
    with visit(browser, path, permissions=["clipboard-read", "clipboard-write"]) as page:
        assert name in (page.page.text_content("main") or "")
        page.page.click("#worst-copy")
        page.page.wait_for_function("document.getElementById('worst-count').textContent[0] === 'C'")
        copied = page.page.evaluate("navigator.clipboard.readText()")
    assert '"anchor":"</script>"' in copied


def test_a_browser_refuses_every_script_but_ours(browser: Browser, tmp_path: Path):
    path = tmp_path / "report.html"
    html = render_html(make_audit())
    path.write_text(html.replace("</main>", "<script>document.title = 'taken'</script></main>"))
    refused = pytest.raises(AssertionError, match="Content Security Policy")
    with refused, visit(browser, path) as found:
        assert found.page.title() != "taken"
