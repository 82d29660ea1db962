from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.errors import InputError
from perimetry.stats.ranks import RankInterval, compact_letters, rank_intervals, rank_letters

SEED = (4, 4)


def singles(count: int) -> list[str]:
    return [str(i) for i in range(count)]


def table(size: int, *pairs: tuple[int, int]) -> np.ndarray:
    different = np.zeros((size, size), dtype=bool)
    for one, other in pairs:
        different[one, other] = different[other, one] = True
    return different


def test_encoders_far_apart_have_certain_ranks() -> None:
    scores = np.random.default_rng(0).normal([0.2, 0.9, 0.5], 0.05, (80, 3))
    assert rank_intervals(scores, singles(80), seed=SEED) == (
        RankInterval(3, 3, 3),
        RankInterval(1, 1, 1),
        RankInterval(2, 2, 2),
    )
    assert rank_letters(scores, singles(80), seed=SEED) == ("c", "a", "b")


def test_the_same_encoder_twice_shares_its_places() -> None:
    one = np.random.default_rng(1).random((50, 1))
    scores = np.hstack([one, one, one - 1])
    assert rank_intervals(scores, singles(50), seed=SEED) == (
        RankInterval(1, 1, 2),
        RankInterval(1, 1, 2),
        RankInterval(3, 3, 3),
    )
    assert rank_letters(scores, singles(50), seed=SEED) == ("a", "a", "b")


def test_few_groups_leave_the_order_open_however_many_their_items() -> None:
    """200 items with a clear winner, all of them from 4 sources: 2 of 16 sign patterns reach it."""
    scores = np.random.default_rng(2).normal([0.5, 0.6], 0.05, (200, 2))
    assert rank_letters(scores, [str(i % 4) for i in range(200)], seed=SEED) == ("a", "a")
    assert rank_letters(scores, singles(200), seed=SEED) == ("b", "a")


def test_a_rank_interval_holds_the_rank() -> None:
    scores = np.random.default_rng(3).normal(0, 1, (60, 6))
    found = rank_intervals(scores, singles(60), seed=SEED)
    assert all(place.low <= place.rank <= place.high for place in found)
    assert sorted(place.rank for place in found) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("different", "letters"),
    [
        (table(3), ("a", "a", "a")),
        (table(3, (0, 1), (0, 2), (1, 2)), ("a", "b", "c")),
        (table(4, (0, 2), (0, 3), (1, 3)), ("a", "ab", "bc", "c")),
        (table(4, (0, 3), (1, 2)), ("ab", "ac", "bd", "cd")),
        (table(1), ("a",)),
        (table(0), ()),
    ],
    ids=["none", "all", "chain", "crossed", "one", "nobody"],
)
def test_letters_by_hand(different: np.ndarray, letters: tuple[str, ...]) -> None:
    assert compact_letters(different) == letters


@given(st.integers(1, 9), st.data())
def test_encoders_share_a_letter_exactly_where_they_do_not_differ(
    size: int, data: st.DataObject
) -> None:
    pairs = list(combinations(range(size), 2))
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    different = table(size, *chosen)
    letters = [set(held) for held in compact_letters(different)]
    for one, other in pairs:
        assert bool(letters[one] & letters[other]) is not bool(different[one, other])
    holders = {x: {e for e in range(size) if x in letters[e]} for x in set.union(*letters)}
    assert not any(holders[x] <= holders[y] for x in holders for y in holders if x != y)
    assert "a" in letters[0]


def test_a_lopsided_table_is_refused() -> None:
    with pytest.raises(InputError, match="symmetric"):
        compact_letters(np.array([[False, True], [False, False]]))
