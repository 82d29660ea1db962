from __future__ import annotations

import pytest

from perimetry.errors import InputError
from perimetry.repair.examples.rules import rule_examples

RULES = ["contraction", "casing", "number"]
SENTENCES = ["They don't sell 12 eggs.", "The hall doesn't hold 240 chairs.", "Hm."]


def test_a_keeping_and_a_breaking_edit_of_one_sentence_make_an_example() -> None:
    task = rule_examples(SENTENCES, seed=1, rules=RULES, per_rule=1)
    assert [e.query for e in task.examples] == SENTENCES[:2]
    assert task.notes == ["2 of 3 sentences can be edited both ways"]
    assert task.examples[0].negatives[0].startswith("They don't sell ")


def test_the_keeping_edit_is_the_one_that_overlaps_most_alike() -> None:
    # Sets of words: they don t sell 12 eggs. Another number shares 5 of 7, "do not" 4 of 8, another
    # case 6 of 6: 0.71 is nearer to 0.5 than to 1.
    task = rule_examples(SENTENCES[:1], seed=1, rules=RULES, per_rule=1)
    assert task.examples[0].positive == "They do not sell 12 eggs."


def test_equal_sentences_count_once_and_seeds_repeat() -> None:
    once = rule_examples(SENTENCES, seed=1, rules=RULES)
    assert once == rule_examples([*SENTENCES, SENTENCES[0]], seed=1, rules=RULES)


def test_a_rule_can_be_left_out() -> None:
    with pytest.raises(InputError, match="no rule edits any of these sentences both ways"):
        rule_examples(SENTENCES, seed=1, rules=RULES, without=["number"])
