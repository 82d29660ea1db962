"""Old against new on the same items: what improved, what got worse, what cannot be said.

The sign-flip test over groups decides, Holm's adjustment keeps the claims honest together, and the
group bootstrap draws the intervals. See ``docs/reference/statistics.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from perimetry.errors import InputError
from perimetry.results import Audit, EncoderRecord
from perimetry.results.board import Board, board
from perimetry.results.comparison import Change, Comparison, Flip, Outcome, Place
from perimetry.stats.bootstrap import resampled_means
from perimetry.stats.effect import effect_size, groups_needed, minimum_detectable_effect
from perimetry.stats.intervals import LEVEL, group_mean, percentile_interval
from perimetry.stats.multiple import holm
from perimetry.stats.permutation import sign_flip_test
from perimetry.stats.ranks import rank_intervals, rank_letters
from perimetry.stats.seeds import derived_seed

MEASURE = "order_accuracy"
ALL = "all"


def compare(
    audit: Audit, *, seed: int, texts_per_s: Mapping[str, float] | None = None
) -> Comparison:
    """Compare the encoders of ``audit``: the first against the last in detail, all by rank.

    Args:
        audit: of at least two encoders, see :func:`~perimetry.results.board.joined_audit`.
        seed: of signs and resamples.
        texts_per_s: how fast an encoder is, where that was measured.

    Raises:
        InputError: there is only one encoder, or no triplet to compare on.
    """
    if len(audit.encoders) < 2:
        raise InputError("a comparison needs two encoders or audits. Name another.")
    pools = _pools(audit)
    everything = pools[ALL]
    old, new = audit.encoders[0], audit.encoders[-1]
    return Comparison(
        old=old.name,
        new=new.name,
        same_fingerprint=old.fingerprint == new.fingerprint,
        measure=MEASURE,
        subset=ALL,
        changes=_changes(pools, seed),
        flips=list(_flips(everything)),
        places=_places(audit, everything, seed, texts_per_s or {}),
        data="; ".join(
            f"{note.name}, {note.groups} groups, SHA-256 {note.digest}"
            for note in audit.datasets.values()
        ),
        seed=seed,
    )


def _pools(audit: Audit) -> dict[str, Board]:
    """The triplets of all probes together, then of each edit or phenomenon.

    With several probes their names stand before those, since two may have one of the same name.
    """
    pools: dict[str, Board] = {}
    everything: list[str] = []
    for probe in audit.datasets:
        part = audit.part(probe)
        kinds = _kinds(part)
        prefix = f"{probe}: " if len(audit.datasets) > 1 else ""
        for name in part.relations or kinds:
            members = [kind for kind in kinds if name in kind.split(">")]
            if members:
                pools[prefix + name] = board(part, MEASURE, members)
        everything += kinds
    return {ALL: board(audit, MEASURE, list(dict.fromkeys(everything)))} | pools


def _kinds(part: Audit) -> list[str]:
    """The subsets that have triplets, in the order of the items."""
    measured = pc.equal(part.items["measure"].cast(pa.string()), MEASURE)
    return list(dict.fromkeys(part.items.filter(measured)["subset"].to_pylist()))


def _changes(pools: Mapping[str, Board], seed: int) -> list[Change]:
    tests = {
        subset: sign_flip_test(
            scored.scores[:, 0],
            scored.scores[:, -1],
            scored.groups,
            seed=derived_seed(seed, "signs", subset),
        )
        for subset, scored in pools.items()
    }
    adjusted = holm([test.p for test in tests.values()])
    return [
        _change(subset, pools[subset], test.p, float(p), seed)
        for (subset, test), p in zip(tests.items(), adjusted, strict=True)
    ]


def _change(subset: str, scored: Board, p: float, adjusted: float, seed: int) -> Change:
    old, new = scored.scores[:, 0], scored.scores[:, -1]
    effect = effect_size(old, new, scored.groups)
    means = resampled_means(new - old, scored.groups, seed=derived_seed(seed, "resamples"))
    interval = percentile_interval(effect.difference, means)
    outcome = _outcome(effect.difference, adjusted)
    measurable = isfinite(effect.spread) and effect.spread > 0
    needed = (
        groups_needed(effect.difference, effect.spread)
        if measurable and outcome == "cannot be said"
        else None
    )
    return Change(
        subset=subset,
        measure=MEASURE,
        old=float(old.mean()),
        new=float(new.mean()),
        difference=effect.difference,
        low=interval.low,
        high=interval.high,
        p=p,
        p_adjusted=adjusted,
        n=len(old),
        groups=effect.groups,
        outcome=outcome,
        groups_needed=needed,
        detectable=(minimum_detectable_effect(effect.spread, effect.groups) if measurable else 0.0),
    )


def _outcome(difference: float, adjusted: float) -> Outcome:
    if difference == 0:
        return "no difference"
    if adjusted > 1 - LEVEL:
        return "cannot be said"
    return "improved" if difference > 0 else "worse"


def _flips(everything: Board) -> Iterator[Flip]:
    """The items on which the first and the last encoder disagree, losses first."""
    old, new = everything.scores[:, 0], everything.scores[:, -1]
    changed = np.flatnonzero(old != new)
    for place in sorted(changed.tolist(), key=lambda place: float(new[place])):
        row = everything.rows[place]
        yield Flip(
            subset=row["subset"],
            item=row["item"],
            gained=bool(new[place] > old[place]),
            anchor=row["anchor"],
            text_a=row["text_a"],
            text_b=row["text_b"],
        )


def _places(
    audit: Audit, everything: Board, seed: int, texts_per_s: Mapping[str, float]
) -> list[Place]:
    """All encoders, the best first, with the intervals that their audits state."""
    rank_seed = derived_seed(seed, "ranks")
    ranks = rank_intervals(everything.scores, everything.groups, seed=rank_seed)
    letters = rank_letters(everything.scores, everything.groups, seed=rank_seed)
    order_seed = derived_seed(seed, "group", "order")
    places = []
    columns = everything.scores.T
    for record, scores, rank, letter in zip(audit.encoders, columns, ranks, letters, strict=True):
        found = group_mean(scores, everything.groups, order_seed)
        places.append(
            Place(
                encoder=record.name,
                fingerprint=record.fingerprint,
                value=found.value,
                low=found.low,
                high=found.high,
                rank=rank.rank,
                rank_low=rank.low,
                rank_high=rank.high,
                letters=letter,
                dimension=_whole(record, "dimension"),
                weights_bytes=_whole(record, "weights_bytes"),
                texts_per_s=texts_per_s.get(record.name),
            )
        )
    return sorted(places, key=lambda place: (place.rank, place.encoder))


def _whole(record: EncoderRecord, key: str) -> int | None:
    value = record.setup.get(key)
    return value if isinstance(value, int) else None
