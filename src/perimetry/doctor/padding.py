"""Whether padding is pooled with the text, seen from texts that need none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perimetry.doctor.agreement import SAME, agreement, exchanged
from perimetry.doctor.sentences import long_texts
from perimetry.encoders.base import Encoder

ALONE = 4
"""So many texts, the shortest, are encoded alone and again together with longer ones."""

UNPADDED, PADDED = 0.998, 0.8
"""Where padding of a fixed length is pooled, a text that fills it is right to the last digit. If
texts are cut there too, it has this much, and a short one falls below ``PADDED``. A prompt that
nobody declared leaves the longest at 0.995 on all-MiniLM-L6-v2."""


def pooled_padding(encoder: Encoder, checkpoint: Encoder, texts: Sequence[str]) -> str:
    """What shows that ``encoder`` pools padding, in a clause; ``""`` if nothing does.

    Args:
        encoder: whose vectors are not those of ``checkpoint``.
        checkpoint: the same model without that fault.
        texts: of different lengths.
    """
    few = sorted(texts, key=len)[:ALONE]
    expected = checkpoint.encode(few, role="symmetric", prompt="")
    together = encoder.encode([*few, *texts], role="symmetric", prompt="")[:ALONE]
    if len(exchanged(together, expected)):
        return ""
    alone = _each(encoder, few)
    if agreement(alone, expected).min() >= SAME and agreement(together, expected).max() < SAME:
        return "texts that are encoded alone fit, and together with longer ones they do not"
    series = long_texts()
    recomputed = checkpoint.encode(series, role="symmetric", prompt="")
    cosines = agreement(_each(encoder, series), recomputed)
    filled = cosines.max() >= (UNPADDED if cosines.min() < PADDED else SAME)
    if filled and cosines.argmax() > cosines.argmin():
        return f"short texts have a cosine of {cosines.min():.2f}, long ones {cosines.max():.4f}"
    return ""


def _each(encoder: Encoder, texts: Sequence[str]) -> NDArray[np.float32]:
    return np.concatenate([encoder.encode([text], role="symmetric", prompt="") for text in texts])
