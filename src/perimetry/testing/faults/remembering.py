"""An encoder that encodes each text once, however many faults and checks ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders import Encoder
from perimetry.records import Role


class Remembering:
    """``inner`` with a memory of every text, role and prompt; for one whose vectors never change.

    It is not for checks of batching, order or repetition: it hides what they look for.
    """

    def __init__(self, inner: Encoder) -> None:
        self.inner = inner
        self.name = inner.name
        self.fingerprint = inner.fingerprint
        self.prompts: Mapping[Role, str] = inner.prompts
        self.setup: Mapping[str, object] = inner.setup
        self._row: dict[tuple[Role, str, str], NDArray[np.float32]] = {}

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode those of ``texts`` that are new, shape ``(len(texts), dimension)`` for all."""
        sent = self.prompts.get(role, "") if prompt is None else prompt
        missing = [t for t in dict.fromkeys(texts) if (role, sent, t) not in self._row]
        if missing or not texts:
            encoded = self.inner.encode(missing, role=role, prompt=sent)
            if not texts:
                return encoded
            self._row.update({(role, sent, t): v for t, v in zip(missing, encoded, strict=True)})
        return np.stack([self._row[role, sent, text] for text in texts])
