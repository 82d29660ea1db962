import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from perimetry.datasets.labelled_file import read_labelled
from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.records import DatasetNote, ItemScores, Score
from perimetry.report import render_html
from perimetry.report.explorer.view import MOST_BYTES, ExplorerView, build_explorer
from perimetry.results import Audit, EncoderRecord, write_audit
from perimetry.results.items import items_table, joined
from perimetry.results.query import query
from perimetry.runner import run_audit
from tests.report.audits import TRIPLETS, Triplet, make_audit
from tests.report.maps import make_map


def explored(audit: Audit, **options: int) -> ExplorerView:
    view = build_explorer(audit, **options)
    assert view is not None
    return view


def entries(view: ExplorerView) -> list:
    return [entry for phenomenon in view.phenomena for entry in phenomenon.entries]


def records(view: ExplorerView) -> list:
    return json.loads(view.island)


def of_pairs(rows: dict[str, list[Score]], *, note: DatasetNote, **options) -> Audit:
    """An audit of labelled pairs, by encoder."""
    return Audit(
        suite="core", seed=0, limit=None,
        encoders=[EncoderRecord(name, f"print of {name}", {}, {}) for name in rows],
        datasets={"pairs": note}, estimates=[], versions={},
        items=joined([items_table(name, "pairs", ItemScores(own)) for name, own in rows.items()]),
        **options,
    )  # fmt: skip


NOTE = DatasetNote("mine.csv", "d" * 64, "file mine.csv", groups=4)


def pair(item: str, label: str, cosine: float, category: str = "time") -> Score:
    subset = f"{category}/{label}/close"
    return Score(subset, item, item, "cosine", cosine, "We meet at 5.", f"We meet, {item}.")


def test_a_wrong_triplet_has_its_texts_cosines_and_margin():
    [first, second] = entries(explored(make_audit()))
    assert [first.item, second.item] == ["s2/synonym>negation", "s1/synonym>negation"]
    assert first.phenomenon == "negation"
    assert [line.label for line in first.lines] == ["sentence", "keeps (synonym)", "breaks"]
    assert first.columns == ("keeps", "breaks", "margin")
    [reading] = first.readings
    assert (reading.values, reading.wrong) == (["0.500", "0.750", "−0.250"], True)


def test_an_item_that_no_encoder_gets_wrong_is_not_shown():
    view = explored(make_audit())
    assert "We won." not in view.island
    assert (view.shown, view.total) == (2, 2)


def test_a_tie_is_wrong():
    tie = Triplet("t", "It is hot.", "It is warm.", "It is not hot.", 0.5, 0.5)
    [entry] = entries(explored(make_audit(triplets=[tie])))
    assert entry.readings[0].wrong


def test_every_phenomenon_comes_in_before_any_comes_twice():
    triplets = [
        Triplet(f"{kind}{place}", "A b.", "A c.", "A d.", 0.1, 0.9 - place / 10, f"synonym>{kind}")
        for kind in ("negation", "antonym")
        for place in range(4)
    ]
    view = explored(make_audit(triplets=triplets), most=3)
    assert {each.label: len(each.entries) for each in view.phenomena} == {
        "negation": 2, "antonym": 1,
    }  # fmt: skip
    assert [each.total for each in view.phenomena] == [4, 4]
    assert "negation0" in view.phenomena[0].entries[0].item


def test_a_second_item_of_a_group_waits_for_the_other_groups():
    one, other = TRIPLETS[1], TRIPLETS[0]
    again = replace(one, kind="typo>negation", keeping="It is cpld.")
    shown = entries(explored(make_audit(triplets=[one, again, other]), most=2))
    assert {entry.item.partition("/")[0] for entry in shown} == {"s1", "s2"}


