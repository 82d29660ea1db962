import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from perimetry.errors import StorageError
from perimetry.report import render_html, write_report
from perimetry.report.dossier import Dossier
from perimetry.results import EncoderRecord
from perimetry.results.comparison import Flip
from tests.report.audits import TRIPLETS, Order, Triplet, make_audit
from tests.report.checkups import make_checkup
from tests.report.records import CERTIFIED, COMPARISON, NONE_FOUND, REPAIR

VOID = {"meta", "br", "hr", "img", "link", "input", "wbr"}
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


def hostile_dossier() -> Dossier:
    flip = Flip(HOSTILE, HOSTILE, True, HOSTILE, HOSTILE + " kept", HOSTILE + " broken")
    record = EncoderRecord(HOSTILE, HOSTILE, {}, {})
    return Dossier(
        hostile_audit(),
        checkups=[make_checkup(name=HOSTILE, text=HOSTILE)],
        comparisons=[replace(COMPARISON, old=HOSTILE, new=HOSTILE + "2", flips=[flip])],
        certificates=[replace(CERTIFIED, encoder=record, guards=(HOSTILE,), reason=HOSTILE)],
        repairs=[replace(REPAIR, before=record, reason=HOSTILE, left_out=[HOSTILE])],
    )


def full_dossier() -> Dossier:
    return Dossier(
        make_audit(),
        checkups=[make_checkup()],
        comparisons=[COMPARISON],
        certificates=[CERTIFIED, NONE_FOUND],
        repairs=[REPAIR],
    )


def words(html: str) -> str:
    """The text of a page, with single spaces."""
    return " ".join(Page(html).text.split())


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
    page = Page(render_html(hostile_dossier()))
    scripts = [attributes for tag, attributes in page.elements if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "worst-records"}, {}]
    assert page.count("img") == 0
    assert page.count("style") == 1
    assert HOSTILE in page.text
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)


def test_a_strict_policy_allows_only_the_pages_own_style_and_script():
    html = render_html(hostile_audit())
    policies = [
        attributes["content"]
        for tag, attributes in Page(html).elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    [style] = re.findall("<style>(.*?)</style>", html, re.DOTALL)
    [script] = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    assert policies == [
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    ]


def test_a_page_without_anything_to_explore_runs_nothing():
    html = render_html(make_audit(triplets=[TRIPLETS[2]], orders={}))
    assert "script-src" not in html
    assert "loads nothing and runs nothing" in html


def digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def test_nothing_is_loaded_and_no_style_stands_in_an_attribute():
    html = render_html(make_audit(names=("one", "two")))
    for tag, attributes in Page(html).elements:
        assert not {"src", "xlink:href", "style"} & set(attributes)
        assert "href" not in attributes or (tag == "a" and attributes["href"].startswith("#"))
    assert "url(" not in html
    assert "@import" not in html


def test_the_contents_lead_to_every_section_in_order():
    page = Page(render_html(full_dossier()))
    links = [a["href"].removeprefix("#") for tag, a in page.elements if tag == "a"]
    headings = [a["id"] for tag, a in page.elements if tag == "h2"]
    assert links == headings
    assert links == [
        "uses", "profile", "checkup-1", "certificate-1", "certificate-2", "comparison-1",
        "repair-1", "worst", "overlap", "limits", "repeat",
    ]  # fmt: skip


def test_every_section_is_named_by_a_heading_or_a_label():
    page = Page(render_html(full_dossier()))
    identities = {a.get("id") for _, a in page.elements}
    for tag, attributes in page.elements:
        if tag == "section":
            assert attributes.get("aria-label") or attributes["aria-labelledby"] in identities


def test_headings_never_skip_a_level():
    levels = [int(tag[1]) for tag, _ in Page(render_html(full_dossier())).elements
              if re.fullmatch("h[1-6]", tag)]  # fmt: skip
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_records_beside_the_audit_are_told_with_their_numbers():
    text = words(render_html(full_dossier()))
    for part in (
        "Something is wrong with tiny: the check identity found a fault",  # the checkup
        "Encode again.",
        "cosine ≥ 0.9375, and no guard objects (negation)",  # the certificates
        "0 %, at most 0.96 % (0 of 350 pairs, in 0 of 310 groups; budget 1.0 %)",
        "No threshold meets the budget",
        "two is better at all edits together than one.",  # the comparison
        "0.500 (0.375 to 0.625)",
        "It rains.",
        "The gain was bought with harm",  # the repair
        "+0.250 (0.125 to 0.375)",
        "−0.188",
    ):
        assert part in text


def test_an_encoder_that_the_audit_did_not_ask_is_named_among_the_limits():
    text = words(render_html(full_dossier()))
    assert "The checkup is of tiny with the fingerprint tiny, which this audit did not ask." in text
    assert "The certificate of a cut-off is of" not in text  # its fingerprint is the audit's


def test_records_of_texts_of_a_megabyte_leave_the_page_small():
    long = "word " * 200_000
    flip = replace(COMPARISON.flips[0], anchor=long, text_a=long + " a", text_b=long + " b")
    html = render_html(
        replace(
            full_dossier(),
            checkups=[make_checkup(name=long, text=long)],
            comparisons=[replace(COMPARISON, old=long, new=long + "2", flips=[flip] * 30)],
        )
    )
    assert len(html.encode()) < 1_000_000


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
    pictures = [tag for tag, attributes in page.elements if attributes.get("role") == "img"]
    assert pictures == ["svg", "svg"]  # one for a desk, one for a phone
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
