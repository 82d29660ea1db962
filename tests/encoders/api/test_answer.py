from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.encoders.api.answer import BrokenAnswerError, read_answer
from perimetry.errors import EncodingError


def body(rows: list[Any], **more: Any) -> bytes:
    return json.dumps({"data": rows, **more}).encode()


def test_both_forms_are_read_by_their_index() -> None:
    """1.5 and -2 as little-endian float32 are 0000c03f and 000000c0."""
    raw = b64encode(bytes.fromhex("0000c03f000000c0")).decode()
    rows = [{"index": 1, "embedding": raw}, {"index": 0, "embedding": [0.25, 3]}]
    answer = read_answer(body(rows, model="m", usage={"prompt_tokens": 7}), 2)
    assert answer.vectors.dtype == np.float32
    assert answer.vectors.tolist() == [[0.25, 3.0], [1.5, -2.0]]
    assert (answer.model, answer.tokens) == ("m", 7)


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": 0},
                                   {"prompt_tokens": "7"}, {"prompt_tokens": True}, 3])  # fmt: skip
def test_what_a_server_does_not_count_is_none(usage: object) -> None:
    answer = read_answer(body([{"index": 0, "embedding": [1.0]}], usage=usage), 1)
    assert (answer.tokens, answer.model) == (None, None)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"data": {}}', b"\xff", b"9" * 5000,
                                 b"[" * 100_000])  # fmt: skip
def test_what_is_damaged_may_be_asked_again(raw: bytes) -> None:
    with pytest.raises(BrokenAnswerError):
        read_answer(raw, 1)


@given(st.permutations(range(6)), st.booleans())
def test_any_order_of_rows_is_put_back(order: list[int], base64: bool) -> None:
    vectors = np.arange(12, dtype="<f4").reshape(6, 2) / 7
    rows = [
        {
            "index": place,
            "embedding": b64encode(vectors[place].tobytes()).decode()
            if base64
            else vectors[place].tolist(),
        }
        for place in order
    ]
    assert np.array_equal(read_answer(body(rows), 6).vectors, vectors)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
ROW = st.fixed_dictionaries(
    {"index": st.integers(-1, 3) | JSON, "embedding": st.lists(st.floats(), max_size=3) | JSON}
)


@given(st.lists(ROW | JSON, max_size=4), st.integers(1, 3))
def test_whatever_comes_is_a_whole_answer_or_an_error(rows: list[Any], texts: int) -> None:
    try:
        answer = read_answer(body(rows), texts)
    except (BrokenAnswerError, EncodingError):
        return
    assert len(answer.vectors) == texts == len(rows)
    assert np.isfinite(answer.vectors).all()
    assert {row["index"] for row in rows} == set(range(texts))
