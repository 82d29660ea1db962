"""An encoder that counts what it is asked to encode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.hashing import HashingEncoder
from perimetry.records import Role


class CountingEncoder:
    """A bag of words that remembers every text and prompt it was given."""

    def __init__(self, name: str = "counting", prompts: Mapping[Role, str] | None = None) -> None:
        self.name = name
        self.fingerprint = f"fingerprint of {name}"
        self.prompts: Mapping[Role, str] = prompts or {}
        self.setup: Mapping[str, object] = {"engine": "test"}
        self.calls: list[list[str]] = []
        self._inner = HashingEncoder(64)

    @property
    def encoded(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        self.calls.append([(prompt or "") + text for text in texts])
        return self._inner.encode(texts, role=role, prompt=prompt)