def test_each_encoder_brings_its_own_failures():
    rows = {
        "one": [pair("a", "same", 0.9), pair("b", "different", 0.95), pair("c", "different", 0.1)],
        "two": [pair("a", "same", 0.9), pair("b", "different", 0.1), pair("c", "different", 0.95)],
    }
    view = explored(of_pairs(rows, note=NOTE))
    wrong = {e.item: [reading.wrong for reading in e.readings] for e in entries(view)}
    assert wrong["b"] == [True, False]
    assert wrong["c"] == [False, True]


def test_a_pair_alone_is_measured_from_the_median_of_the_other_label():
    rows = [pair("a", "same", 0.9), pair("b", "same", 0.7), pair("c", "different", 0.85)]
    found = {e.item: e for e in entries(explored(of_pairs({"tiny": rows}, note=NOTE)))}
    assert set(found) == {"b", "c"}
    assert found["c"].readings[0].values == ["0.850", "−0.050"]  # the median of 0.9 and 0.7 is 0.8
    assert found["b"].readings[0].values == ["0.700", "−0.150"]
    assert [line.label for line in found["b"].lines] == ["sentence", "says the same"]


def test_pairs_that_depend_are_neither_right_nor_wrong():
    rows = [pair("a", "same", 0.9), pair("b", "depends", 0.95), pair("c", "different", 0.1)]
    view = explored(of_pairs({"tiny": rows}, note=NOTE))
    assert (view.total, view.shown) == (0, 0)


def test_a_phenomenon_without_a_failure_is_named():
    rows = [pair("a", "same", 0.9), pair("b", "different", 0.1), pair("c", "same", 0.05, "unit")]
    assert explored(of_pairs({"tiny": rows}, note=NOTE)).faultless == ["time"]


def test_a_safety_set_shows_its_closest_pairs_behind_a_warning():
    note = replace(NOTE, family="safety")
    rows = [
        Score("homonyms", f"p{place}", f"p{place}", "cosine", value, "kill it", "stop it")
        for place, value in enumerate((0.2, 0.9))
    ]
    audit = of_pairs({"tiny": rows}, note=note)
    shown = entries(explored(audit))
    assert [(entry.item, entry.columns) for entry in shown] == [
        ("p1", ("cosine",)), ("p0", ("cosine",)),
    ]  # fmt: skip
    html = render_html(audit)
    assert html.count("<summary>Texts of a safety set, which can offend</summary>") == 2
    warned = html.index("which can offend")
    assert html.index("<dt>unsafe</dt>") > warned


def test_baselines_are_no_encoders():
    audit = make_map()
    scores = ItemScores([Score("negation", "x", "x", "margin", -1.0, "a", "b", anchor="c")])
    rows = joined([audit.items, items_table("token Jaccard", "core", scores)])
    assert "token Jaccard" not in explored(replace(audit, items=rows)).encoders
    assert explored(replace(audit, items=rows)).total == 1


def test_built_in_sentences_have_their_register_and_a_users_have_none():
    audit = make_map()
    scores = ItemScores(
        [Score("negation", "n>m", "negation-001", "margin", -1.0, "a", "b", anchor="c")]
    )
    items = items_table("tiny", "core", scores)
    assert explored(replace(audit, items=items)).registers == ["everyday"]
    note = replace(audit.datasets["core"], source="file mine.csv")
    theirs = replace(audit, items=items, datasets={"core": note})
    assert explored(theirs).registers == []


@pytest.mark.parametrize("silent", [make_audit(keep_texts=False), make_audit().without_texts()])
def test_without_texts_items_stand_by_their_names_and_nothing_can_be_copied(silent: Audit):
    view = explored(silent)
    assert [entry.lines for entry in entries(view)] == [[], []]
    assert records(view) == [None, None]
    html = render_html(silent)
    assert "s2/synonym&gt;negation" in html
    assert "It is cold" not in html
    assert 'id="worst-copy"' not in html
    assert "text_a" not in html.partition("All of them, in SQL")[2].partition("</details>")[0]


