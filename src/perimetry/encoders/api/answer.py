"""What a server answered: one finite vector a text, each in its place, or an error."""

from __future__ import annotations

import json
from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.errors import EncodingError


class BrokenAnswerError(Exception):
    """An answer that is damaged rather than wrong, so that asking again may help."""


@dataclass(frozen=True)
class Answer:
    """The vectors ``(n, d)`` in the order of the texts, and what the server says beside them.

    ``model`` is the name that the server gives the model, ``tokens`` its own count; both are
    ``None`` where it says nothing.
    """

    vectors: NDArray[np.float32]
    model: str | None
    tokens: int | None


def read_answer(body: bytes, texts: int) -> Answer:
    """Read the answer to a request with ``texts`` texts.

    Raises:
        BrokenAnswerError: not JSON, or no list of vectors in it.
        EncodingError: another number of vectors, an index twice or none, vectors of different
            dimensions, or values that are not finite.
    """
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        raise BrokenAnswerError(f"{len(body):,} bytes that are not JSON") from None
    rows = parsed.get("data") if isinstance(parsed, dict) else None
    if not isinstance(rows, list):
        raise BrokenAnswerError(f"JSON without a list 'data': {_excerpt(body)}")
    if len(rows) != texts:
        raise EncodingError(f"{len(rows)} vectors came for {texts} texts")
    vectors: list[NDArray[np.float32] | None] = [None] * texts
    for row in rows:
        index = row.get("index") if isinstance(row, dict) else None
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < texts:
            said = repr(index)[:40]
            raise EncodingError(f"a vector has the index {said} among {texts} texts")
        if vectors[index] is not None:
            raise EncodingError(f"two vectors have the index {index}")
        vectors[index] = _vector(row.get("embedding"), index)
    whole = [vector for vector in vectors if vector is not None]
    dimensions = sorted({len(vector) for vector in whole})
    if len(dimensions) != 1:
        raise EncodingError(f"vectors of different dimensions came in one answer: {dimensions}")
    matrix = np.stack(whole)
    broken = np.flatnonzero(~np.isfinite(matrix).all(axis=1))
    if broken.size:
        raise EncodingError(f"NaN or infinity came for {broken.size} of {texts} texts")
    model, usage = parsed.get("model"), parsed.get("usage")
    tokens = usage.get("prompt_tokens") if isinstance(usage, dict) else None
    counted = isinstance(tokens, int) and not isinstance(tokens, bool) and tokens > 0
    return Answer(
        matrix, model if isinstance(model, str) and model else None, tokens if counted else None
    )


def _vector(embedding: object, index: int) -> NDArray[np.float32]:
    """One vector from either form; a server may ignore which was asked for."""
    if isinstance(embedding, str):
        try:
            raw = b64decode(embedding, validate=True)
        except (NotBase64, ValueError):
            raise EncodingError(f"the vector of index {index} is not base64") from None
        if not raw or len(raw) % 4:
            raise EncodingError(f"the vector of index {index} has {len(raw)} bytes, not 4 a value")
        return np.frombuffer(raw, dtype="<f4").astype(np.float32)
    numbers = isinstance(embedding, list) and all(type(v) in (int, float) for v in embedding)
    if not numbers or not embedding:
        raise EncodingError(f"the vector of index {index} is no list of numbers")
    try:
        with np.errstate(over="ignore"):  # infinity is seen where all rows are judged
            return np.array(embedding, dtype=np.float64).astype(np.float32)
    except OverflowError:
        raise EncodingError(f"the vector of index {index} has a value beyond all floats") from None


def _excerpt(body: bytes) -> str:
    text = " ".join(body[:200].decode("utf-8", "replace").split())
    return text if len(text) <= 120 else text[:119] + "…"
