"""``letters:`` how often each letter stands in a text; ``letters:?case=1`` tells case apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_letters, ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.uri import take_options
from perimetry.errors import InputError
from perimetry.records import Role


class LetterEncoder:
    """Shares of the letters a to z. A text without letters has a zero vector."""

    def __init__(self, letters: str, name: str) -> None:
        self.name = name
        self.fingerprint = f"letters-1-{letters}"  # a new number whenever vectors change
        self.prompts: Mapping[Role, str] = {}
        self.setup: Mapping[str, object] = {"engine": "letters", "dimension": len(letters)}
        self._place = {letter: place for place, letter in enumerate(letters)}

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``."""
        vectors = np.zeros((len(texts), len(self._place)), dtype=np.float32)
        for row, text in enumerate(texts):
            sent = (prompt or "") + text
            for letter in sent if len(self._place) > 26 else sent.lower():
                if letter in self._place:
                    vectors[row, self._place[letter]] += 1
        return vectors / np.maximum(vectors.sum(axis=1, keepdims=True), np.float32(1))


def open_letters(target: str, options: Mapping[str, str], threads: int | None) -> LetterEncoder:
    """Open ``letters:`` or ``letters:?case=1``."""
    if target:
        raise InputError(f"letters: is one encoder. Write letters:, not letters:{target}.")
    case = take_options(options, ("case",), "letters").get("case", "0") == "1"
    if case:
        return LetterEncoder(ascii_letters, "letters:?case=1")
    return LetterEncoder(ascii_lowercase, "letters:")
