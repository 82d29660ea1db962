"""``hash:`` a bag of words hashed into a fixed number of signed buckets.

It knows nothing of meaning or word order, so it is the baseline that shows how much of a score
word overlap alone explains. After the hashing trick of Weinberger et al. (2009).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import InputError
from perimetry.records import Role

WORD = re.compile(r"\w+")


class HashingEncoder:
    """Counts of hashed lower-cased words, each vector of unit length (or zero)."""

    def __init__(self, dimension: int = 1024, name: str = "hash:") -> None:
        if dimension < 2:
            raise InputError(f"hash: dim must be at least 2, not {dimension}.")
        self.dimension = dimension
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self.fingerprint = f"hash-1-{dimension}"
        self.setup: Mapping[str, object] = {"engine": "hash", "dimension": dimension}

    @classmethod
    def load(cls, uri: EncoderURI) -> HashingEncoder:
        """Open ``hash:`` or ``hash:?dim=N``."""
        dimension = take_options(uri.options, ("dim",), "hash").get("dim", "1024")
        if not dimension.isdecimal():
            raise InputError(f"hash: dim must be a whole number, not {dimension!r}.")
        return cls(int(dimension), uri.display("hash:"))

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``; the role changes nothing."""
        del role
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in WORD.findall(((prompt or "") + text).lower()) or [""]:
                bucket, sign = _place(word, self.dimension)
                vectors[row, bucket] += sign
        norms = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
        return np.asarray(vectors / np.maximum(norms, np.float32(1)), dtype=np.float32)


@lru_cache(maxsize=100_000)
def _place(word: str, dimension: int) -> tuple[int, int]:
    digest = int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big")
    return (digest >> 1) % dimension, 1 if digest & 1 else -1
