"""An encoder's floor: its mean cosine over random pairs of sentences."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import Background
from perimetry.errors import EncodingError
from perimetry.records import Estimate
from perimetry.stats.bootstrap import resampled_counts
from perimetry.stats.intervals import percentile_interval
from perimetry.stats.seeds import Seed

UNSTABLE_ABOVE = 0.9
"""Above this floor the normalisation divides by almost nothing, and a reader is warned."""

Floats = NDArray[np.float64]


class Floor:
    """The cosines of the background pairs and what they say.

    Raises:
        EncodingError: every pair has cosine 1, so the encoder tells no two texts apart.
    """

    def __init__(self, background: Background, cosines: Floats) -> None:
        self.background = background
        self.cosines = cosines
        self.value = float(cosines.mean())
        if self.value > 1 - 1e-6:
            raise EncodingError(
                "the encoder gives unrelated sentences the same vector (mean cosine "
                f"{self.value:.7f}), so nothing can be measured. Check pooling and weights."
            )


class FloorResamples:
    """The floor and the background distribution in each bootstrap resample of *sentences*.

    Pairs share sentences, so they are not independent: a pair counts as often as both of its
    sentences are drawn, in double.
    """

    def __init__(self, floor: Floor, seed: Seed) -> None:
        self._floor = floor
        pairs = np.array(floor.background.pairs())
        drawn = resampled_counts(len(floor.background.sentences), seed).astype(np.float32)
        self._weights = drawn[:, pairs[:, 0]] * drawn[:, pairs[:, 1]]  # (resamples, pairs)
        self.values: Floats = (
            self._weights @ floor.cosines.astype(np.float32) / self._weights.sum(axis=1)
        ).astype(np.float64)

    @cached_property
    def _cumulated(self) -> NDArray[np.float32]:
        """The background weight at or below each rank, from 0 to 1."""
        ordered = self._weights[:, np.argsort(self._floor.cosines, kind="stable")]
        np.cumsum(ordered, axis=1, out=ordered)
        ordered /= ordered[:, -1:].copy()
        return np.pad(ordered, ((0, 0), (1, 0)))

    def percentiles(self, cosines: Floats) -> Floats:
        """The percentile of each cosine in each resample, shape ``(resamples, n)``."""
        ranks = np.searchsorted(np.sort(self._floor.cosines), cosines, side="right")
        return 100.0 * self._cumulated[:, ranks].astype(np.float64)

    def estimate(self) -> Estimate:
        """The floor with its interval; ``groups`` counts sentences."""
        interval = percentile_interval(self._floor.value, self.values)
        return Estimate(
            subset="background",
            measure="cosine",
            value=interval.value,
            low=interval.low,
            high=interval.high,
            n=len(self._floor.cosines),
            groups=len(self._floor.background.sentences),
        )
