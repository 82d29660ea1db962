"""HEROS (arXiv 2306.05083): how far does each kind of edit move a sentence?

Two readings of the same pairs. The *profile* is the mean similarity of original and partner for
each edit, normalised by the encoder's floor. The *order* asks, of one anchor, whether the partner
that keeps the meaning lies closer than the one that breaks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import Background
from perimetry.datasets.heros import HerosSet
from perimetry.measures.overlap import mean_overlap
from perimetry.measures.similarity import cosine, normalised_similarity, percentile_within
from perimetry.probes.base import Vectors
from perimetry.probes.floor import Floor, FloorResamples
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text
from perimetry.stats.bootstrap import group_index, resampled_counts
from perimetry.stats.intervals import Interval, group_mean, percentile_interval
from perimetry.stats.seeds import derived_seed
from perimetry.stats.verdict import verdict

Floats = NDArray[np.float64]

TIE = 1e-6
"""Cosines closer than this are a tie, and a tie counts as a failure."""

CONTRASTS = (("synonym", "antonym"), ("typo", "random_word"), ("synonym", "negation"))


@dataclass(frozen=True)
class HerosProbe:
    """The profile and the order accuracy of a set of edited sentences.

    Measures of a pair, with the edit as subset: ``cosine``, ``normalised_similarity`` and
    ``background_percentile``. Measures of a triplet, with ``synonym>antonym`` and the like as
    subset: ``order_accuracy`` (1 when the keeping partner is closer), ``order_tie`` and
    ``margin`` (the difference of the cosines). Subset ``background`` holds the floor's pairs.
    """

    data: HerosSet
    background: Background
    name: str = "heros"

    def note(self) -> DatasetNote:
        """Identity, size and lexical overlap of the set."""
        by_edit = {edit: self.data.pairs(edit) for edit in self.data.relations}
        everything = [pair for pairs in by_edit.values() for pair in pairs]
        overlap = {edit: mean_overlap(pairs).as_dict() for edit, pairs in by_edit.items() if pairs}
        return DatasetNote(
            name=self.data.name,
            digest=self.data.digest,
            source=self.data.source,
            groups=len({sentence.group for sentence in self.data.sentences}),
            relations=dict(self.data.relations),
            overlap={**overlap, "all": mean_overlap(everything).as_dict()},
            notes=(
                f"floor: {len(self.background.sentences)} built-in background sentences, "
                f"SHA-256 {self.background.digest}",
            ),
        )

    def texts(self) -> Iterator[Text]:
        """The background, the originals and their partners."""
        yield from map(Text, self.background.sentences)
        for sentence in self.data.sentences:
            yield Text(sentence.original)
            yield from map(Text, sentence.partners.values())

    def judge(self, vectors: Vectors) -> ItemScores:
        """Score the background pairs, then each edit's pairs, then the triplets."""
        rows = self._background_rows(vectors)
        floor = Floor(self.background, np.array([row.value for row in rows]))
        cosines: dict[tuple[str, str], float] = {}
        for edit in self.data.relations:
            having = [s for s in self.data.sentences if edit in s.partners]
            if not having:
                continue
            values = cosine(
                vectors[[Text(s.original) for s in having]],
                vectors[[Text(s.partners[edit]) for s in having]],
            )
            measured = {
                "cosine": values,
                "normalised_similarity": normalised_similarity(values, floor.value),
                "background_percentile": percentile_within(values, floor.cosines),
            }
            for measure, column in measured.items():
                rows += [
                    Score(edit, f"{s.item}/{edit}", s.group, measure, float(value),
                          s.original, s.partners[edit])
                    for s, value in zip(having, column, strict=True)
                ]  # fmt: skip
            cosines |= {(s.item, edit): float(v) for s, v in zip(having, values, strict=True)}
        return ItemScores(rows + list(self._triplet_rows(cosines)))

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """The floor, the profile, the contrasts and the order accuracies, with intervals."""
        floor = Floor(self.background, scores.values("background", "cosine"))
        floors = FloorResamples(floor, derived_seed(seed, "background"))
        orders = list(self._orders(scores, seed))
        verdicts = {e.subset: e.verdict for e in orders if e.measure == "order_accuracy"}
        return [
            floors.estimate(),
            *self._profile(scores, floor, floors, verdicts, seed),
            *_contrasts(scores, floor, floors, seed),
            *orders,
        ]

    def _background_rows(self, vectors: Vectors) -> list[Score]:
        texts, items = self.background.sentences, self.background.items
        pairs = self.background.pairs()
        values = cosine(
            vectors[[Text(texts[i]) for i, _ in pairs]], vectors[[Text(texts[j]) for _, j in pairs]]
        )
        return [
            Score("background", f"{items[i]}~{items[j]}", items[i], "cosine", float(value),
                  texts[i], texts[j])
            for (i, j), value in zip(pairs, values, strict=True)
        ]  # fmt: skip

    def _triplet_rows(self, cosines: dict[tuple[str, str], float]) -> Iterator[Score]:
        for keeping, breaking in product(self.data.keeping, self.data.breaking):
            for s in self.data.sentences:
                if keeping not in s.partners or breaking not in s.partners:
                    continue
                margin = cosines[s.item, keeping] - cosines[s.item, breaking]
                tie = abs(margin) <= TIE
                for measure, value in (
                    ("order_accuracy", float(margin > 0 and not tie)),
                    ("order_tie", float(tie)),
                    ("margin", margin),
                ):
                    yield Score(
                        f"{keeping}>{breaking}",
                        f"{s.item}/{keeping}>{breaking}",
                        s.group,
                        measure,
                        value,
                        s.partners[keeping],
                        s.partners[breaking],
                        anchor=s.original,
                    )

    def _profile(
        self,
        scores: ItemScores,
        floor: Floor,
        floors: FloorResamples,
        verdicts: Mapping[str, str | None],
        seed: int,
    ) -> Iterator[Estimate]:
        """Each edit's mean similarity; its word is that of the order accuracy it takes part in."""
        for edit in self.data.relations:
            rows = scores.select(edit, "cosine")
            if not rows:
                continue
            cosines = np.array([row.value for row in rows])
            draw = _GroupDraws(rows, seed)
            means = draw.means(cosines)
            yield draw.estimate(
                edit,
                "normalised_similarity",
                float(normalised_similarity(cosines, floor.value).mean()),
                normalised_similarity(means, floors.values),
                verdicts.get(edit),
            )
            yield draw.estimate(edit, "cosine", float(cosines.mean()), means)
            yield draw.estimate(
                edit,
                "background_percentile",
                float(percentile_within(cosines, floor.cosines).mean()),
                draw.means_of_resamples(floors.percentiles(cosines)),
            )

    def _orders(self, scores: ItemScores, seed: int) -> Iterator[Estimate]:
        """Order measures for each kind of triplet, then pooled for each edit, then for all."""
        kinds = [">".join(pair) for pair in product(self.data.keeping, self.data.breaking)]
        pools = {kind: [kind] for kind in kinds}
        pools |= {
            edit: [kind for kind in kinds if edit in kind.split(">")]
            for edit in self.data.relations
        }
        pools["all"] = kinds
        for subset, pooled in pools.items():
            yield from _order(scores, subset, pooled, seed)


