from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perimetry.errors import EncodingError
from perimetry.records import Text
from perimetry.runner.encode import CHUNK_CHARACTERS, CHUNK_TEXTS, encode_texts
from perimetry.store import VectorStore
from tests.runner.counting import CountingEncoder

TEXTS = [Text("a cat"), Text("a much longer sentence about a dog"), Text("sat")]


@pytest.fixture
def store(tmp_path: Path) -> VectorStore:
    return VectorStore(tmp_path / "vectors.sqlite")


def test_vectors_are_found_by_text_in_any_order() -> None:
    encoder = CountingEncoder()
    vectors = encode_texts(encoder, TEXTS)
    alone = encoder.encode(["sat"], role="symmetric")
    assert np.array_equal(vectors[[TEXTS[2], TEXTS[0]]][0], alone[0])


def test_a_second_time_nothing_is_encoded(store: VectorStore) -> None:
    first = encode_texts(CountingEncoder(), TEXTS, store)
    again = CountingEncoder()
    second = encode_texts(again, TEXTS, store)
    assert (first.encoded, first.from_store) == (3, 0)
    assert (second.encoded, second.from_store) == (0, 3)
    assert again.calls == []
    assert second.matrix.tobytes() == first.matrix.tobytes()


def test_only_what_is_missing_is_encoded(store: VectorStore) -> None:
    encode_texts(CountingEncoder(), TEXTS[:2], store)
    encoder = CountingEncoder()
    encode_texts(encoder, TEXTS, store)
    assert encoder.encoded == ["sat"]


def test_another_encoder_finds_nothing_of_the_first(store: VectorStore) -> None:
    encode_texts(CountingEncoder("one"), TEXTS, store)
    assert encode_texts(CountingEncoder("two"), TEXTS, store).from_store == 0


def test_the_encoders_own_prompt_is_sent_and_an_explicit_one_replaces_it() -> None:
    encoder = CountingEncoder(prompts={"query": "query: "})
    encode_texts(
        encoder,
        [
            Text("x", "query"),
            Text("x", "document"),
            Text("x", "query", ""),
            Text("y", "query", "q: "),
        ],
    )
    assert sorted(encoder.encoded) == ["q: y", "query: x", "x", "x"]


def test_a_prompt_that_changes_is_encoded_anew(store: VectorStore) -> None:
    query = [Text("x", "query")]
    encode_texts(CountingEncoder(), query, store)
    changed = CountingEncoder(prompts={"query": "query: "})
    assert encode_texts(changed, query, store).encoded == 1


def test_chunks_are_of_like_length_the_longest_first_and_bounded() -> None:
    texts = [Text("x" * (1 + i % 7) + f" {i}") for i in range(CHUNK_TEXTS + 10)]
    texts += [Text("y" * CHUNK_CHARACTERS), Text("z" * CHUNK_CHARACTERS)]
    encoder = CountingEncoder()
    encode_texts(encoder, texts)
    lengths = [len(text) for text in encoder.encoded]
    assert lengths == sorted(lengths, reverse=True)
    assert [len(call) for call in encoder.calls] == [1, 1, CHUNK_TEXTS, 10]


def test_progress_counts_every_text_once(store: VectorStore) -> None:
    encode_texts(CountingEncoder(), TEXTS[:1], store)
    told: list[int] = []
    encode_texts(CountingEncoder(), TEXTS, store, told.append)
    assert sum(told) == 3
    assert told[0] == 1


class BrokenEncoder(CountingEncoder):
    """Fails on the second chunk."""

    def encode(self, texts, *, role, prompt=None):  # type: ignore[no-untyped-def]
        vectors = super().encode(texts, role=role, prompt=prompt)
        if len(self.calls) > 1:
            vectors[0, 0] = np.nan
        return vectors


def test_what_was_encoded_before_a_failure_is_kept(store: VectorStore) -> None:
    texts = [Text(f"{i}") for i in range(CHUNK_TEXTS + 5)]
    with pytest.raises(EncodingError, match="NaN or infinity for 1 of 5 texts"):
        encode_texts(BrokenEncoder(), texts, store)
    assert encode_texts(CountingEncoder(), texts, store).from_store == CHUNK_TEXTS


class GrowingEncoder(CountingEncoder):
    """Gives each chunk one dimension more."""

    def encode(self, texts, *, role, prompt=None):  # type: ignore[no-untyped-def]
        self.calls.append(list(texts))
        return np.ones((len(texts), len(self.calls)), dtype=np.float32)


def test_vectors_of_two_dimensions_are_refused() -> None:
    texts = [Text(f"{i}") for i in range(CHUNK_TEXTS + 5)]
    with pytest.raises(EncodingError, match=r"different dimensions: \[1, 2\]"):
        encode_texts(GrowingEncoder(), texts)
