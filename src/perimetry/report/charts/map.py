"""The picture in a cell of the map: an estimate and its interval on the way from 0 to 1."""

from __future__ import annotations

from perimetry.records import Estimate
from perimetry.stats.verdict import BANDS

GUESSING = f"M{100 * BANDS[0]:g} 0H{100 * BANDS[1]:g}V10H{100 * BANDS[0]:g}z"


def strip_svg(estimate: Estimate) -> str:
    """An ``<svg>`` element that is as wide as its cell; the numbers stand beside it in words.

    The band in it is where an encoder is guessing.
    """
    low, value, high = (
        f"{100 * min(max(part, 0.0), 1.0):.1f}".removesuffix(".0")
        for part in (estimate.low, estimate.value, estimate.high)
    )
    return (
        '<svg class="strip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="guess" d="{GUESSING}"/><path class="span" d="M{low} 5H{high}"/>'
        f'<path class="at" d="M{value} 0V10"/></svg>'
    )
