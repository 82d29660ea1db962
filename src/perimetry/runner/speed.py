"""How many texts an encoder encodes a second, on texts that every audit has."""

from __future__ import annotations

import time

from perimetry.datasets.background import Background
from perimetry.encoders.base import Encoder

TEXTS = 128
ROUNDS = 3


def texts_per_second(encoder: Encoder, background: Background) -> float:
    """The best of a few rounds over the first background sentences, past the store.

    It says what this machine does now: compare encoders within one run only.
    """
    texts = list(background.sentences[:TEXTS])
    rounds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        encoder.encode(texts, role="symmetric")
        rounds.append(time.perf_counter() - started)
    return len(texts) / min(rounds)
