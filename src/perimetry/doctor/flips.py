"""Decisions that come out otherwise with another encoder: pairs at a threshold, and orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.encoders.base import Encoder, checked_vectors
from perimetry.measures.similarity import Floats, cosine

ROUNDING = 1e-6
"""A decision flips only if the cosines behind it differ by more than this: what lies on the edge by
rounding alone may fall either way. Two float32 engines move a cosine by about 1e-7."""


@dataclass(frozen=True)
class Flip:
    """A decision that comes out otherwise, with what it rests on in either encoder.

    For a pair that is the cosine of its two texts; for an order, how much nearer to the anchor the
    partner is that keeps its meaning than the one that breaks it.
    """

    item: str
    texts: tuple[str, ...]
    one: float
    other: float


@dataclass(frozen=True)
class Flips:
    """How many decisions of each kind there were, and those that flip, the clearest first."""

    pairs: int
    pair_flips: Sequence[Flip]
    orders: int
    order_flips: Sequence[Flip]

    @property
    def share(self) -> float:
        """The greater of the two shares that flip; 0 where nothing was decided."""
        return max(
            len(self.pair_flips) / max(self.pairs, 1), len(self.order_flips) / max(self.orders, 1)
        )


def decision_flips(
    one: Encoder, other: Encoder, decisions: LabelledSet, *, threshold: float
) -> Flips:
    """Decide every pair and every triplet with both encoders, in the role ``symmetric``.

    A pair is held to say the same from the cosine ``threshold`` on. The order of a triplet is right
    if the partner that keeps the meaning is strictly nearer.

    Raises:
        EncodingError: one of the two has no finite vector for a text.
    """
    pairs, triplets = decisions.pairs, decisions.triplets
    row = {t: n for n, t in enumerate(dict.fromkeys(t for p in pairs for t in _texts(p)))}
    sides = np.array([[row[text] for text in _texts(pair)] for pair in pairs], dtype=np.intp)
    own, theirs = (_cosines(encoder, list(row), sides) for encoder in (one, other))
    place = {pair.item: number for number, pair in enumerate(pairs)}
    kept = [place[triplet.keeping.item] for triplet in triplets]
    broken = [place[triplet.breaking.item] for triplet in triplets]
    margins = own[kept] - own[broken], theirs[kept] - theirs[broken]
    return Flips(
        pairs=len(pairs),
        pair_flips=[
            Flip(pairs[n].item, _texts(pairs[n]), float(own[n]), float(theirs[n]))
            for n in _flipped(own, theirs, own >= threshold, theirs >= threshold)
        ],
        orders=len(triplets),
        order_flips=[
            Flip(
                triplets[n].item,
                (*_texts(triplets[n].keeping), triplets[n].breaking.text_b),
                float(margins[0][n]),
                float(margins[1][n]),
            )
            for n in _flipped(*margins, margins[0] > 0, margins[1] > 0)
        ],
    )


def _texts(pair: LabelledPair) -> tuple[str, str]:
    return pair.text_a, pair.text_b


def _cosines(encoder: Encoder, texts: Sequence[str], sides: NDArray[np.intp]) -> Floats:
    if not len(sides):
        return np.empty(0)
    vectors = checked_vectors(encoder.encode(texts, role="symmetric"), texts, encoder.name)
    return cosine(vectors[sides[:, 0]], vectors[sides[:, 1]])


def _flipped(
    own: Floats, theirs: Floats, mine: NDArray[np.bool_], others: NDArray[np.bool_]
) -> list[int]:
    """Where two answers differ by more than rounding, the values farthest apart first."""
    apart = np.abs(own - theirs)
    places = np.flatnonzero((mine != others) & (apart > ROUNDING))
    return [int(n) for n in places[np.argsort(-apart[places], kind="stable")]]
