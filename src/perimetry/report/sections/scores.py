"""Where the cosines of a map's pairs lie, and what a cut-off makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor

import numpy as np
from numpy.typing import NDArray

from perimetry.report.sections.labelled import LabelledCosines, labelled_cosines
from perimetry.report.sections.map import ALL, KEPT, OVER_REACTION, is_map
from perimetry.report.sections.map_conclusion import cutoff_sentence
from perimetry.report.wording import number, short
from perimetry.results import Audit
from perimetry.results.certificate import Certificate
from perimetry.stats.binomial_bound import RateBound, rate_bound

CUTOFFS = (0.80, 0.85, 0.90, 0.95)
"""Cut-offs that people copy."""

SAID = 0.90
"""The one that is said in words."""

STRATA = ("close", "distant")

BINS, STEPS = 40, 100
"""Bins of a histogram and steps of a curve for each unit of cosine."""

STRAY = 0.01
"""The share of pairs that may lie below the first bin, and are counted there."""

SIDE = 0.975
"""The level of each bound, so that two of them make an interval of 95 %."""


@dataclass(frozen=True)
class Histogram:
    """How many pairs of one stratum have their cosine in each bin."""

    stratum: str
    same: Sequence[int]
    different: Sequence[int]


@dataclass(frozen=True)
class Accepted:
    """What a cut-off accepts of one stratum."""

    stratum: str
    same: RateBound
    different: RateBound


@dataclass(frozen=True)
class CutoffRow:
    """A cut-off over all pairs, then in each stratum; ``certified`` says how, "" if it is not."""

    cutoff: float
    certified: str
    strata: Sequence[Accepted]


@dataclass(frozen=True)
class CurveStep:
    """The shares of pairs that have at least this cosine."""

    cosine: float
    same: float
    different: float


@dataclass(frozen=True)
class EncoderScores:
    """One encoder: what its cosines say in words, and the numbers of its pictures and tables.

    The cut-offs are those that people copy and those that certificates found for it.
    """

    name: str
    sentences: Sequence[str]
    histograms: Sequence[Histogram]
    curve: Sequence[CurveStep]
    cutoffs: Sequence[CutoffRow]

    @property
    def certified(self) -> list[float]:
        """The cut-offs of certificates."""
        return [row.cutoff for row in self.cutoffs if row.certified]


@dataclass(frozen=True)
class ScoresView:
    """The cosines of one map's pairs.

    ``edges`` are those of the histograms' bins, one more; the first bin has no lower end.
    """

    probe: str
    data: str
    edges: Sequence[float]
    encoders: Sequence[EncoderScores]


def build_scores(audit: Audit, certificates: Sequence[Certificate] = ()) -> list[ScoresView]:
    """A view for each map whose pairs say the same or something else.

    Args:
        audit: with the cosines of its pairs.
        certificates: of thresholds; a certified cut-off is shown for the encoder that it is of.
    """
    parts = {probe: audit.part(probe) for probe in audit.datasets if probe != OVER_REACTION}
    views = [_view(probe, part, certificates) for probe, part in parts.items() if is_map(part)]
    return [view for view in views if view.encoders]


def _view(probe: str, part: Audit, certificates: Sequence[Certificate]) -> ScoresView:
    found = [(record, labelled_cosines(part, record.name)) for record in part.encoders]
    known = [(record, pairs) for record, pairs in found if pairs]
    edges = _edges([pairs.cosines for _, pairs in known])
    return ScoresView(
        probe=probe,
        data=short(part.datasets[probe].name),
        edges=edges,
        encoders=[
            _encoder(part, record.name, pairs, edges, _certified(certificates, record.fingerprint))
            for record, pairs in known
        ],
    )


def _edges(cosines: Sequence[NDArray[np.float64]]) -> list[float]:
    """Edges from a tenth of cosine, below nearly all pairs of all encoders, to 1."""
    lowest = min((float(np.quantile(values, STRAY)) for values in cosines), default=0.0)
    start = min(floor(10 * lowest) / 10, 0.7)
    return [round(start + place / BINS, 3) for place in range(round((1 - start) * BINS) + 1)]


def _certified(certificates: Sequence[Certificate], fingerprint: str) -> dict[float, str]:
    return {
        certificate.threshold: "certified behind guards" if certificate.guards else "certified"
        for certificate in certificates
        if certificate.outcome == "Certified"
        and certificate.encoder.fingerprint == fingerprint
        and certificate.threshold is not None
    }


def _encoder(
    part: Audit,
    name: str,
    pairs: LabelledCosines,
    edges: Sequence[float],
    certified: Mapping[float, str],
) -> EncoderScores:
    strata = dict(_strata(pairs))
    cutoffs = [
        CutoffRow(
            cutoff,
            certified.get(cutoff, ""),
            [_accepted(pairs, stratum, chosen, cutoff) for stratum, chosen in strata.items()],
        )
        for cutoff in sorted({*CUTOFFS, *certified})
    ]
    said = next(row for row in cutoffs if row.cutoff == SAID)
    none = cutoff_sentence(part.get(name, ALL, KEPT))
    return EncoderScores(
        name=short(name),
        sentences=[*_said(said), *([none] if none else [])],
        histograms=[_histogram(pairs, s, chosen, edges) for s, chosen in strata.items()],
        curve=_curve(pairs, edges[0]),
        cutoffs=cutoffs,
    )


def _strata(pairs: LabelledCosines) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """All pairs, then each stratum that has both kinds and is not all."""
    yield ALL, np.ones(len(pairs.same), dtype=np.bool_)
    strata = np.array(pairs.strata)
    for stratum in STRATA:
        chosen = strata == stratum
        if not chosen.all() and 0 < pairs.same[chosen].sum() < chosen.sum():
            yield stratum, chosen


def _accepted(
    pairs: LabelledCosines, stratum: str, chosen: NDArray[np.bool_], cutoff: float
) -> Accepted:
    reached, groups = pairs.cosines >= cutoff, np.array(pairs.groups, dtype=object)
    # The exact bound counts a group for any one of its pairs: right for a promise, too wide for a
    # description.
    same, different = (
        rate_bound(reached[kind], groups[kind].tolist(), method="design-effect", level=SIDE)
        for kind in (chosen & pairs.same, chosen & ~pairs.same)
    )
    return Accepted(stratum, same, different)


def _histogram(
    pairs: LabelledCosines, stratum: str, chosen: NDArray[np.bool_], edges: Sequence[float]
) -> Histogram:
    # A cosine of 0.9 belongs to the bin that begins there; rounding can put one past 1.
    bins = np.floor((pairs.cosines - edges[0]) * BINS + 1e-9).astype(np.intp)
    places = np.clip(bins, 0, len(edges) - 2)
    counts = [
        np.bincount(places[chosen & label], minlength=len(edges) - 1).tolist()
        for label in (pairs.same, ~pairs.same)
    ]
    return Histogram(stratum, *counts)


def _curve(pairs: LabelledCosines, start: float) -> list[CurveStep]:
    cosines = [round(start + step / STEPS, 2) for step in range(round((1 - start) * STEPS) + 1)]
    shares = [
        1 - np.searchsorted(np.sort(pairs.cosines[label]), cosines) / label.sum()
        for label in (pairs.same, ~pairs.same)
    ]
    return [
        CurveStep(cosine, float(same), float(different))
        for cosine, same, different in zip(cosines, *shares, strict=True)
    ]


def _said(row: CutoffRow) -> Iterator[str]:
    """What the cut-off does, and whether shared words decide."""
    whole = row.strata[0]
    refused = 1 - whole.same.value
    yield (
        f"At {number(row.cutoff)}, {hundred(whole.different.value)} opposites pass as the same "
        f"({_range(whole.different.low, whole.different.high)}) and {hundred(refused)} "
        f"paraphrases are refused ({_range(1 - whole.same.high, 1 - whole.same.low)})."
    )
    parts = {part.stratum: part for part in row.strata[1:]}
    if len(parts) == len(STRATA):
        close, distant = (parts[stratum] for stratum in STRATA)
        yield (
            f"Of pairs that share most of their words, {hundred(close.different.value)} opposites "
            f"and {hundred(close.same.value)} paraphrases pass; of those that share few, "
            f"{hundred(distant.different.value)} opposites and {hundred(distant.same.value)} "
            "paraphrases."
        )


def hundred(share: float) -> str:
    """A share as so many of 100; what is neither none nor all never reads as none or all.

    >>> hundred(0.406), hundred(0.0), hundred(0.002), hundred(0.998), hundred(1.0)
    ('41 of 100', 'none of the', 'fewer than 1 of 100', 'more than 99 of 100', 'all of the')
    """
    if share in (0.0, 1.0):
        return "all of the" if share else "none of the"
    if share < 0.005:
        return "fewer than 1 of 100"
    return "more than 99 of 100" if share >= 0.995 else f"{100 * share:.0f} of 100"


def _range(low: float, high: float) -> str:
    return f"95 % interval {number(100 * low, 0)} to {number(100 * high, 0)} %"
