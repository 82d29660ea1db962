"""The core set keeps the rules that its card states."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import (
    MAIN,
    builtin_core,
    builtin_keeping,
    read_anchors,
    read_keeping,
)
from perimetry.errors import DataError, InputError
from perimetry.files import file_digest, read_json_lines
from perimetry.words import stratum_of, token_jaccard
from tests.datasets.test_builtin import REGISTERS

FILES = ("anchors.jsonl", "keeping.jsonl")
ANCHORS = [r for _, r in read_json_lines(builtin_file("core", "anchors.jsonl")) if "group" in r]
KEEPING = [r for _, r in read_json_lines(builtin_file("core", "keeping.jsonl")) if "group" in r]

ROW = {
    "group": "n-1",
    "phenomenon": "negation",
    "register": "chat",
    "split": "dev",
    "anchor": "the shop is open on sunday",
    "same_close": ["the store is open on sunday", "on sunday the shop is open", "the shop opens"],
    "opposite_close": "the shop is closed on sunday",
    "same_distant": ["you can buy there at the weekend too", "it serves people on day seven"],
    "opposite_distant": "nobody is served there on day seven",
    "note": "open or not",
}


def written(folder: Path, *rows: dict[str, object]) -> Path:
    path = folder / "anchors.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("file", FILES)
def test_the_card_states_the_digest_of_the_data(file: str) -> None:
    card = builtin_file("core", "CARD.md").read_text(encoding="utf-8")
    assert file_digest(builtin_file("core", file)) in card


@pytest.mark.parametrize("file", FILES)
def test_the_first_line_is_a_canary_that_the_card_states(file: str) -> None:
    _, first = next(read_json_lines(builtin_file("core", file)))
    assert set(first) == {"canary"}
    assert first["canary"] in builtin_file("core", "CARD.md").read_text(encoding="utf-8")


def test_every_phenomenon_has_32_anchors_in_each_half() -> None:
    counts = Counter((row["phenomenon"], row["split"]) for row in ANCHORS)
    assert set(counts.values()) == {32}
    assert {phenomenon for phenomenon, _ in counts} >= set(MAIN)
    assert len(counts) == 2 * 18


def test_the_anchors_are_spread_over_the_ten_registers() -> None:
    for phenomenon in {row["phenomenon"] for row in ANCHORS}:
        counts = Counter(r["register"] for r in ANCHORS if r["phenomenon"] == phenomenon)
        assert set(counts) == REGISTERS
        assert min(counts.values()) >= 5, (phenomenon, counts)


def test_every_anchor_has_its_candidates_and_a_note() -> None:
    assert all(len(row["same_close"]) >= 3 and len(row["same_distant"]) >= 2 for row in ANCHORS)
    assert all(row["note"] for row in ANCHORS)


def test_no_text_stands_twice() -> None:
    texts = [
        text
        for row in ANCHORS
        for text in (
            *(row["anchor"], row["opposite_close"], row["opposite_distant"]),
            *(*row["same_close"], *row["same_distant"]),
            *([row["depends"]["text"]] if "depends" in row else []),
        )
    ]
    texts += [row[field] for row in KEEPING for field in ("anchor", "kept", "opposite")]
    assert [text for text, count in Counter(texts).items() if count > 1] == []


def test_every_partner_lies_in_its_stratum() -> None:
    for row in ANCHORS:
        for stratum in ("close", "distant"):
            for text in (*row[f"same_{stratum}"], row[f"opposite_{stratum}"]):
                assert stratum_of(row["anchor"], text) == stratum, (row["group"], text)


def test_an_item_says_where_order_makes_jaccard_blind() -> None:
    for row in ANCHORS:
        blind = token_jaccard(row["anchor"], row["opposite_close"]) == 1.0
        assert row.get("order_blind", False) == blind, row["group"]


def test_every_keeping_edit_has_32_in_each_half() -> None:
    counts = Counter((row["edit"], row["split"]) for row in KEEPING)
    assert len(counts) == 2 * 8
    assert set(counts.values()) == {32}


def test_the_halves_share_no_group_and_the_suites_score_the_test_half() -> None:
    dev, test, both = (builtin_core(split) for split in ("dev", "test", None))
    assert not set(dev.groups) & set(test.groups)
    assert len(dev.groups) + len(test.groups) == len(both.groups)
    assert {pair.split for pair in test.pairs} == {"test"}
    assert builtin_core().digest == test.digest != dev.digest
    assert {pair.split for pair in builtin_keeping().pairs} == {"test"}


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(InputError, match="Splits: dev, test"):
        builtin_core("train")  # type: ignore[arg-type]


def test_the_candidate_nearest_in_overlap_is_chosen(tmp_path: Path) -> None:
    data = read_anchors(written(tmp_path, {"canary": "c"}, ROW))
    chosen = {pair.item: pair.text_b for pair in data.pairs}
    # The opposite shares 5 of 7 words; so does the first candidate, the second shares all.
    assert chosen["n-1/same-close"] == "the store is open on sunday"
    assert len(data.pairs) == 4
    assert {pair.text_b for pair in data.spare} == {
        *ROW["same_close"][1:],
        ROW["same_distant"][0],
    } or {pair.text_b for pair in data.spare} == {*ROW["same_close"][1:], ROW["same_distant"][1]}
    assert [triplet.item for triplet in data.triplets] == [
        "n-1/same-close>opposite-close",
        "n-1/same-distant>opposite-distant",
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"anchor": ""}, "anchors.jsonl:1: no text under 'anchor'"),
        ({"note": 3}, "anchors.jsonl:1: no text under 'note'"),
        ({"same_close": "one"}, "'same_close' must be a list of texts"),
        ({"same_distant": ["", "x"]}, "'same_distant' holds something that is no text"),
        ({"depends": {"text": "x"}}, "depends needs a text and a reason"),
        ({"group": "a>b"}, "holds '>'"),
    ],
)
def test_a_bad_anchor_is_named_with_its_line(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=message.replace("(", r"\(")):
        read_anchors(written(tmp_path, ROW | change))


def test_a_group_twice_is_named_with_both_lines(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r":2: group 'n-1' stands on line 1 too"):
        read_anchors(written(tmp_path, ROW, ROW))


@pytest.mark.parametrize("read", [read_anchors, read_keeping])
def test_a_file_without_data_is_refused(tmp_path: Path, read: object) -> None:
    with pytest.raises(DataError, match="there is no"):
        read(written(tmp_path, {"canary": "c"}))  # type: ignore[operator]