def _contrasts(
    scores: ItemScores, floor: Floor, floors: FloorResamples, seed: int
) -> Iterator[Estimate]:
    """Differences of normalised similarity between two edits, paired by anchor."""
    for first, second in CONTRASTS:
        left, right = (
            {row.item.rpartition("/")[0]: row for row in scores.select(edit, "cosine")}
            for edit in (first, second)
        )
        both = [anchor for anchor in left if anchor in right]
        if not both:
            continue
        gaps = np.array([left[anchor].value - right[anchor].value for anchor in both])
        draw = _GroupDraws([left[anchor] for anchor in both], seed)
        yield draw.estimate(
            f"{first}-{second}",
            "contrast",
            float(gaps.mean()) / (1 - floor.value),
            draw.means(gaps) / (1 - floors.values),
        )


def _order(scores: ItemScores, subset: str, kinds: Sequence[str], seed: int) -> Iterator[Estimate]:
    accuracy, tie, margin = (
        [row for kind in kinds for row in scores.select(kind, measure)]
        for measure in ("order_accuracy", "order_tie", "margin")
    )
    if not accuracy:
        return
    groups = [row.group for row in accuracy]
    wins, ties = (np.array([row.value for row in rows]) for rows in (accuracy, tie))
    intervals = {
        measure: group_mean(values, groups, derived_seed(seed, "group", "order"))
        for measure, values in {
            "order_accuracy": wins,
            "order_tie": ties,
            "margin": np.array([row.value for row in margin]),
            "order_accuracy_half_ties": wins + ties / 2,
        }.items()
    }
    count = len(set(groups))
    word = _word(intervals["order_accuracy"], intervals["order_accuracy_half_ties"], count)
    for measure, found in intervals.items():
        yield Estimate(
            subset,
            measure,
            found.value,
            found.low,
            found.high,
            n=len(groups),
            groups=count,
            verdict=word if measure == "order_accuracy" else None,
        )


def _word(strict: Interval, half_ties: Interval, groups: int) -> str:
    """The verdict on a strict order accuracy; where ties alone pull it down, it is *blind*."""
    word = verdict(strict.low, strict.high, groups)
    if word == "inverted" and verdict(half_ties.low, half_ties.high, groups) != "inverted":
        return "blind"
    return word


class _GroupDraws:
    """Bootstrap resamples of the groups behind some rows, the same for equal groups and seed."""

    def __init__(self, rows: Sequence[Score], seed: int) -> None:
        self.n = len(rows)
        self._index, self._groups = group_index([row.group for row in rows])
        self._drawn = resampled_counts(self._groups, derived_seed(seed, "group", "profile"))
        self._sizes = self._drawn @ np.bincount(self._index, minlength=self._groups)

    def means(self, values: Floats) -> Floats:
        """The mean of ``values`` (n,) in each resample."""
        sums = np.bincount(self._index, weights=values, minlength=self._groups)
        return np.asarray(self._drawn @ sums / self._sizes, dtype=np.float64)

    def means_of_resamples(self, values: Floats) -> Floats:
        """The mean of each row of ``values`` (resamples, n) under the same row's draw."""
        sums = (self._drawn[:, self._index] * values).sum(axis=1)
        return np.asarray(sums / self._sizes, dtype=np.float64)

    def estimate(
        self, subset: str, measure: str, value: float, resampled: Floats, word: str | None = None
    ) -> Estimate:
        """``value`` with the interval that ``resampled`` gives it."""
        interval = percentile_interval(value, resampled)
        return Estimate(
            subset, measure, value, interval.low, interval.high, self.n, self._groups, word
        )
