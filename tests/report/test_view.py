from dataclasses import replace

import pytest

from perimetry.report import build_view
from tests.report.audits import TRIPLETS, Order, Triplet, make_audit


def test_rows_stand_in_order_keeping_first_and_an_edit_without_data_has_none():
    rows = build_view(make_audit()).profile
    assert [(row.label, row.relation) for row in rows] == [
        ("synonym", "keeps meaning"),
        ("antonym", "breaks meaning"),
        ("negation", "breaks meaning"),
        ("random word", "breaks meaning"),
    ]


def test_every_encoder_has_a_cell_in_every_row():
    audit = make_audit(names=("one", "two"))
    audit = replace(
        audit,
        estimates=[
            entry
            for entry in audit.estimates
            if (entry.encoder, entry.estimate.subset) != ("two", "negation")
        ],
    )
    negation = build_view(audit).profile[2]
    assert negation.cells[0] is not None
    assert negation.cells[1] is None


def test_ties_are_counted_in_triplets():
    row = build_view(make_audit({"negation": Order(0.2, "blind", ties=0.25)})).orders[0]
    [cell] = row.cells
    assert cell is not None
    assert row.label == "synonym before negation"
    assert cell.ties == 50  # a quarter of 200
    assert cell.half_ties is not None
    assert cell.half_ties.value == pytest.approx(0.325)


def test_a_floor_above_nine_tenths_is_warned_of():
    assert "above 0.9" in build_view(make_audit(floor=0.95)).encoders[0].floor_warning
    assert build_view(make_audit(floor=0.9)).encoders[0].floor_warning == ""


def test_worst_triplets_go_from_the_most_negative_margin_and_leave_out_the_right_ones():
    worst = build_view(make_audit()).encoders[0].worst
    assert [(triplet.item, triplet.margin) for triplet in worst] == [("s2", -0.25), ("s1", -0.125)]
    assert worst[0].anchor == "It is cold."
    assert (worst[0].keeping.cosine, worst[0].breaking.cosine) == (0.5, 0.75)
    assert [change.after for change in worst[0].breaking.changes if change.kind == "added"] == [
        ("not",)
    ]


def test_a_tie_is_among_the_worst_when_nothing_is_worse():
    tie = Triplet("s9", "A b.", "A c.", "A d.", 0.5, 0.5)
    assert [t.item for t in build_view(make_audit(triplets=[tie])).encoders[0].worst] == ["s9"]


def test_one_anchor_is_shown_once_with_its_worst_partner():
    again = replace(TRIPLETS[1], kind="typo>negation", keeping="It is clod.", keeping_cosine=0.25)
    worst = build_view(make_audit(triplets=[*TRIPLETS, again])).encoders[0].worst
    assert [(t.item, t.keeping.edit) for t in worst] == [("s2", "typo"), ("s1", "synonym")]


def test_at_most_five_triplets_are_shown():
    many = [replace(TRIPLETS[0], item=f"m{place}") for place in range(9)]
    assert [t.item for t in build_view(make_audit(triplets=many)).encoders[0].worst] == [
        "m0", "m1", "m2", "m3", "m4",
    ]  # fmt: skip


def test_without_texts_items_are_named_by_their_ids():
    triplet = build_view(make_audit(keep_texts=False)).encoders[0].worst[0]
    assert (triplet.item, triplet.anchor, triplet.keeping.changes) == ("s2", None, [])


def test_overlap_stands_beside_the_printed_values():
    rows = build_view(make_audit()).overlap
    assert [(row.label, row.printed) for row in rows] == [
        ("perimetry-heros, negation", False),
        ("perimetry-heros, all", False),
        ("STS-B", True),
        ("SICK-R", True),
        ("HEROS", True),
    ]
    assert rows[-1].overlap.rouge_1 == 92.9


def test_what_repeats_the_audit_is_listed():
    view = build_view(make_audit(limit=50, prompts={"query": "find: "}))
    repeat = {fact.name: fact.value for fact in view.repeat}
    assert repeat["seed"] == "7"
    assert repeat["limit"] == "50 groups"
    assert repeat["data of heros"] == "perimetry-heros (built in)"
    assert repeat["SHA-256 of the data"] == "d" * 64
    assert repeat["numpy"] == "2.0"
    setup = {fact.name: fact.value for fact in view.encoders[0].setup}
    assert setup == {
        "fingerprint": "print-of-0",
        "engine": "hand",
        "dimension": "3",
        "prompt sent (query)": "find: ",
    }


def test_the_limits_say_who_wrote_the_built_in_sentences():
    built_in, own = (
        build_view(make_audit(source=source, data=data)).limits[0]
        for source, data in (("built in", "perimetry-heros"), ("file mine.tsv", "mine.tsv"))
    )
    assert "written and read over by language models" in built_in
    assert "come from mine.tsv" in own


def test_a_sample_is_said_to_be_one():
    assert any("sample" in limit for limit in build_view(make_audit(limit=20)).limits)
    assert not any("sample" in limit for limit in build_view(make_audit()).limits)


def test_control_characters_in_names_are_made_visible():
    assert build_view(make_audit(names=("a\x1b[31m\u202eb",))).encoders[0].name == (
        "a␛[31m⟨U+202E⟩b"
    )
