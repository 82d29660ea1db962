"""Healthy encoders, and a wrapper that changes what goes into one or what comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders import Encoder, open_encoder
from perimetry.records import Role

HEALTHY = ("all-MiniLM-L6-v2", "hash:")

Vectors = NDArray[np.float32]


@cache
def opened(name: str) -> Encoder:
    """The encoder, opened once for all tests."""
    return open_encoder(name)


class Wrapped:
    """``inner``, whose texts pass through ``texts`` and whose vectors pass through ``vectors``.

    Both get all of one call. ``setup`` is laid over what the inner encoder says of itself.
    """

    def __init__(
        self,
        inner: Encoder,
        *,
        texts: Callable[[list[str]], list[str]] = list,
        vectors: Callable[[Vectors, list[str]], Vectors] = lambda vectors, _: vectors,
        setup: Mapping[str, object] | None = None,
    ) -> None:
        self.name = self.fingerprint = f"wrapped {inner.name}"
        self.prompts: Mapping[Role, str] = inner.prompts
        self.setup: Mapping[str, object] = {**inner.setup, **(setup or {})}
        self._inner, self._texts, self._changed = inner, texts, vectors

    def encode(self, texts: Sequence[str], *, role: Role, prompt: str | None = None) -> Vectors:
        sent = self._texts(list(texts))
        return self._changed(self._inner.encode(sent, role=role, prompt=prompt), list(texts))


def of_text(inner: Encoder, change: Callable[[str], str]) -> Wrapped:
    """``inner``, each of whose texts is changed."""
    return Wrapped(inner, texts=lambda texts: [change(text) for text in texts])
