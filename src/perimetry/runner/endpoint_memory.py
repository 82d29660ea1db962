"""The vector store as the memory of an endpoint, so that no answer is paid twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.api.encoder import ApiEncoder
from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import View
from perimetry.store import VectorStore, vector_key


def remember_in(store: VectorStore, encoder: Encoder) -> None:
    """Let ``encoder`` keep every answer in ``store``, if it is behind an endpoint.

    From then on no text is asked for twice, under whatever view or role, and each request is
    checked by a canary. An examination must not do it: it would hide what it looks for.
    """
    inner = behind(encoder)
    if inner is not None and inner.identity is not None:
        inner.remember(StoreMemory(store, inner.fingerprint, inner.name))


def behind(encoder: Encoder) -> ApiEncoder | None:
    """The endpoint's encoder under all views, ``None`` where there is none."""
    while isinstance(encoder, View):
        encoder = encoder.inner
    return encoder if isinstance(encoder, ApiEncoder) else None


class StoreMemory:
    """The vector store as the memory of an endpoint, by the text as it is sent."""

    def __init__(self, store: VectorStore, fingerprint: str, name: str) -> None:
        self._store = store
        self._fingerprint = fingerprint
        self._name = name

    def get(self, sent: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        keys = {self._key(text): text for text in sent}
        return {keys[key]: vector for key, vector in self._store.get(list(keys)).items()}

    def put(self, sent: Sequence[str], vectors: NDArray[np.float32]) -> None:
        keys = [self._key(text) for text in sent]
        self._store.put(self._fingerprint, self._name, keys, vectors)

    def _key(self, text: str) -> bytes:
        return vector_key(self._fingerprint, "symmetric", "", text)
