"""Reads the similarity of one pair of texts against the encoder's background."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perimetry.datasets.background import Background
from perimetry.encoders.base import Encoder
from perimetry.measures.similarity import cosine, normalised_similarity, percentile_within
from perimetry.probes.floor import Floor
from perimetry.records import Text, unique
from perimetry.runner.encode import encode_texts
from perimetry.store import VectorStore


@dataclass(frozen=True)
class PairReading:
    """One pair under one encoder. ``percentile`` is within the background's cosines, 0 to 100."""

    encoder: str
    cosine: float
    floor: float
    normalised: float
    percentile: float


def read_pair(
    encoder: Encoder,
    text_a: str,
    text_b: str,
    background: Background,
    store: VectorStore | None = None,
) -> PairReading:
    """Encode ``text_a``, ``text_b`` and the background, and place the pair in it."""
    pair = [Text(text_a), Text(text_b)]
    texts = [Text(sentence) for sentence in background.sentences]
    vectors = encode_texts(encoder, unique([*pair, *texts]), store)
    left, right = np.array(background.pairs()).T
    matrix = vectors[texts]
    floor = Floor(background, cosine(matrix[left], matrix[right]))
    value = cosine(vectors[pair[:1]], vectors[pair[1:]])
    return PairReading(
        encoder=encoder.name,
        cosine=float(value[0]),
        floor=floor.value,
        normalised=float(normalised_similarity(value, floor.value)[0]),
        percentile=float(percentile_within(value, floor.cosines)[0]),
    )
