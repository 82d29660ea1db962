"""Where answers are kept, so that no text is paid twice: by the text exactly as it was sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]


class Memory(Protocol):
    """A place that keeps the answers of one endpoint."""

    def get(self, sent: Sequence[str]) -> Mapping[str, Vector]:
        """The vectors of those texts that it has, each of shape ``(d,)``."""
        ...

    def put(self, sent: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Keep ``vectors``, shape ``(len(sent), d)``; when it returns, a kill loses none."""
        ...


class Layers:
    """Several memories, all of which end with the same: what the first that knows a text has."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self._memories = memories

    def get(self, sent: Sequence[str]) -> Mapping[str, Vector]:
        had = [memory.get(sent) for memory in self._memories]
        found: dict[str, Vector] = {}
        for known in reversed(had):
            found.update(known)
        for memory, known in zip(self._memories, had, strict=True):
            other = [text for text in found if not _same(known.get(text), found[text])]
            if other:
                memory.put(other, np.stack([found[text] for text in other]))
        return found

    def put(self, sent: Sequence[str], vectors: NDArray[np.float32]) -> None:
        for memory in self._memories:
            memory.put(sent, vectors)


def _same(one: Vector | None, other: Vector) -> bool:
    return one is not None and one.tobytes() == other.tobytes()
