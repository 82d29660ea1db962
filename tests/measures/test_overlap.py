from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from perimetry.measures.overlap import (
    levenshtein_distance,
    mean_overlap,
    rouge_l,
    rouge_n,
)

WORDS = st.lists(st.sampled_from(["the", "cat", "sat", "on", "mat", "a", "dog"]), max_size=9)
TEXTS = WORDS.map(" ".join)


@given(TEXTS, TEXTS)
def test_rouge_equals_the_reference_implementation(a: str, b: str) -> None:
    reference = RougeScorer(["rouge1", "rouge2", "rougeL"]).score(a, b)
    assert rouge_n(a, b, 1) == pytest.approx(reference["rouge1"].fmeasure)
    assert rouge_n(a, b, 2) == pytest.approx(reference["rouge2"].fmeasure)
    assert rouge_l(a, b) == pytest.approx(reference["rougeL"].fmeasure)


def test_one_word_replaced_in_ten() -> None:
    a = "one two three four five six seven eight nine ten"
    b = "one two three four five six seven eight nine zero"
    assert rouge_n(a, b, 1) == pytest.approx(0.9)
    assert rouge_n(a, b, 2) == pytest.approx(8 / 9)
    assert rouge_l(a, b) == pytest.approx(0.9)


def test_levenshtein_is_one_slip_in_six_letters() -> None:
    assert levenshtein_distance("letter", "lettre") == pytest.approx(2 / 6)
    assert levenshtein_distance("letter", "leter") == pytest.approx(1 / 6)


def test_texts_without_words_share_nothing() -> None:
    assert rouge_n("?!", "...", 1) == rouge_l("", "") == 0.0


def test_the_mean_is_over_pairs_and_the_length_over_both_texts() -> None:
    overlap = mean_overlap([("a b", "a b"), ("a b c", "x y z w v")])
    assert overlap.rouge_1 == pytest.approx(50.0)
    assert overlap.length == pytest.approx((2 + 2 + 3 + 5) / 4)
    assert overlap.pairs == 2


def test_no_pairs_have_no_overlap() -> None:
    with pytest.raises(ValueError, match="no pairs"):
        mean_overlap([])
