"""What an audit of two encoders says of each probe: before, after, and whether that is luck."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.measures.separation import Separation
from perimetry.results import Audit
from perimetry.results.board import Board, board
from perimetry.results.repair import ChangeOutcome, Gain
from perimetry.stats.bootstrap import Floats, group_index, resampled_means, resampled_statistic
from perimetry.stats.intervals import LEVEL, percentile_interval
from perimetry.stats.multiple import holm
from perimetry.stats.permutation import sign_flip_test
from perimetry.stats.rank_exchange import auroc_changes
from perimetry.stats.seeds import Seed, derived_seed

ALL = "all"
MEANS = ("order_accuracy", "accuracy", "ndcg_10", "map_5", "label_purity")
"""Item measures within 0 to 1 of which more is better. A probe is judged by the first it has."""

AUROC, COSINE = "auroc", "cosine"
LABELS = {"same": True, "different": False}


@dataclass(frozen=True)
class ProbeScores:
    """The item scores of two encoders under a probe's main measure."""

    probe: str
    measure: str
    before: Floats
    after: Floats
    groups: Sequence[str]


def main_scores(audit: Audit) -> list[ProbeScores]:
    """The main measure of each probe of an audit of two encoders, over all its subsets.

    A probe that has no measure of which more is better, such as over-reaction, is left out.

    Raises:
        InputError: the encoders were not scored on the same items.
    """
    found = []
    for probe in audit.datasets:
        part = audit.part(probe)
        measures = set(part.items["measure"].cast(pa.string()).to_pylist())
        measure = next((name for name in MEANS if name in measures), None)
        if measure:
            scored = board(part, measure, _subsets(part, measure))
            before, after = scored.scores[:, 0], scored.scores[:, -1]
            found.append(ProbeScores(probe, measure, before, after, scored.groups))
    return found


def gains(audit: Audit, *, trained: Collection[str], seed: int) -> list[Gain]:
    """Before and after on every probe of an audit of two encoders, Holm over all of them.

    The mean of a probe's main measure is tested by the sign-flip test over groups; the AUROC of
    labelled pairs, inside strata of equal overlap, by :func:`auroc_change`.

    Args:
        audit: the encoder before, then the one after.
        trained: the probes whose kind of data the repair learnt from.
        seed: of signs, swaps and resamples.

    Raises:
        InputError: the audit has not two encoders, or they were not scored on the same items.
    """
    if len(audit.encoders) != 2:
        raise InputError(f"before and after are two encoders, not {len(audit.encoders)}.")
    found = [_mean_gain(scores, scores.probe in trained, seed) for scores in main_scores(audit)]
    for probe in audit.datasets:
        part = audit.part(probe)
        pairs = _pairs(part)
        if pairs:
            found.append(_auroc_gain(probe, pairs, probe in trained, seed))
    adjusted = holm([gain.p for gain in found]) if found else ()
    return [
        replace(gain, p_adjusted=float(p), outcome=_outcome(gain.difference, float(p)))
        for gain, p in zip(found, adjusted, strict=True)
    ]


@dataclass(frozen=True)
class PairScores:
    """Cosines of labelled pairs under two encoders; ``strata`` number those of equal overlap."""

    same: NDArray[np.bool_]
    strata: NDArray[np.intp]
    before: Floats
    after: Floats
    groups: Sequence[str]


@dataclass(frozen=True)
class AurocChange:
    """The stratified AUROC of two encoders, its change with an interval, and how surprising."""

    before: float
    after: float
    low: float
    high: float
    p: float


