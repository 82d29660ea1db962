"""What a check may ask: an encoder, and whatever it can be held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import builtin_background
from perimetry.encoders.base import Encoder
from perimetry.records import Role

Vectors = NDArray[np.float32]

TEXTS = 64
"""How many built-in sentences a check that needs ordinary texts takes."""

LEAST_STORED = 8
"""Fewer texts than these tell nothing of stored vectors."""

Recompute = Callable[..., Encoder]
"""Opens the checkpoint in the other engine: ``recompute(pooling="cls", normalize="0")`` and so on.

The keywords are the options of ``onnx:``; with none it is the checkpoint as it declares itself.
"""


@dataclass(frozen=True)
class Patient:
    """An encoder under examination.

    Attributes:
        encoder: the one that is examined.
        recompute: opens its checkpoint in another engine, None where there is no checkpoint; the
            oracle *checkpoint*.
        reference: another encoder that should agree with it, or saved canary vectors; the oracle
            *reference*.
        own_texts: the user's own texts, empty where none were given.
    """

    encoder: Encoder
    recompute: Recompute | None = None
    reference: Encoder | None = None
    own_texts: Sequence[str] = ()
    _seen: dict[tuple[object, ...], Vectors] = field(default_factory=dict, repr=False)

    @property
    def stored(self) -> bool:
        """Whether it holds vectors of some texts and can encode no other."""
        return self.encoder.setup.get("engine") == "vectors"

    @property
    def texts(self) -> list[str]:
        """:data:`TEXTS` ordinary English sentences, the same for everyone.

        Of stored vectors, as many of the texts that they hold, evenly spread; none where those are
        too few to tell anything.
        """
        return self.spread(TEXTS) if self.stored else list(builtin_background().sentences[:TEXTS])

    def spread(self, most: int) -> list[str]:
        """At most ``most`` of the texts that stored vectors hold, evenly spread."""
        encoder: object = self.encoder
        while (inner := getattr(encoder, "inner", None)) is not None:  # under a view
            encoder = inner
        held: Sequence[str] = getattr(encoder, "texts", ())
        return list(held[:: -(-len(held) // most)]) if len(held) >= LEAST_STORED else []

    def vectors(
        self, texts: Sequence[str], role: Role = "symmetric", prompt: str | None = None
    ) -> Vectors:
        """The encoder's vectors, encoded once however many checks ask; rows are not checked.

        A check of batching, order or repetition must call ``encoder.encode`` itself.
        """
        key = (tuple(texts), role, prompt)
        if key not in self._seen:
            self._seen[key] = self.encoder.encode(texts, role=role, prompt=prompt)
        return self._seen[key]
