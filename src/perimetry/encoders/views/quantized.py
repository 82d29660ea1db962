"""``?quantize=int8`` or ``binary`` fewer bits a dimension."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from threading import Lock

import numpy as np

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import Vectors, View
from perimetry.errors import InputError


class Int8View(View):
    """``?quantize=int8``: each dimension on 256 levels.

    A dimension's levels lie at equal steps from its lowest to its highest value over the
    calibration texts (role ``symmetric``, the encoder's own prompt), which are encoded once, when
    the first text is. A value goes to the nearest level, or to the end that it lies beyond. What
    comes back are the levels' values, so cosines are those of an index that stores a byte a
    dimension and compares what the bytes stand for. sentence-transformers' ``int8`` precision has
    the same levels, but rounds down, compares the bytes themselves, and lets a value beyond an end
    wrap round.
    """

    scheme = "256 equal steps a dimension between its extremes over the calibration texts, nearest"

    def __init__(self, inner: Encoder, calibration: Sequence[str]) -> None:
        if len(calibration) < 2:
            raise InputError(f"quantize=int8 needs 2 calibration texts, not {len(calibration)}.")
        digest = sha256("\0".join(calibration).encode("utf-8", "surrogatepass")).hexdigest()
        super().__init__(
            inner,
            "quantize",
            "int8",
            calibration_texts=len(calibration),
            calibration_sha256=digest,
        )
        self._calibration = calibration
        self._levels: tuple[Vectors, Vectors] | None = None
        self._lock = Lock()

    def changed(self, vectors: Vectors) -> Vectors:
        low, step = self._calibrated()
        code = np.clip(np.rint((vectors - low) / np.where(step > 0, step, 1)), 0, 255)
        return np.asarray(low + code * step, dtype=np.float32)

    def _calibrated(self) -> tuple[Vectors, Vectors]:
        """Each dimension's lowest level, and the step to the next."""
        with self._lock:
            if self._levels is None:
                vectors = self.inner.encode(self._calibration, role="symmetric")
                low, high = vectors.min(axis=0), vectors.max(axis=0)
                self._levels = low, np.asarray((high - low) / 255, dtype=np.float32)
            return self._levels


class BinaryView(View):
    """``?quantize=binary``: the sign of each dimension, +1 above zero and -1 otherwise.

    The cosine of two such vectors is 1 less twice the share of dimensions in which they differ.
    """

    scheme = "+1 above zero, else -1"

    def __init__(self, inner: Encoder) -> None:
        super().__init__(inner, "quantize", "binary")

    def changed(self, vectors: Vectors) -> Vectors:
        return np.where(vectors > 0, np.float32(1), np.float32(-1))
