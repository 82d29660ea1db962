"""The advanced sets keep the rules that their card states."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from perimetry.datasets.builtin import builtin_file
from perimetry.files import file_digest, read_json_lines
from perimetry.words import token_jaccard
from tests.datasets.test_builtin import REGISTERS

SIZES = {"claims": 168, "requests": 240, "instructions": 104, "reasoning": 108, "documents": 98}
CARD = builtin_file("advanced", "CARD.md").read_text(encoding="utf-8")


def rows(name: str) -> list[dict[str, Any]]:
    return [
        r for _, r in read_json_lines(builtin_file("advanced", f"{name}.jsonl")) if "group" in r
    ]


@pytest.mark.parametrize("name", SIZES)
def test_the_card_states_the_digest_and_the_canary(name: str) -> None:
    path = builtin_file("advanced", f"{name}.jsonl")
    _, first = next(read_json_lines(path))
    assert file_digest(path) in CARD
    assert first["canary"] in CARD


@pytest.mark.parametrize("name", SIZES)
def test_the_halves_are_equal_share_no_group_and_hold_every_register(name: str) -> None:
    found = rows(name)
    assert len(found) == SIZES[name]
    halves = {split: [r for r in found if r["split"] == split] for split in ("dev", "test")}
    assert len(halves["dev"]) == len(halves["test"])
    groups = [{r["group"] for r in half} for half in halves.values()]
    assert not groups[0] & groups[1]
    assert {r["register"] for r in found} == REGISTERS


@pytest.mark.parametrize("name", SIZES)
def test_no_text_stands_twice(name: str) -> None:
    fields = ("claim", "request", "instruction", "good", "bad", "question", "right", "paragraph",
              "paraphrase", "distractor", "wrong_1", "wrong_2", "wrong_3")  # fmt: skip
    texts = Counter(row[field] for row in rows(name) for field in fields if field in row)
    assert [text for text, count in texts.items() if count > 1] == []


def test_every_evidence_has_a_claim_of_each_label_and_refutations_are_balanced() -> None:
    labels: dict[str, set[str]] = {}
    for row in rows("claims"):
        labels.setdefault(row["group"], set()).add(row["label"])
    assert set(map(frozenset, labels.values())) == {frozenset(("supported", "refuted", "unknown"))}
    kinds = Counter(row["kind"] for row in rows("claims") if row["label"] == "refuted")
    assert kinds == dict.fromkeys(("numeric", "temporal", "entity", "negation"), 14)


def test_requests_are_pairs_over_ten_kinds() -> None:
    counts = Counter((row["kind"], row["label"]) for row in rows("requests"))
    assert len(counts) == 20
    assert set(counts.values()) == {12}


def test_the_wrong_response_shares_more_words_with_the_instruction() -> None:
    for row in rows("instructions"):
        good, bad = (token_jaccard(row["instruction"], row[side]) for side in ("good", "bad"))
        assert bad > good, row["group"]


def test_in_half_of_the_questions_a_wrong_choice_shares_more_words() -> None:
    misleading = sum(
        max(token_jaccard(row["question"], row[f"wrong_{n}"]) for n in (1, 2, 3))
        > token_jaccard(row["question"], row["right"])
        for row in rows("reasoning")
    )
    assert misleading == 54


def test_the_distractor_shares_more_words_than_the_paraphrase() -> None:
    for row in rows("documents"):
        assert token_jaccard(row["paragraph"], row["distractor"]) > 0.7
        assert token_jaccard(row["paragraph"], row["paraphrase"]) < 0.5, row["group"]
