"""``?dim=128`` fewer dimensions."""

from __future__ import annotations

import numpy as np

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import Vectors, View
from perimetry.errors import InputError


class DimensionView(View):
    """``?dim=128``: the first dimensions, at unit length again.

    What Matryoshka training makes an encoder fit for (Kusupati et al. 2022); on any other encoder
    it shows what the cut costs.
    """

    scheme = "cut, then scaled to unit length; a zero vector stays"

    def __init__(self, inner: Encoder, dimension: int) -> None:
        super().__init__(inner, "dim", str(dimension))
        self.dimension = dimension
        self._check(inner.setup.get("dimension"))
        self.setup = {**self.setup, "dimension": dimension}

    def changed(self, vectors: Vectors) -> Vectors:
        self._check(vectors.shape[1])
        cut = vectors[:, : self.dimension]
        lengths = np.sqrt((cut * cut).sum(axis=1, keepdims=True))
        return np.asarray(cut / np.where(lengths > 0, lengths, 1), dtype=np.float32)

    def _check(self, full: object) -> None:
        if isinstance(full, int) and self.dimension > full:
            raise InputError(f"dim must be at most {full}, which {self.inner.name} has.")