def test_the_island_gives_the_texts_back_whatever_is_in_them():
    anchor = "</script><!-- & \u2028 \u202e ]]> \x00"
    view = explored(make_audit(triplets=[replace(TRIPLETS[0], anchor=anchor)]))
    assert records(view)[0]["anchor"] == anchor
    assert re.fullmatch(r"[ -;=?-~]*", view.island)  # ASCII, no < and no >
    assert "&" not in view.island


def test_what_can_be_copied_is_read_as_triplets(tmp_path: Path):
    view = explored(make_audit())
    path = tmp_path / "copied.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records(view)))
    found = read_labelled(path)
    [first, second] = found.triplets
    assert (first.keeping.text_a, first.breaking.text_b) == ("It is cold.", "It is not cold.")
    assert (second.keeping.text_b, second.keeping.group) == ("He is glad.", "s1")
    assert found.categories == ["negation"]


def test_pairs_can_be_copied_as_pairs(tmp_path: Path):
    rows = [pair("a", "same", 0.9), pair("c", "different", 0.95)]
    path = tmp_path / "copied.jsonl"
    view = explored(of_pairs({"tiny": rows}, note=NOTE))
    path.write_text("".join(json.dumps(record) + "\n" for record in records(view)))
    assert {(p.text_b, p.label, p.category) for p in read_labelled(path).pairs} == {
        ("We meet, c.", "different", "time"), ("We meet, a.", "same", "time"),
    }  # fmt: skip


def test_a_long_text_is_cut_and_not_copied():
    long = "word " * 5_000
    view = explored(make_audit(triplets=[replace(TRIPLETS[0], anchor=long, breaking=long + "no")]))
    [entry] = entries(view)
    assert entry.cut
    assert records(view) == [None]
    assert "The whole texts are in items.parquet" in render_html(
        make_audit(triplets=[replace(TRIPLETS[0], anchor=long)])
    )


def test_a_short_text_is_whole():
    assert not any(entry.cut for entry in entries(explored(make_audit())))


def test_texts_that_share_little_are_not_marked():
    other = replace(TRIPLETS[0], keeping="Nothing could please him more than this.")
    [entry] = entries(explored(make_audit(triplets=[other])))
    _, keeping, breaking = entry.lines
    assert [change.kind for change in keeping.changes] == ["equal"]
    assert [change.kind for change in breaking.changes] == ["equal", "added", "equal"]


def test_entries_stop_at_their_weight():
    text = "&<>\"' " * 140  # five bytes for one in HTML, six in the island
    triplets = [
        Triplet(f"s{place}", f"{place} {text}", f"{place}a {text}", f"{place}b {text}", 0.1, 0.9)
        for place in range(290)
    ]
    view = explored(make_audit(triplets=triplets))
    assert 20 < view.shown < view.total
    html = render_html(make_audit(triplets=triplets))
    assert len(html.encode()) < MOST_BYTES + 400_000


def test_an_audit_without_pairs_or_triplets_has_no_explorer():
    assert build_explorer(replace(make_audit(), items=make_audit().items.slice(0, 0))) is None


def test_the_command_for_the_rest_finds_as_many_items_as_the_page_says(tmp_path: Path):
    encoders = [open_encoder("hash:"), open_encoder("hash:?dim=64")]
    audit = run_audit(encoders, load_suite("core", limit=3), suite="core", seed=0)
    write_audit(audit, tmp_path)
    view = explored(audit, most=40)
    [command] = view.commands
    program, sql, statement, option, folder = shlex.split(command)
    assert (program, sql, option, folder) == ("perimetry", "sql", "--audits", ".")
    found = query(statement, tmp_path)
    pairs = zip(found["probe"].to_pylist(), found["item"].to_pylist(), strict=True)
    assert len(set(pairs)) == view.total
    assert view.shown == 40
    csv = tmp_path / "worst.csv"
    from pyarrow.csv import write_csv

    write_csv(found, csv)
    assert len(read_labelled(csv).triplets) == found.num_rows
