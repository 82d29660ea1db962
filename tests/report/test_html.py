import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from perimetry.errors import StorageError
from perimetry.report import render_html, write_report
from tests.report.audits import TRIPLETS, Order, Triplet, make_audit

VOID = {"meta", "br", "hr", "img", "link", "input"}
HOSTILE = "\"'><script>alert(1)</script></style></title><img src=x onerror=alert(1)>&amp;"


class Page(HTMLParser):
    """A page's elements and text, and whether its tags nest."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


def hostile_audit():
    return make_audit(
        names=(HOSTILE, HOSTILE + "2"),
        triplets=[Triplet(HOSTILE, HOSTILE, HOSTILE + " kept", HOSTILE + " broken", 0.1, 0.9)],
        source=f"file {HOSTILE}.tsv",
        data=f"{HOSTILE}.tsv",
        setup={HOSTILE: HOSTILE, "nested": {HOSTILE: [HOSTILE]}},
        prompts={"query": HOSTILE},
    )


def test_the_page_opens_with_the_conclusion():
    text = Page(render_html(make_audit())).text
    assert text.index("cannot be trusted with negation") < text.index("How far each edit moves")


def test_the_page_has_the_numbers_of_the_audit():
    text = Page(render_html(make_audit())).text
    for part in (
        "0.50",
        "0.40 to 0.62",
        "99.5",
        "0.29",
        "−0.125",
        "4800",
        "print-of-0",
        "d" * 64,
        "arXiv 2306.05083",
    ):
        assert part in text


def test_no_text_of_a_user_becomes_markup():
    page = Page(render_html(hostile_audit()))
    assert page.count("script") == 0
    assert page.count("img") == 0
    assert page.count("style") == 1
    assert HOSTILE in page.text
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)


def test_a_strict_policy_allows_only_the_pages_own_style():
    html = render_html(hostile_audit())
    policies = [
        attributes["content"]
        for tag, attributes in Page(html).elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    [style] = re.findall("<style>(.*?)</style>", html, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policies == [
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    ]


def test_nothing_is_loaded_and_no_style_stands_in_an_attribute():
    html = render_html(make_audit(names=("one", "two")))
    for _, attributes in Page(html).elements:
        assert not {"src", "href", "xlink:href", "style"} & set(attributes)
    assert "url(" not in html
    assert "@import" not in html


def test_control_characters_are_made_visible_and_half_code_points_do_not_stop_the_page(
    tmp_path: Path,
):
    audit = make_audit(
        names=("a\x00b\x1b[0m",),
        setup={"path": "half \ud800"},
        triplets=[replace(TRIPLETS[0], breaking="He is\x07 not\u202e happy.\r\n")],
    )
    html = write_report(audit, tmp_path).read_text(encoding="utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", html)
    assert "a␀b␛[0m" in html
    assert "half ⟨U+D800⟩" in html
    assert "is␇" in html
    assert "not⟨U+202E⟩" in html


@pytest.mark.parametrize("unit", ["x", "word ", "<b>"])
def test_texts_of_a_megabyte_leave_the_page_small(unit: str):
    long = unit * (1_000_000 // len(unit))
    html = render_html(
        make_audit(
            names=(long, long + "2"),
            triplets=[
                Triplet(f"{long}{place}", long, "a " + long, long + " b", 0.1, 0.9)
                for place in range(5)
            ],
            data=long,
            setup={"path": long, long: 1},
            prompts={"query": long},
        )
    )
    assert len(html.encode()) < 1_000_000


def test_changed_words_are_marked_as_removed_and_added():
    html = render_html(make_audit())
    assert "He is <del>happy.</del> <ins>glad.</ins>" in html
    assert "He is <ins>not</ins> happy." in html


def test_without_texts_the_items_are_named():
    text = Page(render_html(make_audit(keep_texts=False))).text
    assert "s2" in text
    assert "It is cold" not in text
    assert "(text not kept)" in text


def test_an_encoder_that_is_never_fooled_has_no_worst_triplets():
    assert (
        "None: the right one lies closer everywhere"
        in Page(render_html(make_audit(triplets=[TRIPLETS[2]]))).text
    )


def test_a_high_floor_is_warned_of():
    assert "Warning" in Page(render_html(make_audit(floor=0.95))).text
    assert "Warning" not in Page(render_html(make_audit())).text


@pytest.mark.parametrize(
    "orders", [{}, {"negation": Order(0.5, "too few to say", groups=3)}], ids=["none", "few"]
)
def test_an_audit_with_little_in_it_makes_a_page(orders):
    Page(render_html(make_audit(orders, triplets=[TRIPLETS[2]])))


def test_an_audit_without_estimates_makes_a_page():
    Page(render_html(replace(make_audit(), estimates=[], datasets={})))


def test_the_chart_has_a_table_and_every_table_has_headings():
    page = Page(render_html(make_audit(names=("one", "two"))))
    assert page.count("svg") == 2  # one for a desk, one for a phone
    scopes = {attributes.get("scope") for tag, attributes in page.elements if tag == "th"}
    assert scopes == {"col", "row", "rowgroup"}


def test_identities_are_unique():
    page = Page(render_html(make_audit(names=("one", "two"))))
    identities = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(identities) == len(set(identities))


def test_equal_audits_give_equal_bytes():
    assert render_html(make_audit()) == render_html(make_audit())


def test_the_report_lies_in_the_audits_folder(tmp_path: Path):
    path = write_report(make_audit(), tmp_path / "new")
    assert path == tmp_path / "new" / "report.html"
    assert [file.name for file in path.parent.iterdir()] == ["report.html"]


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        write_report(make_audit(), tmp_path / "file" / "below")


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1, 2], ids=["light", "dark", "print"])
def test_text_meets_wcag_aa_and_marks_can_be_made_out(theme: int):
    block = re.findall(r":root \{(.*?)\}", render_html(make_audit()), re.DOTALL)[theme]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", block))
    for name in ("ink", "soft", "good", "fair", "bad"):
        assert contrast(colours[name], colours["paper"]) >= 4.5
        assert contrast(colours[name], colours["band"]) >= 4.5
    for name in ("added", "removed"):
        assert contrast(colours[f"{name}-ink"], colours[name]) >= 4.5
    for place in range(1, 9):
        assert contrast(colours[f"mark-{place}"], colours["paper"]) >= 3
