from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Edit
from perimetry.rules.choice import shuffled
from perimetry.rules.sentence import Sentence

WORDS = st.lists(st.sampled_from(["a", "bb", "not", "It", "is.", "x-y", "don't"]), max_size=8)
TEXTS = WORDS.map(" ".join)


@given(TEXTS, TEXTS)
def test_the_edit_between_two_texts_leads_from_one_to_the_other(source: str, text: str) -> None:
    edit = Edit.between(source, text)
    assert source[: edit.start] + edit.replacement + source[edit.end :] == text == edit.text


def test_an_edit_covers_whole_words() -> None:
    edit = Edit.between("He started late.", "He stopped late.")
    assert (edit.start, edit.end, edit.replacement) == (3, 10, "stopped")


@given(st.lists(st.text(max_size=3), unique=True), st.integers())
def test_the_order_drawn_does_not_depend_on_the_order_given(items: list[str], seed: int) -> None:
    assert shuffled(items, seed, "x") == shuffled(items[::-1], seed, "x")


def test_another_seed_or_identity_draws_another_order() -> None:
    items = [str(i) for i in range(20)]
    orders = {tuple(shuffled(items, seed, name)) for seed in range(3) for name in "ab"}
    assert len(orders) == 6


def test_a_sentence_that_was_not_parsed_says_so() -> None:
    with pytest.raises(ValueError, match="not parsed"):
        _ = Sentence("It is hot.").tokens
