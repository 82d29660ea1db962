from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from perimetry.records import Estimate
from perimetry.report import build_view, print_audit, render_html
from perimetry.report.charts.map import strip_svg
from perimetry.report.sections.map_conclusion import conclude_map
from tests.report.maps import MAP, Sight, make_map


def conclusion(audit) -> str:
    return conclude_map(audit, "tiny").sentence


def printed(audit, width: int = 100) -> str:
    file = StringIO()
    print_audit(audit, Console(file=file, width=width))
    return file.getvalue()


def cells(page: str, table: str) -> list[str]:
    """The text of each cell of the table with this label."""
    found = re.search(f'aria-label="{table}">(.*?)</table>', page, re.DOTALL)
    assert found
    return [
        " ".join(re.sub("<[^>]+>", " ", cell).split())
        for cell in re.findall(r"<t[hd].*?</t[hd]>", found[1], re.DOTALL)
    ]


def test_the_conclusion_names_the_gravest_first_and_what_no_cut_off_mends():
    assert conclusion(make_map()) == (
        "tiny takes opposites for the closer ones in who does what to whom, is blind to "
        "negation, is weak on modality and sees only named entities. No cosine cut-off keeps half "
        "of the paraphrases with at most 1 % of the opposites: the best keeps 25 %."
    )


def test_an_encoder_that_sees_all_is_said_to():
    sights = {name: Sight(0.9, "sees it") for name in ("negation", "antonym")}
    assert conclusion(make_map(sights, kept=0.75)) == (
        "tiny sees negation and antonyms. The cosine cut-off that lets 1 % of the opposites pass "
        "keeps 75 % of the paraphrases here."
    )


def test_of_many_phenomena_the_worst_are_named():
    sights = {f"kind {i}": Sight(0.5 + i / 100, "blind") for i in range(7)}
    assert "is blind to kind 0, kind 1, kind 2, kind 3 and 3 more." in conclusion(make_map(sights))


def test_too_few_sentences_are_said_to_be_too_few():
    sights = {"negation": Sight(0.5, "too few to say")}
    found = conclude_map(make_map(sights), "tiny")
    assert found.verdict == "too few to say"
    assert "cannot be judged by phenomenon from 32 sentences each" in found.sentence


def test_the_map_has_a_row_a_phenomenon_and_a_cell_an_encoder():
    page = render_html(make_map(names=("one", "two")))
    row = cells(page, r"Map of perimetry-core \(test\)")
    assert row[:3] == ["phenomenon", "one", "two"]
    start = row.index("negation")
    assert row[start : start + 3] == ["negation", *2 * ["○ blind, 0.52 0.47 to 0.57"]]
    assert len([cell for cell in row if cell in ("all", "modality", "scope")]) == 3
    assert "from 32 sentences each" in page


def test_what_is_seen_worst_comes_first():
    [found] = build_view(make_map()).maps
    assert [row.label for row in found.rows] == [
        "role swap", "negation", "scope", "modality", "entity",
    ]  # fmt: skip


def test_encoders_count_alike_for_what_comes_first():
    one, two = (
        make_map({"a": Sight(0.5, "blind"), "b": Sight(0.6, "weak")}),
        make_map({"a": Sight(0.9, "sees it"), "b": Sight(0.6, "weak")}, names=("other",)),
    )
    both = replace(
        one,
        encoders=[*one.encoders, *two.encoders],
        estimates=[*one.estimates, *(e for e in two.estimates if e.encoder == "other")],
    )
    assert [row.label for row in build_view(both).maps[0].rows] == ["b", "a"]  # 0.6 before 0.7


def test_groups_that_differ_have_a_column():
    audit = make_map()
    fewer = [
        replace(entry, estimate=replace(entry.estimate, groups=16))
        if entry.estimate.subset == "negation"
        else entry
        for entry in audit.estimates
    ]
    page = render_html(replace(audit, estimates=fewer))
    row = cells(page, r"Map of perimetry-core \(test\)")
    assert row[1] == "n"
    assert row[row.index("negation") + 1] == "16"


def test_a_strip_shows_the_estimate_on_the_way_from_0_to_1():
    strip = strip_svg(Estimate("negation", "auroc", 0.5, 0.475, 1.02, n=9, groups=9))
    assert 'd="M47.5 5H100"' in strip
    assert 'd="M50 0V10"' in strip


def test_the_other_tables_have_their_numbers():
    page = render_html(make_map())
    assert "0.10 0.05 to 0.15" in cells(page, "Other AUROCs")  # naive
    every = cells(page, "Every number of the map")
    start = every.index("negation")
    assert every[start : start + 6] == [
        "negation", "32", "0.52 0.47 to 0.57", "○ blind", "0.52 0.47 to 0.57", "0.10 0.05 to 0.15",
    ]  # fmt: skip
    assert every[start + 10] == "0.50"  # counting words
    assert cells(page, "One cut-off for all")[2:4] == ["cosine ≥ 0.80", "0.55 0.50 to 0.60"]
    assert "Euclidean" in cells(page, "Other distances")
    check = cells(page, "Manipulation check")
    assert check[6:12] == ["close", "64", "0.010", "0.10", "0.40", "yes"]
    assert check[12:18] == ["distant", "64", "0.050", "0.30", "0.01", "no"]


def test_keeping_edits_have_a_table_of_their_own():
    page = render_html(make_map({"typo": Sight(0.3, "inverted")}, probe="over_reaction"))
    row = cells(page, "Over-reaction table")
    start = row.index("typo")
    assert row[start : start + 5] == [
        "typo", "32", "0.75 0.70 to 0.80", "0.30 0.25 to 0.35", "✕ inverted",
    ]  # fmt: skip
    assert "✕ inverted, 0.30 0.25 to 0.35" in cells(page, "Order accuracy by edit")
    assert "Where meaning is lost" not in page


def test_several_encoders_share_the_map_and_identities_stay_unique():
    page = render_html(make_map(names=("one", "two")))
    assert "Blind spots of one and two" in page
    identities = re.findall(r'\bid="([^"]+)"', page)
    assert len(identities) == len(set(identities))


def test_the_worst_pairs_are_shown_with_their_cosines():
    [worst] = build_view(make_map()).encoders[0].worst
    assert (worst.keeping.cosine, worst.breaking.cosine) == (0.5, 0.75)
    assert (worst.keeping.edit, worst.breaking.edit) == ("", "negation")
    assert worst.item == "n-1"


def test_texts_are_escaped_and_hidden_texts_stay_hidden():
    assert "<script>alert" not in render_html(make_map(anchor="<script>alert(1)</script>"))
    page = render_html(make_map(keep_texts=False))
    assert "The shop is open" not in page


def test_a_user_category_is_escaped_in_the_chart():
    page = render_html(make_map({"<b>bold</b>": Sight(0.5, "blind")}, category="<b>bold</b>"))
    assert "<b>bold" not in page


def test_equal_audits_give_equal_bytes():
    assert render_html(make_map()) == render_html(make_map())


@pytest.mark.parametrize("width", [100, 60])
def test_the_terminal_has_the_same_numbers(width: int):
    text = printed(make_map(), width)
    for label, sight in (("negation", MAP["negation"]), ("modality", MAP["modality"])):
        assert label in text
        assert f"{sight.auroc:.2f}" in text
    assert "✕ inverted" in text
    assert "No cosine cut-off" in text


def test_the_terminal_shows_what_counting_words_makes():
    row = next(li for li in printed(make_map()).splitlines() if li.startswith("negation "))
    assert " ".join(row.split()) == "negation 32 0.52 (0.47 to 0.57) 0.52 0.50 ○ blind"
