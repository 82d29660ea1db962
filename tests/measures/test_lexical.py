from __future__ import annotations

from math import log

import pytest

from perimetry.measures.lexical import (
    BASELINES,
    bm25_similarity,
    levenshtein_similarity,
    random_similarity,
)


def test_bm25_is_worked_by_hand() -> None:
    # Three texts of 2, 2 and 2 words; "cat" is in two of them, "sat" in one.
    found = bm25_similarity([("cat sat", "cat ran"), ("cat sat", "dog ran")])
    rarity = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    assert found[0] == pytest.approx(rarity * 1 * 2.2 / (1 + 1.2))
    assert found[1] == 0.0


def test_levenshtein_similarity_is_one_for_equal_texts() -> None:
    assert levenshtein_similarity([("abc", "abc"), ("abcd", "abxy")]).tolist() == [1.0, 0.5]


def test_random_is_the_same_for_the_same_pair_and_within_zero_and_one() -> None:
    pairs = [(f"a{i}", f"b{i}") for i in range(500)]
    values = random_similarity(pairs)
    assert values.tolist() == random_similarity(pairs).tolist()
    assert ((values >= 0) & (values < 1)).all()
    assert 0.45 < values.mean() < 0.55


@pytest.mark.parametrize("name", BASELINES)
def test_no_pair_is_no_trouble(name: str) -> None:
    assert BASELINES[name]([]).shape == (0,)
    assert BASELINES[name]([("", "?!")]).shape == (1,)
