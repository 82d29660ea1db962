from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from perimetry.encoders.onnx.batching import BUDGET, batches

lengths_of_texts = st.lists(st.integers(1, 600), max_size=200)


@given(lengths_of_texts)
def test_every_text_is_in_exactly_one_batch(lengths: list[int]) -> None:
    assert sorted(place for batch in batches(lengths) for place in batch) == list(
        range(len(lengths))
    )


@given(lengths_of_texts)
def test_no_token_is_padding(lengths: list[int]) -> None:
    padded = sum(len(batch) * max(lengths[i] for i in batch) for batch in batches(lengths))
    assert padded == sum(lengths)


@given(lengths_of_texts, st.integers(1, 1_000))
def test_a_batch_of_several_texts_stays_within_the_budget(lengths: list[int], budget: int) -> None:
    for batch in batches(lengths, budget):
        assert len(batch) == 1 or sum(lengths[i] for i in batch) <= budget


def test_a_budget_of_one_token_takes_one_text_at_a_time() -> None:
    assert batches([2, 2, 3], budget=1) == [[2], [0], [1]]


def test_long_batches_come_first_so_that_no_core_waits_for_them_at_the_end() -> None:
    plan = batches([5, 300, 5, 40])
    assert plan == [[1], [3], [0, 2]]
    assert BUDGET <= 1_024


def test_no_texts_need_no_batches() -> None:
    assert batches([]) == []
