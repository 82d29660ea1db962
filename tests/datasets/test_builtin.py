"""The built-in sets keep the rules that their cards state."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations

import pytest
from rapidfuzz.distance import OSA

from perimetry.datasets.background import builtin_background
from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.heros import RELATIONS, builtin_heros
from perimetry.files import file_digest, read_json_lines
from perimetry.words import words

REGISTERS = {
    *("everyday", "support", "operations", "clinical", "legal"),
    *("finance", "retail", "science", "news", "chat"),
}
ROWS = [row for _, row in read_json_lines(builtin_file("heros", "data.jsonl"))]
BACKGROUND = [row for _, row in read_json_lines(builtin_file("background", "data.jsonl"))]
NEGATION = re.compile(
    r"\b(not|never|no|nobody|nothing|none|nor|cannot|without|hardly)\b|n't\b", re.IGNORECASE
)
ARTICLES = {("a", "an"), ("an", "a")}


@pytest.mark.parametrize("dataset", ["heros", "background"])
def test_the_card_states_the_digest_of_the_data(dataset: str) -> None:
    card = builtin_file(dataset, "CARD.md").read_text(encoding="utf-8")
    assert file_digest(builtin_file(dataset, "data.jsonl")) in card


def test_heros_has_27_sentences_of_each_register() -> None:
    assert Counter(row["register"] for row in ROWS) == dict.fromkeys(REGISTERS, 27)


def test_background_has_60_sentences_of_each_register() -> None:
    assert Counter(row["register"] for row in BACKGROUND) == dict.fromkeys(REGISTERS, 60)


def test_sentences_have_8_to_25_words() -> None:
    texts = [row["original"] for row in ROWS] + [row["text"] for row in BACKGROUND]
    assert [text for text in texts if not 8 <= len(text.split()) <= 25] == []


def test_no_text_stands_twice() -> None:
    texts = [row[field] for row in ROWS for field in ("original", *RELATIONS)]
    texts += [row["text"] for row in BACKGROUND]
    assert [text for text, count in Counter(texts).items() if count > 1] == []


def test_every_sentence_has_every_partner() -> None:
    assert all(set(s.partners) == set(RELATIONS) for s in builtin_heros().sentences)


def replaced(row: dict[str, str], edit: str) -> tuple[str, str]:
    """What stands in place of the target, if nothing else changed but an article before it."""
    before, after = row["original"].split(" "), row[edit].split(" ")
    changes = [
        (" ".join(before[i1:i2]), " ".join(after[j1:j2]))
        for tag, i1, i2, j1, j2 in SequenceMatcher(
            None, before, after, autojunk=False
        ).get_opcodes()
        if tag != "equal"
    ]
    old, new = changes[-1] if changes[0] in ARTICLES else changes[0]
    for one, other in ARTICLES if old.startswith(("a ", "an ")) else ():
        if old.startswith(one + " ") and new.startswith((other + " ", one + " ")):
            old, new = old.partition(" ")[2], new.partition(" ")[2]
    assert len(changes) <= 2, (row["id"], edit, changes)
    return old.strip(".,;:?!"), new.strip(".,;:?!")


@pytest.mark.parametrize("edit", ["synonym", "antonym", "typo", "random_word"])
def test_a_lexical_edit_replaces_the_target_and_nothing_else(edit: str) -> None:
    for row in ROWS:
        old, new = replaced(row, edit)
        assert row["original"].split(" ").count(row["target"]) <= 1
        assert old.casefold() == row["target"].casefold(), (row["id"], edit)
        assert 1 <= len(new.split()) <= 2, (row["id"], edit)


def test_a_typo_is_one_slip_that_leaves_the_first_letter() -> None:
    for row in ROWS:
        old, new = replaced(row, "typo")
        assert OSA.distance(old, new) == 1, row["id"]
        assert old[0] == new[0], row["id"]


def test_a_negation_adds_or_removes_one_negating_word() -> None:
    for row in ROWS:
        before, after = (len(NEGATION.findall(row[f])) for f in ("original", "negation"))
        assert abs(before - after) == 1, row["id"]


def test_the_four_lexical_partners_are_four_words() -> None:
    for row in ROWS:
        assert len({replaced(row, e) for e in ("synonym", "antonym", "typo", "random_word")}) == 4


def test_no_opening_is_a_frame() -> None:
    openings = Counter(" ".join(row["original"].lower().split()[:2]) for row in ROWS)
    assert max(openings.values()) <= 3
    openings = Counter(" ".join(row["text"].lower().split()[:2]) for row in BACKGROUND)
    assert max(openings.values()) <= 3


def test_background_sentences_share_few_words() -> None:
    sets = [set(words(row["text"])) for row in BACKGROUND]
    assert max(len(a & b) / len(a | b) for a, b in combinations(sets, 2)) < 0.4


def test_background_sentences_are_not_in_the_heros_set() -> None:
    assert not {row["text"] for row in BACKGROUND} & {row["original"] for row in ROWS}


def test_every_background_sentence_is_in_sixteen_pairs_and_no_pair_stands_twice() -> None:
    pairs = builtin_background().pairs()
    assert len(pairs) == 8 * 600
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    assert set(Counter(i for pair in pairs for i in pair).values()) == {16}


def test_background_pairs_mix_registers_as_chance_would() -> None:
    pairs = builtin_background().pairs()
    same = sum(BACKGROUND[i]["register"] == BACKGROUND[j]["register"] for i, j in pairs)
    assert 0.05 < same / len(pairs) < 0.15
