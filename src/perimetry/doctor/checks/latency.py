"""How long one text takes, by its length."""

from __future__ import annotations

from math import log
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.patient import Patient
from perimetry.doctor.sentences import LENGTHS, long_texts
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "latency"
ORACLE: Oracle = "alone"
COST = "Long documents take longer to encode than their length explains. No score depends on it."

WORDS = (8, 32, 128, 400)
ROUNDS = 3

SQUARE = 2.0
"""The power of the length with which time may grow: attention grows with the square at most."""

LEAST_S = 0.02
"""A shorter time says nothing of growth: it is mostly the call itself, and the machine's moods."""


def check(patient: Patient) -> Finding:
    """PASS with the seconds a text; WARN where time grows faster than the square of the length.

    Each length is asked in every round, so that a busy moment hits all alike; medians are shown,
    and growth is judged by the quickest round. No two texts are equal: nothing is remembered.
    """
    series = dict(zip(LENGTHS, long_texts(), strict=True))
    patient.encoder.encode(["warming up"], role="symmetric")
    times = np.array([
        [_seconds(patient, f"{turn} {series[words]}") for words in WORDS] for turn in range(ROUNDS)
    ])  # fmt: skip
    medians, quickest = np.median(times, axis=0).tolist(), times.min(axis=0).tolist()
    listed = ", ".join(f"{s:.2g} s at {n} words" for n, s in zip(WORDS, medians, strict=True))
    message = f"One text takes {listed} (median of {ROUNDS}, one text a call, on this machine now)."
    for step in range(1, len(WORDS)):
        power = growth(WORDS[step - 1], quickest[step - 1], WORDS[step], quickest[step])
        if quickest[step] >= LEAST_S and power > SQUARE:
            return Finding(
                NAME, "warn", f"From {WORDS[step - 1]} to {WORDS[step]} words the time grows with "
                f"the power {power:.1f} of the length. {message}",
                remedy="Cut long texts, or look for work that is done anew for every word.",
            )  # fmt: skip
    return Finding(NAME, "pass", message)


def growth(short: float, short_s: float, long: float, long_s: float) -> float:
    """The power of the length with which time grows.

    >>> growth(10, 0.1, 100, 10)
    2.0
    """
    return log(long_s / max(short_s, 1e-9)) / log(long / short) if long_s > 0 else 0.0


def _seconds(patient: Patient, text: str) -> float:
    start = perf_counter()
    patient.encoder.encode([text], role="symmetric")
    return perf_counter() - start
