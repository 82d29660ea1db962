"""The pages in a real browser: they draw, ask for nothing, log no error, and can be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from perimetry.datasets.labelled_file import read_labelled
from perimetry.decisions.compare import compare
from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.report import write_checkup_report, write_report
from perimetry.report.pages.comparison import write_comparison
from perimetry.runner import run_audit
from tests.browser import Visit, visit
from tests.decisions.test_compare import BETTER, audit
from tests.report.audits import Triplet, make_audit
from tests.report.checkups import make_checkup

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
SUITES = {"core": 6, "full": 3}  # groups of a kind
PAGES = ("full", "checkup", "comparison")

ARABIC = Triplet("ar", "الباب مفتوح اليوم", "الباب غير مغلق اليوم", "الباب مغلق اليوم", 0.5, 0.9)
JAPANESE = Triplet("ja", "店は開いています。", "店は営業中です。", "店は閉まっています。", 0.5, 0.9)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    encoders = [open_encoder("hash:"), open_encoder("hash:?dim=64")]
    folder = tmp_path_factory.mktemp("pages")
    made = {}
    for suite, limit in SUITES.items():
        found = run_audit(encoders, load_suite(suite, limit=limit), suite=suite, seed=0)
        made[suite] = write_report(found, folder / suite)
    made["checkup"] = write_checkup_report(make_checkup(), folder)
    write_comparison(compare(audit(old=[0.0] * 100, new=BETTER), seed=0), folder)
    made["comparison"] = folder / "comparison.html"
    return made


@pytest.fixture
def core(browser: Browser, pages: dict[str, Path]):
    permissions = ["clipboard-read", "clipboard-write"]
    with visit(browser, pages["core"], viewport=DESK, permissions=permissions) as found:
        yield found


def count(found: Visit) -> int:
    """How many entries the page says that match."""
    return int((found.page.text_content("#worst-count") or "").partition(" ")[0])


def choose(found: Visit, name: str, place: int) -> str:
    """Take the option at ``place`` of a select, and return its value."""
    found.page.select_option(f"select[name={name}]", index=place)
    return found.page.input_value(f"select[name={name}]")


def data(found: Visit, name: str) -> list[str]:
    values: list[str] = found.page.eval_on_selector_all(
        "#worst-list > li", "(nodes, name) => nodes.map((node) => node.dataset[name])", name
    )
    return values


@pytest.mark.parametrize("name", PAGES)
def test_a_page_draws_and_axe_finds_nothing_grave(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    with visit(browser, pages[name], viewport=DESK) as found:
        assert found.page.text_content("h1")
        assert found.grave_violations() == []
        found.page.emulate_media(color_scheme="dark")
        assert found.grave_violations("color-contrast") == []


@pytest.mark.parametrize("name", PAGES)
def test_on_a_phone_only_tables_scroll_sideways(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    with visit(browser, pages[name], viewport=PHONE) as found:
        found.page.eval_on_selector_all("details", "all => all.forEach(one => { one.open = true })")
        assert found.sideways() == 0


def test_dark_and_light_are_the_readers_choice(browser: Browser, pages: dict[str, Path]) -> None:
    colours = []
    for scheme in ("light", "dark"):
        with visit(browser, pages["core"], color_scheme=scheme) as found:
            colours.append(found.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    light, dark = (sum(map(int, c.removeprefix("rgb(").rstrip(")").split(","))) for c in colours)
    assert dark < 150 < 600 < light


def test_search_finds_words_in_any_case_and_width(core: Visit) -> None:
    everything = count(core)
    core.page.fill("input[name=q]", "THE")
    assert 0 < count(core) < everything
    plain = core.page.text_content("#worst-list")
    core.page.fill("input[name=q]", "ｔｈｅ")  # full width
    assert core.page.text_content("#worst-list") == plain
    core.page.fill("input[name=q]", "no such word")
    assert core.page.text_content("#worst-count") == f"None of {everything} matches."
    core.page.click("#worst-clear")
    assert count(core) == everything


def test_each_filter_keeps_what_it_says(core: Visit) -> None:
    wanted = choose(core, "phenomenon", 3)
    assert set(data(core, "phenomenon")) == {wanted}
    core.page.click("#worst-clear")
    register = choose(core, "register", 2)
    assert set(data(core, "register")) == {register}
    core.page.click("#worst-clear")
    choose(core, "encoder", 2)
    assert all("1" in wrong.split() for wrong in data(core, "wrong"))
    choose(core, "encoder", 3)
    assert {wrong.strip() for wrong in data(core, "wrong")} == {"0 1"}


def test_the_order_goes_by_the_chosen_encoders_margin(core: Visit) -> None:
    choose(core, "encoder", 1)
    widest = [float(orders.split()[0]) for orders in data(core, "orders")]
    choose(core, "order", 1)
    narrowest = [float(orders.split()[0]) for orders in data(core, "orders")]
    assert widest == sorted(widest)
    assert narrowest == sorted(narrowest, reverse=True)
    assert widest[0] < narrowest[0]


def test_more_shows_more_and_takes_the_reader_there(core: Visit) -> None:
    core.page.click("#worst-more")
    assert core.page.locator("#worst-list > li").count() == 20
    place = "[...document.activeElement.parentNode.children].indexOf(document.activeElement)"
    assert core.page.evaluate(place) == 10


def test_the_address_keeps_the_filter(
    browser: Browser, pages: dict[str, Path], core: Visit
) -> None:
    core.page.fill("input[name=q]", "a & b #1")
    core.page.fill("input[name=q]", "the")
    choose(core, "encoder", 1)
    core.page.wait_for_url("**/report.html#worst?*encoder*")
    fragment = "#" + core.page.url.partition("#")[2]
    with visit(browser, pages["core"], fragment) as again:
        assert again.page.input_value("input[name=q]") == "the"
        assert again.page.text_content("#worst-count") == core.page.text_content("#worst-count")
    with visit(browser, pages["core"], "#worst?phenomenon=gone&encoder=9") as unknown:
        assert count(unknown) > 0


def test_what_is_copied_is_read_back_as_the_triplets_shown(core: Visit, tmp_path: Path) -> None:
    wanted = choose(core, "phenomenon", 1).partition("/")[2]
    shown = count(core)
    core.page.click("#worst-copy")
    core.page.wait_for_function("document.getElementById('worst-count').textContent[0] === 'C'")
    assert (core.page.text_content("#worst-count") or "").startswith(f"Copied {shown} line")
    path = tmp_path / "copied.jsonl"
    path.write_text(core.page.evaluate("navigator.clipboard.readText()"), encoding="utf-8")
    found = read_labelled(path)
    assert len(found.triplets) == shown
    assert found.categories == [wanted]
    first = core.page.text_content("#worst-list dd") or ""
    assert first.strip() in {triplet.keeping.text_a for triplet in found.triplets}


def test_without_a_clipboard_the_lines_are_selected_to_copy(
    browser: Browser, pages: dict[str, Path]
) -> None:
    with visit(browser, pages["core"]) as found:
        found.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        found.page.click("#worst-copy")
        found.page.wait_for_selector("#worst-copied textarea")
        lines = found.page.input_value("#worst-copied textarea").splitlines()
        assert len(lines) == count(found)
        assert {"anchor", "positive", "negative", "category", "group"} == set(json.loads(lines[0]))
        chosen = "document.activeElement.selectionEnd - document.activeElement.selectionStart"
        assert found.page.evaluate(chosen) > len(lines)


def test_without_script_every_entry_stands_under_its_phenomenon(
    browser: Browser, pages: dict[str, Path], core: Visit
) -> None:
    with visit(browser, pages["core"], java_script_enabled=False) as found:
        assert not found.page.is_visible("#worst-filter")
        assert found.page.locator("#worst-all li").count() == count(core)
        assert found.page.is_visible("#worst-all details[open] dd >> nth=0")
        assert not found.page.is_visible("#worst-all details:not([open]) dd >> nth=0")


FOCUSABLE = (
    "a[href], button:not([hidden]), input, select, textarea, summary, [tabindex='0']"
)  # fmt: skip
WATCH = """selector => {
  window.wanted = [...document.querySelectorAll(selector)].filter(
    (node) => node.checkVisibility());
  window.place = () => window.wanted.indexOf(document.activeElement);
  return window.wanted.length;
}"""
OUTLINE = """() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
}"""


def test_the_keyboard_reaches_everything_in_order_and_focus_is_seen(core: Visit) -> None:
    everything = core.page.evaluate(WATCH, FOCUSABLE)
    assert everything > 10
    reached = []
    for _ in range(everything):
        core.page.keyboard.press("Tab")
        reached.append(core.page.evaluate("window.place()"))
        assert core.page.evaluate(OUTLINE)
    assert reached == list(range(everything))


def test_the_keyboard_alone_filters_and_copies(core: Visit) -> None:
    core.page.focus("input[name=q]")
    core.page.keyboard.type("the")
    shown = count(core)
    core.page.keyboard.press("Enter")  # must not send the form
    core.page.focus("#worst-copy")
    core.page.keyboard.press("Enter")
    core.page.wait_for_function("document.getElementById('worst-count').textContent[0] === 'C'")
    assert len(core.page.evaluate("navigator.clipboard.readText()").splitlines()) == shown


def test_a_print_has_the_entries_and_no_controls(core: Visit) -> None:
    core.page.emulate_media(media="print")
    assert not core.page.is_visible("#worst-filter")
    assert not core.page.is_visible("#worst-more")
    assert core.page.is_visible("#worst-list dd >> nth=0")


def test_each_text_runs_its_own_way(browser: Browser, tmp_path: Path) -> None:
    page = write_report(make_audit(triplets=[ARABIC, JAPANESE]), tmp_path)
    with visit(browser, page, viewport=PHONE) as found:
        ways = found.page.eval_on_selector_all(
            "#worst-list dd",
            "all => all.map(one => [one.innerText, getComputedStyle(one).direction])",
        )
        assert [ARABIC.anchor, "rtl"] in ways
        assert [JAPANESE.anchor, "ltr"] in ways
        assert found.sideways() == 0
