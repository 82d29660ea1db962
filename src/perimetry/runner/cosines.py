"""The cosine of each labelled pair under one encoder."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.datasets.labelled import LabelledPair
from perimetry.encoders.base import Encoder
from perimetry.measures.similarity import Floats, cosine
from perimetry.records import Role, Text, unique
from perimetry.results import EncoderRecord
from perimetry.runner.encode import encode_texts
from perimetry.runner.local import Watch, encoder_record
from perimetry.store import VectorStore


def pair_cosines(
    encoder: Encoder,
    pairs: Sequence[LabelledPair],
    *,
    role: Role = "symmetric",
    store: VectorStore | None = None,
    watch: Watch | None = None,
) -> tuple[Floats, EncoderRecord]:
    """Encode both texts of every pair and compare them.

    Args:
        encoder: what is asked.
        pairs: n of them.
        role: of both texts, as they will be encoded in use.
        store: of vectors, so that no text is encoded twice.
        watch: told of the progress.

    Returns:
        Cosines of shape ``(n,)``, and the encoder as it was asked.
    """
    left = [Text(pair.text_a, role) for pair in pairs]
    right = [Text(pair.text_b, role) for pair in pairs]
    needed = unique([*left, *right])
    vectors = encode_texts(
        encoder, needed, store, watch(encoder.name, len(needed)) if watch else None
    )
    return cosine(vectors[left], vectors[right]), encoder_record(encoder, needed)
