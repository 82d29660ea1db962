"""Texts that are escaped, or decoded wrongly, before they are encoded.

An encoder alone does not show what it was sent. But each mistake leaves most letters as they are,
so we can write, by hand, nearly what it makes of a text: ``it#x27;s`` for what HTML escaping makes
of ``it's``. A healthy encoder puts *it's* near *its*, and this look-alike far away. One that gets
``it&#x27;s`` puts *it's* next to the look-alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perimetry.doctor.difference import EQUAL, difference, sound_vectors
from perimetry.doctor.look_alikes import MISTAKES, Trial
from perimetry.doctor.patient import Patient
from perimetry.encoders.base import shortened
from perimetry.measures.similarity import cosine
from perimetry.records import Finding

if TYPE_CHECKING:
    from perimetry.doctor.checkup import Oracle

NAME = "escaping"
ORACLE: Oracle = "alone"
COST = (
    "Quotes, line breaks and accents turn into noise that all texts with them share. On "
    "all-MiniLM-L6-v2 JSON within JSON costs claim search −0.06 MAP@10 and the order in heros "
    "−0.05; escaped HTML and wrong decoding move no suite for certain, since their texts have few "
    "such signs."
)


def check(patient: Patient) -> Finding:
    """FAIL with the name of the mistake, if all its look-alikes are nearer than what is said.

    Letters that are dropped are a WARN: a vocabulary without them drops them too.
    """
    for mistake in MISTAKES:
        shares = nearer(patient, mistake.trials)
        if min(shares) > mistake.nearer:
            worst = mistake.trials[int(np.argmax(shares))]
            return Finding(
                NAME, mistake.outcome,
                f"The text is changed before it is encoded: {mistake.name}. Each of "
                f"{len(shares)} texts has a vector nearer to that than to what the text says, by "
                f"{min(shares):.0%} of the distance or more.",
                examples=[f"{shortened(worst.text)!r} is nearer to "
                          f"{shortened(worst.look_alikes[0])!r} than to "
                          f"{shortened(worst.readings[0])!r}"],
                remedy=mistake.remedy,
            )  # fmt: skip
    trials = sum(len(mistake.trials) for mistake in MISTAKES)
    return Finding(
        NAME, "pass", f"{trials} texts with quotes, line breaks and accents are read as they "
        "stand, not escaped or wrongly decoded.",
    )  # fmt: skip


def nearer(patient: Patient, trials: Sequence[Trial]) -> list[float]:
    """By what share of the distance to its best reading each text is nearer to a look-alike.

    1 where it has the look-alike's vector, 0 where both are as near, below 0 where the reading is
    nearer; minus infinity where it has the reading's vector.
    """
    texts = [text for t in trials for text in (t.text, *t.readings, *t.look_alikes)]
    vectors = sound_vectors(patient, texts)
    shares, start = [], 0
    for trial in trials:
        count = len(trial.readings) + len(trial.look_alikes)
        own, others = vectors[start : start + 1], vectors[start + 1 : start + 1 + count]
        start += 1 + count
        cosines = cosine(np.repeat(own, count, axis=0), others)
        apart = difference(np.repeat(own, count, axis=0), others)
        reading, look_alike = (
            float(part.max())
            for part in (cosines[: len(trial.readings)], cosines[len(trial.readings) :])
        )
        same = (apart[: len(trial.readings)] <= EQUAL).any()
        shares.append(-np.inf if same else (look_alike - reading) / max(1 - reading, 1e-12))
    return shares
