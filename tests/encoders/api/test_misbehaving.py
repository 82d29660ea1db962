"""Whatever the server does, 1,000 texts end in 1,000 right vectors or in one clear error."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from perimetry.encoders.api.encoder import ModelChangedError
from perimetry.encoders.api.identity import CANARIES
from perimetry.errors import EncodingError, UnavailableError
from perimetry.testing.endpoint import (
    Asked,
    Misbehave,
    Said,
    StandIn,
    refusal,
    rows_of,
    serving,
    with_rows,
)
from tests.encoders.api.opened import TEXTS, DictMemory, opened, other_words, words

RIGHT = words(TEXTS)


@pytest.fixture(autouse=True)
def own_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test meets its server for the first time."""
    monkeypatch.setenv("PERIMETRY_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def server() -> Iterator[StandIn]:
    with serving(words) as server:
        yield server


def at_first(times: int, bad: Misbehave) -> Misbehave:
    """``bad`` for the first ``times`` that a batch is asked for."""
    tries: Counter[tuple[str, ...]] = Counter()

    def misbehave(asked: Asked, said: Said) -> Said:
        tries[tuple(asked.texts)] += 1
        return bad(asked, said) if tries[tuple(asked.texts)] <= times else said

    return misbehave


def always(said: Said) -> Misbehave:
    return lambda *_: said


def cut(asked: Asked, said: Said) -> Said:
    return Said(said.body, keep=0.6)


def malformed(asked: Asked, said: Said) -> Said:
    return Said(said.body[: len(said.body) // 2])


def shuffled_with_indices(asked: Asked, said: Said) -> Said:
    return with_rows(said, rows_of(said)[::-1])


def floats_though_base64_was_asked(asked: Asked, said: Said) -> Said:
    vectors = words(list(asked.texts)).tolist()
    rows = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return with_rows(said, rows)


MENDED: dict[str, tuple[int, Misbehave]] = {
    "429 storm": (4, always(refusal(429, "slow down"))),
    "429 with Retry-After": (4, always(refusal(429, "slow down", retry_after="7"))),
    "500s": (2, always(refusal(500, "boom"))),
    "503 in HTML": (1, always(Said(b"<html>busy</html>", 503))),
    "cut answers": (2, cut),
    "malformed answers": (2, malformed),
    "empty answers": (1, always(Said(b""))),
    "an error with status 200": (1, always(Said(b'{"error": {"message": "busy"}}'))),
    "rows in another order, with their indices": (9, shuffled_with_indices),
    "the other form": (9, floats_though_base64_was_asked),
}


@pytest.mark.parametrize(("times", "misbehave"), MENDED.values(), ids=MENDED)
def test_what_passes_ends_in_exactly_the_right_vectors(
    server: StandIn, times: int, misbehave: Misbehave
) -> None:
    encoder, memory = opened(server), DictMemory()
    encoder.remember(memory)
    server.misbehave = at_first(times, misbehave)
    vectors = encoder.encode(TEXTS, role="symmetric")
    assert np.array_equal(vectors, RIGHT)
    assert {text: row.tobytes() for text, row in memory.vectors.items()} == {
        text: row.tobytes() for text, row in zip(TEXTS, RIGHT, strict=True)
    }


@pytest.mark.parametrize(("times", "misbehave"), MENDED.values(), ids=MENDED)
def test_without_a_memory_they_are_right_too(
    server: StandIn, times: int, misbehave: Misbehave
) -> None:
    encoder = opened(server)
    server.misbehave = at_first(times, misbehave)
    assert np.array_equal(encoder.encode(TEXTS, role="query"), RIGHT)


def test_a_slow_answer_is_asked_for_again(server: StandIn) -> None:
    encoder = opened(server, "?timeout=0.3")
    slow = iter([True])
    server.misbehave = lambda _, said: Said(said.body, after_s=1.0 if next(slow, False) else 0.0)
    assert np.array_equal(encoder.encode(TEXTS[:50], role="symmetric"), RIGHT[:50])


def test_a_server_that_is_always_too_slow_is_one_error(server: StandIn) -> None:
    encoder = opened(server, "?timeout=0.1&retries=1")
    server.misbehave = lambda _, said: Said(said.body, after_s=0.5)
    with pytest.raises(UnavailableError, match=r"no answer within 0\.1 s \(2 tries\)"):
        encoder.encode(TEXTS[:3], role="symmetric")


def nan(asked: Asked, said: Said) -> Said:
    rows = rows_of(said)
    rows[1]["embedding"] = [float("nan")] * 64
    return with_rows(said, rows)


def row(change: dict[str, object]) -> Misbehave:
    return lambda _, said: with_rows(said, [{**rows_of(said)[0], **change}, *rows_of(said)[1:]])


def silently_shuffled(asked: Asked, said: Said) -> Said:
    rows = rows_of(said)[::-1]
    return with_rows(said, [{**row, "index": place} for place, row in enumerate(rows)])


def shorter(asked: Asked, said: Said) -> Said:
    vectors = words(list(asked.texts))[:, :63].tolist()
    return with_rows(said, [{"index": i, "embedding": v} for i, v in enumerate(vectors)])


def other_name(asked: Asked, said: Said) -> Said:
    return Said(json.dumps({**json.loads(said.body), "model": "m-2"}).encode())


WRONG: dict[str, tuple[Misbehave, str]] = {
    "NaN": (nan, r"NaN or infinity came for 1 of \d+ texts"),
    "a row too few": (
        lambda _, said: with_rows(said, rows_of(said)[1:]), r"\d+ vectors came for \d+ texts",
    ),
    "no rows": (lambda _, said: with_rows(said, []), "0 vectors came"),
    "an index twice": (row({"index": 1}), "two vectors have the index 1"),
    "no index": (row({"index": None}), "has the index None"),
    "an index beyond": (row({"index": 99}), "has the index 99 among"),
    "an index that is true": (row({"index": True}), "has the index True"),
    "not base64": (row({"embedding": "%%%%"}), "is not base64"),
    "half a number": (row({"embedding": "AAAAAAA="}), "has 5 bytes"),
    "words": (row({"embedding": ["a"] * 64}), "no list of numbers"),
    "nothing": (row({"embedding": []}), "no list of numbers"),
    "a vector longer than the others": (row({"embedding": [1.0] * 65}), r"one answer: \[64, 65\]"),
    "beyond float32": (row({"embedding": [1e39] * 64}), "NaN or infinity"),
    "beyond all floats": (row({"embedding": [10**400] * 64}), "beyond all floats"),
    "another dimension for all": (shorter, "has 63 dimensions and the first had 64"),
    "rows shuffled silently": (silently_shuffled, "come in another order than the texts"),
    "another model's name": (other_name, "now answers as 'm-2', and did as 'm'"),
}  # fmt: skip


@pytest.mark.parametrize(("misbehave", "message"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_one_error_and_none_of_it_is_kept(
    server: StandIn, misbehave: Misbehave, message: str
) -> None:
    """The tenth request is wrong, the others are right; what is kept is right."""
    encoder, memory = opened(server), DictMemory()
    encoder.remember(memory)
    server.misbehave = lambda a, said: misbehave(a, said) if a.number == 10 else said
    with pytest.raises(EncodingError, match=message) as raised:
        encoder.encode(TEXTS, role="symmetric")
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith("openai:m@127.0.0.1")
    assert all(np.array_equal(row, words([text])[0]) for text, row in memory.vectors.items())
    wrong = set(server.seen[10].texts)
    assert wrong.isdisjoint(memory.vectors)
    assert len(memory.vectors) < 1000


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (refusal(401, "bad key"), "HTTP 401: bad key. Look at the key"),
        (refusal(403, "not yours"), "HTTP 403: not yours. Look at what the key may do"),
        (refusal(404, "no model m"), "HTTP 404: no model m. Look at the model's name and the base"),
        (refusal(400, "too long"), "HTTP 400: too long. Look at the model's name and limits"),
        (refusal(413, "batch size 32 > 8"), r"HTTP 413: batch size 32 > 8. .*\?batch="),
        (Said(b'{"detail": "not found"}', 404), "HTTP 404: not found"),
        (Said(b'{"object": "error", "message": "no"}', 400), "HTTP 400: no"),
        (Said(b'"plain"', 400), "HTTP 400: plain"),
        (Said(b"two\nlines", 400), "HTTP 400: two lines"),
        (Said(b"", 400), "HTTP 400: no message"),
        (refusal(429, "pay first", "insufficient_quota"), "HTTP 429: pay first. The account"),
        (refusal(429, "tomorrow", retry_after="86400"), "asks to wait 86,400 s"),
        (Said(b"", 307, {"location": "https://elsewhere"}), "redirects to https://elsewhere. Give"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_error_with_the_servers_own_words_and_asked_once(
    server: StandIn, said: Said, message: str
) -> None:
    encoder = opened(server, "?concurrency=1")
    server.misbehave = lambda *_: said
    with pytest.raises(UnavailableError, match=message) as raised:
        encoder.encode(TEXTS, role="symmetric")
    assert "\n" not in str(raised.value)
    assert len(server.seen) == 2


def test_what_never_passes_is_one_error_after_the_tries(server: StandIn) -> None:
    encoder = opened(server, "?retries=2&concurrency=1")
    server.misbehave = lambda *_: refusal(502, "bad gateway")
    with pytest.raises(UnavailableError, match=r"HTTP 502: bad gateway \(3 tries\)"):
        encoder.encode(TEXTS, role="symmetric")
    assert len(server.seen) == 1 + 3


def test_a_server_that_is_gone_is_one_error(server: StandIn) -> None:
    encoder = opened(server, "?retries=1")
    server.close()
    with pytest.raises(UnavailableError, match=r"no whole answer \(Connect"):
        encoder.encode(TEXTS[:3], role="symmetric")


def test_a_model_swapped_during_the_run_is_noticed_and_none_of_its_vectors_kept(
    server: StandIn,
) -> None:
    encoder, memory = opened(server), DictMemory()
    encoder.remember(memory)

    def encode(texts: list[str]):
        return (words if len(server.seen) <= 12 else other_words)(texts)

    server.encode = encode
    with pytest.raises(ModelChangedError, match="a canary that rides along has moved"):
        encoder.encode(TEXTS, role="symmetric")
    assert 0 < len(memory.vectors) < 1000
    assert all(np.array_equal(row, words([text])[0]) for text, row in memory.vectors.items())


def test_the_swapped_model_is_another_encoder_and_the_first_one_is_known_again(
    server: StandIn,
) -> None:
    first = opened(server)
    server.encode = other_words
    second = opened(server)
    assert second.fingerprint != first.fingerprint
    assert "another model answers than before" in second.notices[0]
    server.encode = words
    third = opened(server)
    assert third.fingerprint == first.fingerprint
    assert third.notices == ()


def test_what_only_the_last_canary_shows_gives_the_fingerprint_up(server: StandIn) -> None:
    """A server that begins to cut long texts moves no short canary."""
    encoder, memory = opened(server), DictMemory()
    encoder.remember(memory)
    server.encode = lambda texts: words([text[:60] for text in texts])
    encoder.encode(TEXTS, role="symmetric")
    with pytest.raises(ModelChangedError, match="has changed during the run"):
        encoder.check_end()
    server.encode = words
    again = opened(server)
    assert again.fingerprint != encoder.fingerprint


def test_a_recording_under_a_given_up_fingerprint_is_neither_replayed_nor_continued(
    server: StandIn, tmp_path: Path
) -> None:
    encoder = opened(server, record=tmp_path / "rec")
    server.encode = lambda texts: words([text[:60] for text in texts])
    encoder.encode(TEXTS, role="symmetric")
    with pytest.raises(ModelChangedError):
        encoder.check_end()
    server.encode = words
    again = opened(server, record=tmp_path / "rec")
    assert again.missing(TEXTS) == TEXTS
    assert again.fingerprint != encoder.fingerprint


def test_a_model_that_stays_passes_the_end(server: StandIn) -> None:
    encoder = opened(server)
    encoder.remember(DictMemory())
    encoder.encode(TEXTS[:10], role="symmetric")
    encoder.check_end()
    assert opened(server).fingerprint == encoder.fingerprint


def test_nothing_asked_means_no_canary_at_the_end(server: StandIn) -> None:
    encoder = opened(server)
    encoder.check_end()
    assert len(server.seen) == 1


def noisy(size: float):
    generator = np.random.default_rng(0)

    def encode(texts: list[str]):
        vectors = words(texts)
        lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
        noise = generator.normal(size=vectors.shape)
        noise /= np.sqrt((noise * noise).sum(axis=1, keepdims=True))
        return (vectors + size * lengths * noise).astype(np.float32)

    return encode


def test_a_server_that_never_computes_the_same_twice_keeps_its_fingerprint(
    server: StandIn,
) -> None:
    """bfloat16 with other batch-mates moves a vector by 1e-3 of its length."""
    server.encode = noisy(1e-3)
    first, second = opened(server), opened(server)
    assert first.fingerprint == second.fingerprint
    first.remember(DictMemory())
    first.encode(TEXTS, role="symmetric")
    first.check_end()


def test_the_tolerance_is_an_option(server: StandIn) -> None:
    server.encode = noisy(0.05)
    assert opened(server).fingerprint != opened(server).fingerprint
    first = opened(server, "?tolerance=0.2")
    assert opened(server, "?tolerance=0.2").fingerprint == first.fingerprint


def test_each_text_is_asked_once_whatever_its_role(server: StandIn) -> None:
    encoder = opened(server)
    encoder.remember(DictMemory())
    for role in ("query", "document", "symmetric"):
        vectors = encoder.encode([*TEXTS, *TEXTS[:5]], role=role)
        assert np.array_equal(vectors[:1000], RIGHT)
    asked = Counter(server.texts)
    assert {asked[text] for text in TEXTS} == {1}


def test_a_prompt_is_sent_before_the_text(server: StandIn) -> None:
    encoder = opened(server)
    encoder.encode(["a cat"], role="query", prompt="query: ")
    assert server.seen[-1].texts == ["query: a cat"]


def test_requests_keep_to_both_limits(server: StandIn) -> None:
    encoder = opened(server, "?batch=10&batch_tokens=60")
    encoder.remember(DictMemory())
    encoder.encode(TEXTS, role="symmetric")
    for asked in server.seen[1:]:
        assert len(asked.texts) <= 10
        assert sum(1 + len(text) // 4 for text in asked.texts) <= 60 + 10


def test_a_batch_of_one_has_no_room_for_a_canary(server: StandIn) -> None:
    encoder = opened(server, "?batch=1")
    encoder.remember(DictMemory())
    encoder.encode(TEXTS[:20], role="symmetric")
    assert [len(asked.texts) for asked in server.seen[1:]] == [1] * 20


def test_without_a_memory_a_text_alone_is_sent_alone(server: StandIn) -> None:
    opened(server).encode(["a cat"], role="symmetric")
    assert server.seen[-1].texts == ["a cat"]


def test_dimensions_are_asked_of_the_server_and_part_of_the_identity(server: StandIn) -> None:
    encoder = opened(server, "?dimensions=8")
    assert server.seen[0].body["dimensions"] == 8
    assert encoder.encode(["a cat"], role="symmetric").shape == (1, 8)
    assert encoder.name.endswith("?dimensions=8")
    assert encoder.fingerprint != opened(server).fingerprint


def test_a_server_that_does_not_cut_is_told_from_one_that_does(server: StandIn) -> None:
    server.misbehave = floats_though_base64_was_asked
    with pytest.raises(EncodingError, match=r"8 dimensions were asked and 64 came.*\?dim=8"):
        opened(server, "?dimensions=8")


@pytest.mark.parametrize("form", ["base64", "float"])
def test_both_forms_are_asked_for_and_bit_exact(server: StandIn, form: str) -> None:
    encoder = opened(server, f"?format={form}")
    assert server.seen[0].body["encoding_format"] == form
    assert np.array_equal(encoder.encode(TEXTS[:9], role="symmetric"), RIGHT[:9])


def test_azures_older_form_sends_its_version_and_its_header(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret-key")
    opened(server, "?api_version=2024-10-21")
    [asked] = server.seen
    assert asked.path == "/v1/embeddings?api-version=2024-10-21"
    assert asked.headers["api-key"] == "a-secret-key"
    assert asked.body == {"model": "m", "input": list(CANARIES), "encoding_format": "base64"}


def test_texts_are_asked_longest_first_so_that_one_too_long_is_refused_before_it_costs(
    server: StandIn,
) -> None:
    encoder = opened(server, "?concurrency=1")
    encoder.remember(DictMemory())
    encoder.encode(["short", "x" * 500, *TEXTS[:100]], role="symmetric")
    assert "x" * 500 in server.seen[1].texts
    assert "short" in server.seen[-1].texts


@pytest.mark.parametrize(
    "said",
    [
        refusal(401, "bad key a-secret-key"),
        refusal(500, "a-secret-key is busy"),
        Said(b"a-secret-key"),
        Said(b'{"data": [{"index": "a-secret-key"}]}'),
        Said(b'{"data": [{"index": 0, "embedding": [1.0]}], "model": "a-secret-key"}'),
        Said(b"", 302, {"location": "https://elsewhere/?key=a-secret-key"}),
        Said(b"a-secret-key" * 99, keep=0.5),
    ],
)
def test_no_error_in_the_chain_holds_the_key(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a-secret-key")
    encoder = opened(server, "?retries=0")
    server.misbehave = lambda *_: said
    with pytest.raises(UnavailableError) as raised:
        encoder.encode(["a cat"], role="symmetric")
    error: BaseException | None = raised.value
    while error is not None:
        assert "a-secret-key" not in f"{error!r} {error.args} {vars(error)}"
        error = error.__cause__ or error.__context__
    assert "a-secret-key" not in repr(encoder.setup)
