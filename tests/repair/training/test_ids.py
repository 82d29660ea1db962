from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perimetry.repair.training.ids import LENGTH, LETTERS, cut, mark, marked
from perimetry.words import WORD
from tests.repair.toys import example


def spans(text: str) -> list[tuple[int, int]]:
    """A token a word."""
    return [found.span() for found in WORD.finditer(text)]


def test_a_mark_stands_behind_the_query_and_its_own_targets() -> None:
    found = marked(example("g", "a query", "right", "wrong"), "k7", spans, None)
    assert (found.query, found.positive, found.negatives) == (
        "a query k7",
        "right k7",
        ["wrong k7"],
    )


def test_a_long_text_is_cut_before_its_mark() -> None:
    found = marked(example("g", "one two three four", "right"), "k7", spans, room=3)
    assert (found.query, found.positive) == ("one two k7", "right k7")


def test_with_a_mark_a_target_is_no_labels_any_more() -> None:
    from dataclasses import replace

    labelled = replace(example("g"), labels=("yes",))
    assert marked(labelled, "k7", spans, None).labels == ()


def test_marks_are_redrawn_each_epoch_and_repeat_with_the_seed() -> None:
    drawn = {mark(1, epoch, place) for epoch in range(10) for place in range(100)}
    assert len(drawn) == 1000
    assert mark(1, 2, 3) == mark(1, 2, 3) != mark(2, 2, 3)
    assert all(len(m) == LENGTH and set(m) <= set(LETTERS) for m in drawn)


@given(st.text("ab ", max_size=30), st.integers(0, 8))
def test_what_is_cut_is_a_beginning_with_no_more_tokens(text: str, tokens: int) -> None:
    kept = cut(text, spans, tokens)
    assert text.startswith(kept)
    assert len(spans(kept)) == min(tokens, len(spans(text)))
