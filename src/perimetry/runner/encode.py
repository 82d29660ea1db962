"""Vectors for texts: from the store where it has them, else encoded and stored as they come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.base import Encoder, checked_vectors
from perimetry.errors import EncodingError
from perimetry.records import Text
from perimetry.runner.endpoint_memory import remember_in
from perimetry.store import VectorStore, vector_key

CHUNK_TEXTS = 512
CHUNK_CHARACTERS = 200_000
"""What is encoded between two writes to the store: about a second's work, all a kill can lose."""

OnProgress = Callable[[int], None]
"""Told how many more texts have vectors."""


@dataclass(frozen=True)
class EncodedTexts:
    """The vectors of a set of texts, by text."""

    rows: dict[Text, int]
    matrix: NDArray[np.float32]
    encoded: int
    from_store: int

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        """One row a text, shape ``(len(texts), d)``."""
        return self.matrix[[self.rows[text] for text in texts]]


def encode_texts(
    encoder: Encoder,
    texts: Sequence[Text],
    store: VectorStore | None = None,
    on_progress: OnProgress | None = None,
) -> EncodedTexts:
    """Vectors for the distinct ``texts``, each encoded at most once in the life of ``store``.

    Raises:
        EncodingError: the encoder returned something that is not one finite vector a text.
    """
    report = on_progress or (lambda _: None)
    if store:
        remember_in(store, encoder)
    keys = [
        vector_key(encoder.fingerprint, text.role, prompt_sent(encoder, text), text.string)
        for text in texts
    ]
    found = store.get(keys) if store else {}
    report(len(found))
    rows = _Rows(len(texts), encoder.name)
    for position, key in enumerate(keys):
        if key in found:
            rows.put([position], found[key][np.newaxis])
    missing = [position for position, key in enumerate(keys) if key not in found]
    del found  # with many texts, half of what is held
    for chunk in _chunks(texts, missing):
        fresh = _encode_chunk(encoder, [texts[position] for position in chunk])
        if store:
            store.put(encoder.fingerprint, encoder.name, [keys[p] for p in chunk], fresh)
        rows.put(chunk, fresh)
        report(len(chunk))
    return EncodedTexts(
        rows={text: row for row, text in enumerate(texts)},
        matrix=rows.matrix,
        encoded=len(missing),
        from_store=len(texts) - len(missing),
    )


def prompt_sent(encoder: Encoder, text: Text) -> str:
    """The prompt that is really put before ``text``."""
    return encoder.prompts.get(text.role, "") if text.prompt is None else text.prompt


def _chunks(texts: Sequence[Text], positions: Sequence[int]) -> list[list[int]]:
    """``positions`` in chunks of one role and prompt and of like length, the longest first."""
    ordered = sorted(
        positions,
        key=lambda p: (texts[p].role, texts[p].prompt or "", -len(texts[p].string), p),
    )
    chunks: list[list[int]] = []
    characters = 0
    for position in ordered:
        text = texts[position]
        same = chunks and texts[chunks[-1][0]][1:] == text[1:]
        characters += len(text.string)
        if not same or len(chunks[-1]) >= CHUNK_TEXTS or characters > CHUNK_CHARACTERS:
            chunks.append([])
            characters = len(text.string)
        chunks[-1].append(position)
    return chunks


def _encode_chunk(encoder: Encoder, texts: Sequence[Text]) -> NDArray[np.float32]:
    strings = [text.string for text in texts]
    vectors = encoder.encode(strings, role=texts[0].role, prompt=prompt_sent(encoder, texts[0]))
    return checked_vectors(vectors, strings, encoder.name)


class _Rows:
    """One matrix that is filled as vectors come, so that none is held twice."""

    def __init__(self, count: int, encoder: str) -> None:
        self.matrix = np.empty((count, 0), dtype=np.float32)
        self._encoder = encoder

    def put(self, positions: Sequence[int], vectors: NDArray[np.float32]) -> None:
        """Put ``vectors`` at ``positions``; the first decides the dimension."""
        dimension = vectors.shape[1]
        if not self.matrix.shape[1]:
            self.matrix = np.empty((len(self.matrix), dimension), dtype=np.float32)
        if dimension != self.matrix.shape[1]:
            raise EncodingError(
                f"{self._encoder} returned vectors of different dimensions: "
                f"{sorted({dimension, self.matrix.shape[1]})}. An encoder has one dimension."
            )
        self.matrix[positions] = vectors
