"""Do two ways to run a model agree, and if not, which decisions differ?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from perimetry.datasets.core import builtin_core
from perimetry.datasets.labelled import LabelledSet
from perimetry.doctor.agreement import agreement
from perimetry.doctor.flips import Flips, decision_flips
from perimetry.doctor.patient import Vectors
from perimetry.encoders.base import Encoder, checked_vectors
from perimetry.errors import InputError
from perimetry.measures.nearest import nearest
from perimetry.measures.similarity import Floats, cosine
from perimetry.records import ROLES, Role
from perimetry.stats.correlation import correlation

Verdict = Literal["the same", "equal for decisions", "different"]

SAME, SAME_LENGTH = 0.99999, 1e-3
"""*The same*: every text has at least this cosine, its two lengths differ by less than this share,
and no decision flips. ``onnx:`` and ``st:`` of all-MiniLM-L6-v2 have 1 − 4e-13 and 1e-7, float16
has about 1 − 1e-6; its bytes with calibrated levels 0.99997, with all the decisions that costs."""

MOST_FLIPS = 0.001
LEAST_OVERLAP, LEAST_TAU = 0.99, 0.99
"""*Equal for decisions*: of each kind of decision at most one in a thousand flips, and neighbours
agree to this overlap and order. Those bytes keep the neighbours (0.994 and 0.996), flip 3 of 2,373
pairs at 0.7 and 5 of 1,152 orders, and are *different*."""

NEAREST, WORST = 10, 5


@dataclass(frozen=True)
class TextParity:
    """A text's two vectors in one role: their cosine, and by what share their lengths differ."""

    text: str
    role: Role
    cosine: float
    length_difference: float


@dataclass(frozen=True)
class Parity:
    """What :func:`parity` found.

    Attributes:
        texts: how many were compared.
        cosine_min: the lowest cosine of a text's two vectors, None where the dimensions differ.
        cosine_mean: their mean.
        length_difference: the greatest.
        worst: the texts of the lowest cosines, lowest first.
        overlap: the share of the ten nearest neighbours of a text that both encoders name, mean.
        kendall: tau-b of the similarities of a text to all others, mean.
        threshold: the cosine from which a pair is held to say the same.
        flips: the decisions that come out otherwise.
    """

    texts: int
    cosine_min: float | None
    cosine_mean: float | None
    length_difference: float | None
    worst: Sequence[TextParity]
    overlap: float
    kendall: float
    threshold: float
    flips: Flips

    @property
    def verdict(self) -> Verdict:
        """In words, by the bounds that this module states."""
        if (
            self.cosine_min is not None
            and self.length_difference is not None
            and self.cosine_min >= SAME
            and self.length_difference < SAME_LENGTH
            and not self.flips.share
        ):
            return "the same"
        near = self.overlap >= LEAST_OVERLAP and self.kendall >= LEAST_TAU
        return "equal for decisions" if near and self.flips.share <= MOST_FLIPS else "different"


def parity(
    one: Encoder,
    other: Encoder,
    texts: Sequence[str],
    *,
    threshold: float,
    decisions: LabelledSet | None = None,
) -> Parity:
    """Compare two encoders text by text, neighbour by neighbour and decision by decision.

    Vectors are compared in each role in which the two can differ: once where neither has a prompt.
    Neighbours and decisions are those of the role ``symmetric``.

    Args:
        one: an encoder.
        other: another, or saved canary vectors, which must hold the texts and the decisions'.
        texts: at least 3, all different; what vectors and neighbours are compared on.
        threshold: the cosine from which the user holds two texts to say the same.
        decisions: pairs and triplets to decide; None takes the dev half of perimetry-core.

    Raises:
        InputError: too few texts, or one that stands twice.
        EncodingError: one of the two has no finite vector for a text.
    """
    if len(set(texts)) < max(len(texts), 3):
        raise InputError(f"parity takes 3 different texts or more, not these {len(texts)}.")
    own, theirs = (_vectors(encoder, texts) for encoder in (one, other))
    rows = _by_text(one, other, texts) if own.shape == theirs.shape else []
    chosen = builtin_core("dev") if decisions is None else decisions
    return Parity(
        texts=len(texts),
        cosine_min=min((row.cosine for row in rows), default=None),
        cosine_mean=float(np.mean([row.cosine for row in rows])) if rows else None,
        length_difference=max((row.length_difference for row in rows), default=None),
        worst=sorted(rows, key=lambda row: row.cosine)[:WORST],
        overlap=_overlap(own, theirs),
        kendall=_kendall(own, theirs),
        threshold=threshold,
        flips=decision_flips(one, other, chosen, threshold=threshold),
    )


def _by_text(one: Encoder, other: Encoder, texts: Sequence[str]) -> list[TextParity]:
    rows = []
    for role in _roles(one, other):
        own, theirs = (_vectors(encoder, texts, role) for encoder in (one, other))
        cosines = agreement(own, theirs)
        lengths = np.sqrt([(v.astype(np.float64) ** 2).sum(axis=1) for v in (own, theirs)])
        longer = np.maximum(lengths.max(axis=0), np.finfo(np.float64).tiny)
        apart = np.ptp(lengths, axis=0) / longer
        rows += [
            TextParity(text, role, float(cosines[place]), float(apart[place]))
            for place, text in enumerate(texts)
        ]
    return rows


def _vectors(encoder: Encoder, texts: Sequence[str], role: Role = "symmetric") -> Vectors:
    return checked_vectors(encoder.encode(texts, role=role), texts, encoder.name)


def _roles(one: Encoder, other: Encoder) -> list[Role]:
    """The first role of each different pair of prompts, ``symmetric`` before the others."""
    first: dict[tuple[str, str], Role] = {}
    for role in reversed(ROLES):
        first.setdefault((one.prompts.get(role, ""), other.prompts.get(role, "")), role)
    return list(first.values())


def _overlap(one: Vectors, other: Vectors) -> float:
    """The mean share of a text's ten nearest neighbours that both name; of all, if fewer."""
    places = np.arange(len(one))
    k = min(NEAREST, len(one) - 1)
    mine, others = (nearest(v, v, k, exclude=places).documents for v in (one, other))
    shared = [len({*a} & {*b}) / k for a, b in zip(mine.tolist(), others.tolist(), strict=True)]
    return float(np.mean(shared))


def _kendall(one: Vectors, other: Vectors) -> float:
    """Tau-b between the similarities of a text to all others, the mean over texts.

    A text that is equally near to all others orders nothing: 1 if that is so in both, else 0.
    """
    taus = []
    for place in range(len(one)):
        left, right = _similarities(one, place), _similarities(other, place)
        flat = [bool(np.ptp(values) == 0) for values in (left, right)]
        tau = float(all(flat)) if any(flat) else float(correlation(left, right, "kendall"))
        taus.append(tau)
    return float(np.mean(taus))


def _similarities(vectors: Vectors, place: int) -> Floats:
    """The cosine of one row with each other, to six digits: what lies below is rounding."""
    others = np.delete(vectors, place, axis=0)
    return np.round(cosine(np.broadcast_to(vectors[place], others.shape), others), 6)