def auroc_change(pairs: PairScores, *, seed: Seed) -> AurocChange:
    """Compare two encoders by AUROC inside strata, the strata weighing equally.

    The interval is that of the group bootstrap. The test exchanges the encoders' ranks of whole
    groups, see :mod:`perimetry.stats.rank_exchange`. Ranks are taken inside strata, as encoders'
    cosines have scales of their own.

    Args:
        pairs: of both labels in each stratum.
        seed: of exchanges and resamples.
    """
    scores = np.stack([pairs.before, pairs.after])
    parts = [np.flatnonzero(pairs.strata == number) for number in np.unique(pairs.strata)]
    separations = [[Separation(row[part], pairs.same[part]) for part in parts] for row in scores]

    def change(weights: Floats) -> Floats:
        one, other = (
            np.mean([s.auroc(weights[:, p]) for s, p in zip(row, parts, strict=True)], axis=0)
            for row in separations
        )
        return np.asarray(other - one)

    whole = np.ones((1, len(pairs.same)))
    before, after = (
        float(np.mean([s.auroc(whole[0, p]) for s, p in zip(row, parts, strict=True)]))
        for row in separations
    )
    drawn = resampled_statistic(change, pairs.groups, seed=seed)
    interval = percentile_interval(after - before, drawn[np.isfinite(drawn)])
    changes = np.zeros(len(pairs.same))
    for part in parts:
        changes[part] = auroc_changes(pairs.before[part], pairs.after[part], pairs.same[part])
    test = sign_flip_test(np.zeros(len(changes)), changes, pairs.groups, seed=seed)
    return AurocChange(before, after, interval.low, interval.high, test.p)


def _mean_gain(scores: ProbeScores, trained: bool, seed: int) -> Gain:
    before, after, groups = scores.before, scores.after, scores.groups
    identity = derived_seed(seed, "gain", scores.probe, scores.measure)
    test = sign_flip_test(before, after, groups, seed=identity)
    drawn = resampled_means(after - before, groups, seed=identity)
    interval = percentile_interval(test.difference, drawn)
    return Gain(
        probe=scores.probe,
        subset=ALL,
        measure=scores.measure,
        before=float(before.mean()),
        after=float(after.mean()),
        difference=test.difference,
        low=interval.low,
        high=interval.high,
        p=test.p,
        p_adjusted=1.0,
        n=len(before),
        groups=test.groups,
        trained=trained,
        outcome="cannot be said",
    )


def _auroc_gain(probe: str, pairs: PairScores, trained: bool, seed: int) -> Gain:
    found = auroc_change(pairs, seed=derived_seed(seed, "gain", probe, AUROC))
    return Gain(
        probe=probe,
        subset=ALL,
        measure=AUROC,
        before=found.before,
        after=found.after,
        difference=found.after - found.before,
        low=found.low,
        high=found.high,
        p=found.p,
        p_adjusted=1.0,
        n=len(pairs.same),
        groups=len(set(pairs.groups)),
        trained=trained,
        outcome="cannot be said",
    )


def _outcome(difference: float, adjusted: float) -> ChangeOutcome:
    if difference == 0:
        return "no difference"
    if adjusted > 1 - LEVEL:
        return "cannot be said"
    return "gained" if difference > 0 else "lost"


def _pairs(part: Audit) -> PairScores | None:
    """The labelled pairs of a probe whose subsets are ``category/label/stratum``, if it is such."""
    named: Mapping[str, list[str]] = {
        subset: subset.rsplit("/", 2) for subset in _subsets(part, COSINE)
    }
    wanted = [s for s, name in named.items() if len(name) == 3 and name[1] in LABELS]
    if not wanted:
        return None
    scored: Board = board(part, COSINE, wanted)
    kinds = [named[row["subset"]] for row in scored.rows]
    same = np.array([LABELS[label] for _, label, _ in kinds])
    strata, _ = group_index([stratum for _, _, stratum in kinds])
    kept = np.zeros(len(same), dtype=np.bool_)
    for number in np.unique(strata):
        members = strata == number
        if same[members].any() and not same[members].all():
            kept |= members
    if not kept.any():
        return None
    groups = [group for group, keep in zip(scored.groups, kept, strict=True) if keep]
    scores = scored.scores[kept]
    return PairScores(same[kept], strata[kept], scores[:, 0], scores[:, -1], groups)


def _subsets(part: Audit, measure: str) -> list[str]:
    measured = pc.equal(part.items["measure"].cast(pa.string()), measure)
    return list(dict.fromkeys(part.items.filter(measured)["subset"].to_pylist()))
