from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from perimetry.report import build_view, print_audit, render_html
from perimetry.report.map_conclusion import conclude_map
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


def test_the_map_has_a_row_a_phenomenon_and_the_baseline_beside():
    page = render_html(make_map())
    row = cells(page, r"Map of perimetry-core \(test\)")
    start = row.index("negation")
    assert row[start : start + 6] == [
        "negation", "32", "0.52 0.47 to 0.57", "○ blind", "0.52 0.47 to 0.57", "0.50",
    ]  # fmt: skip
    assert len([cell for cell in row if cell in ("all", "modality", "scope")]) == 3


def test_the_other_tables_have_their_numbers():
    page = render_html(make_map())
    assert "0.10 0.05 to 0.15" in cells(page, "Other AUROCs")  # naive
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
    assert "(text not kept)" in page


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
