"""Faults that only an endpoint has, planted in a local server; the doctor must name each.

::

    from perimetry.testing.faults.endpoints import FAULTS_OF_ENDPOINTS

    for fault in FAULTS_OF_ENDPOINTS:
        faulty = fault.plant(Model(my_encoder))   # openai: behind a server on 127.0.0.1

The server ends when the faulty encoder is forgotten. Wrong counts and dimensions never become
vectors, since ``openai:`` refuses them; the doctor then reports the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import finalize

import numpy as np

from perimetry.doctor.checkup import Oracle
from perimetry.encoders import Encoder, open_encoder
from perimetry.encoders.hashing import HashingEncoder
from perimetry.testing.endpoint import Asked, Misbehave, Said, StandIn, rows_of, with_rows
from perimetry.testing.faults.fault import Fault, Model, Vectors, of_unit_length

Served = Callable[[Model, list[str]], Vectors]

SEEN_WORDS = 12
CROWD = 8
"""From how many texts in a request on some faults happen."""


def behind_a_server(encode: Callable[[list[str]], Vectors], misbehave: Misbehave) -> Encoder:
    """What ``encode`` makes, through a server that misbehaves, by ``openai:``."""
    server = StandIn(encode, misbehave=misbehave)
    try:
        encoder = open_encoder(f"openai:stand-in@{server.url}?key_env=")
    except BaseException:
        server.close()
        raise
    finalize(encoder, server.close)
    return encoder


def rightly(asked: Asked, said: Said) -> Said:
    """No misbehaviour."""
    del asked
    return said


def healthy(model: Model, texts: list[str]) -> Vectors:
    """What the model makes of texts that are sent without a prompt."""
    return model.vectors(texts, "symmetric", "")


def _of_endpoint(
    name: str,
    named_by: str,
    said: str,
    *,
    oracle: Oracle = "alone",
    encode: Served = healthy,
    misbehave: Misbehave = rightly,
) -> Fault:
    def plant(model: Model) -> Encoder:
        return behind_a_server(lambda texts: encode(model, texts), misbehave)

    return Fault(name, oracle, named_by, said, plant)


def _cut(model: Model, texts: list[str]) -> Vectors:
    return healthy(model, [" ".join(text.split(" ")[:SEEN_WORDS]) for text in texts])


def _of_another_model(model: Model, texts: list[str]) -> Vectors:
    dimension = healthy(model, ["a"]).shape[1]
    return HashingEncoder(dimension).encode(texts, role="symmetric")


def _three_times_as_long(model: Model, texts: list[str]) -> Vectors:
    return 3 * healthy(model, texts)


def _long_in_a_crowd(model: Model, texts: list[str]) -> Vectors:
    return healthy(model, texts) * np.float32(3 if len(texts) >= CROWD else 1)


def _less_the_mean_of_the_request(model: Model, texts: list[str]) -> Vectors:
    vectors = healthy(model, texts)
    return of_unit_length(vectors - vectors.mean(axis=0) / 2)


class _NeverTwice:
    """A server without a fixed seed: each vector has a little of another direction each time."""

    def __init__(self) -> None:
        self._generator = np.random.default_rng(1)

    def __call__(self, model: Model, texts: list[str]) -> Vectors:
        vectors = healthy(model, texts)
        noise = self._generator.normal(size=vectors.shape).astype(np.float32)
        lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
        return of_unit_length(vectors + 0.3 * lengths * of_unit_length(noise))


def _indices_in_order_and_rows_not(asked: Asked, said: Said) -> Said:
    if len(asked.texts) < CROWD:
        return said
    rows = rows_of(said)
    return with_rows(said, [{**row, "index": place} for place, row in enumerate(rows[::-1])])


def _an_index_twice(asked: Asked, said: Said) -> Said:
    rows = rows_of(said)
    crowd = len(asked.texts) >= CROWD
    return with_rows(said, [*rows[:-1], {**rows[-1], "index": 0}]) if crowd else said


def _a_row_lost(asked: Asked, said: Said) -> Said:
    return with_rows(said, rows_of(said)[:-1]) if len(asked.texts) >= CROWD else said


def _fewer_dimensions(asked: Asked, said: Said) -> Said:
    if len(asked.texts) < CROWD:
        return said
    rows = [{**row, "embedding": str(row["embedding"])[:64]} for row in rows_of(said)]
    return with_rows(said, rows)


FAULTS_OF_ENDPOINTS: Sequence[Fault] = (
    _of_endpoint(
        "texts cut silently by the server", "truncation", "The last word of a text counts up to",
        encode=_cut,
    ),
    _of_endpoint(
        "another model under the same name", "identity", "The vectors are not the reference's",
        oracle="reference", encode=_of_another_model,
    ),
    _of_endpoint(
        "vectors not normalised by the server", "identity", "times as long",
        oracle="reference", encode=_three_times_as_long,
    ),
    _of_endpoint(
        "vectors normalised in small requests only", "normalisation",
        "Normalised vectors are declared", encode=_long_in_a_crowd,
    ),
    _of_endpoint(
        "rows shuffled under ordered indices", "rows", "rows hold another text's vector",
        misbehave=_indices_in_order_and_rows_not,
    ),
    _of_endpoint(
        "a vector that depends on its request", "batching", "depends on its batch",
        encode=_less_the_mean_of_the_request,
    ),
    _of_endpoint(
        "another vector each time", "batching", "The same call gives other vectors each time",
        encode=_NeverTwice(),
    ),
    _of_endpoint(
        "an index twice", "rows", "two vectors have the index 0", misbehave=_an_index_twice
    ),
    _of_endpoint("a row lost", "rows", "vectors came for", misbehave=_a_row_lost),
    _of_endpoint(
        "fewer dimensions in some answers", "rows", "dimensions and the first had",
        misbehave=_fewer_dimensions,
    ),
)  # fmt: skip
"""What comes back wrong, and what ``openai:`` refuses: the last three are no vectors at all."""
