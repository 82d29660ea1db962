"""Views that even out the directions of the vectors: whitening, and all-but-the-top.

Both are fitted once, without labels, on texts of the role ``symmetric`` under the encoder's own
prompt. The fit follows from the encoder and the texts, so their digests are its fingerprint.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np

from perimetry.encoders.base import Encoder
from perimetry.encoders.views.base import Floats, Vectors, View, mapped
from perimetry.encoders.views.fit_texts import BACKGROUND, FitTexts
from perimetry.errors import InputError

FLAT = 1e-7
"""A direction whose variance is below this share of the widest one's holds rounding alone: the
square of float32's precision would be 1e-14, but encoders round their sums far more coarsely."""


@dataclass(frozen=True)
class Principal:
    """The mean of vectors and the directions in which they vary, the widest first.

    ``directions`` has shape ``(rank, d)``, unit rows; ``variances`` (over n) shape ``(rank,)``.
    """

    mean: Floats
    directions: Floats
    variances: Floats


def principal(vectors: Vectors) -> Principal:
    """The principal directions of ``vectors``, shape ``(n, d)``; those without variance left out.

    >>> found = principal(np.float32([[3, 1], [-1, 1], [1, 1]]))
    >>> found.mean.tolist(), found.variances.round(4).tolist()
    ([1.0, 1.0], [2.6667])
    """
    rows = vectors.astype(np.float64)
    mean = rows.mean(axis=0)
    _, spread, directions = np.linalg.svd(rows - mean, full_matrices=False)
    variances = spread**2 / len(rows)
    kept = variances > FLAT * variances[0]
    return Principal(mean, directions[kept], variances[kept])


class FittedView(View):
    """A view whose map is fitted when the first text is encoded."""

    def __init__(self, inner: Encoder, option: str, value: str, fit: FitTexts, shown: str) -> None:
        super().__init__(
            inner,
            option,
            value,
            shown=shown,
            fit_texts=len(fit.texts),
            fit_sha256=fit.digest,
        )
        self._fit = fit
        self._found: Principal | None = None
        self._lock = Lock()

    def fitted(self) -> Principal:
        """The fit, made once.

        Raises:
            EncodingError: the encoder has no vector for a text of the fit.
            InputError: all texts of the fit have one vector.
        """
        with self._lock:
            if self._found is None:
                found = principal(self.inner.encode(self._fit.texts, role="symmetric"))
                if not len(found.variances):
                    raise InputError(
                        f"{self.inner.name} gives all {len(self._fit.texts)} texts of the fit one "
                        "vector, so there is nothing to fit. Fit on other texts."
                    )
                self._found = found
            return self._found


class WhiteningView(FittedView):
    """``?whiten=background`` or a file: equal variance in every direction, no correlation.

    ``(x − μ) U Λ^(−1/2)`` with the covariance ``U Λ Uᵀ`` of the fit (Su et al. 2021, arXiv
    2103.15316). Directions come widest first, so ``&dim=K`` keeps the K widest, their
    dimensionality reduction. With fewer texts than dimensions there are fewer directions.
    """

    scheme = "centred, on principal directions, divided by their standard deviations"

    def __init__(self, inner: Encoder, fit: FitTexts) -> None:
        super().__init__(inner, "whiten", fit.digest[:16], fit, fit.shown)
        full = inner.setup.get("dimension")
        if isinstance(full, int) and full >= len(fit.texts):  # how many there are is not yet known
            self.setup = {k: v for k, v in self.setup.items() if k != "dimension"}

    def changed(self, vectors: Vectors) -> Vectors:
        found = self.fitted()
        scaled = found.directions / np.sqrt(found.variances)[:, None]
        return mapped(vectors - found.mean, lambda row: scaled @ row, len(scaled))


class AllButTheTopView(FittedView):
    """``?abtt=3``: without the mean and the D directions in which the vectors vary most.

    ``x̃ − Σ (uᵢᵀ x̃) uᵢ`` with ``x̃ = x − μ`` (Mu and Viswanath 2018, arXiv 1702.01417, who take D
    about a hundredth of the dimension).
    """

    scheme = "centred, less its parts along the widest principal directions"

    def __init__(self, inner: Encoder, directions: int, fit: FitTexts) -> None:
        shown = str(directions) if fit.shown == BACKGROUND else f"{directions}-{fit.shown}"
        super().__init__(inner, "abtt", f"{directions}-{fit.digest[:16]}", fit, shown)
        self._directions = directions

    def fitted(self) -> Principal:
        """The fit, made once.

        Raises:
            InputError: there are no more directions than are to be taken away.
        """
        found = super().fitted()
        if len(found.variances) <= self._directions:
            raise InputError(
                f"abtt={self._directions} leaves nothing of {len(found.variances)} directions. "
                "Take away fewer, or fit on more texts."
            )
        return found

    def changed(self, vectors: Vectors) -> Vectors:
        found = self.fitted()
        top = found.directions[: self._directions]

        def without_top(row: Floats) -> Floats:
            return np.asarray(row - (top @ row) @ top)

        return mapped(vectors - found.mean, without_top, vectors.shape[1])
