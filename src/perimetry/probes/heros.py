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
from perimetry.measures.lexical import BASELINES
from perimetry.measures.overlap import mean_overlap
from perimetry.measures.similarity import cosine, normalised_similarity, percentile_within
from perimetry.probes.base import Vectors
from perimetry.probes.floor import Floor, FloorResamples
from perimetry.probes.order import order_estimates, order_rows
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text, triplet_item
from perimetry.stats.bootstrap import GroupSums, group_index, resampled_counts
from perimetry.stats.intervals import percentile_interval
from perimetry.stats.seeds import derived_seed

Floats = NDArray[np.float64]

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

    def baselines(self) -> Mapping[str, ItemScores]:
        """The triplets by the words they share, and by chance."""
        marks = [(s.item, edit) for s in self.data.sentences for edit in s.partners]
        texts = [(s.original, p) for s in self.data.sentences for p in s.partners.values()]
        return {
            name: ItemScores(
                list(self._triplet_rows(dict(zip(marks, similarity(texts).tolist(), strict=True))))
            )
            for name, similarity in BASELINES.items()
        }

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """The floor, the profile, the contrasts and the order accuracies, with intervals."""
        if not scores.select("background", "cosine"):  # a baseline has the triplets alone
            return list(self._orders(scores, seed))
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

    def _triplet_rows(self, cosines: Mapping[tuple[str, str], float]) -> Iterator[Score]:
        for keeping, breaking in product(self.data.keeping, self.data.breaking):
            kind = f"{keeping}>{breaking}"
            for s in self.data.sentences:
                if keeping not in s.partners or breaking not in s.partners:
                    continue
                yield from order_rows(
                    subset=kind,
                    item=triplet_item(f"{s.item}/{keeping}", f"{s.item}/{breaking}"),
                    group=s.group,
                    margin=cosines[s.item, keeping] - cosines[s.item, breaking],
                    anchor=s.original,
                    positive=s.partners[keeping],
                    negative=s.partners[breaking],
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
            groups = [row.group for row in rows]
            drawn = _drawn(groups, seed)
            means = GroupSums.of(cosines, groups).resampled(drawn)
            percentiles = floors.percentiles(cosines)
            weights = drawn[:, group_index(groups)[0]]
            yield _estimate(
                edit,
                "normalised_similarity",
                float(normalised_similarity(cosines, floor.value).mean()),
                normalised_similarity(means, floors.values),
                groups,
                verdicts.get(edit),
            )
            yield _estimate(edit, "cosine", float(cosines.mean()), means, groups)
            yield _estimate(
                edit,
                "background_percentile",
                float(percentile_within(cosines, floor.cosines).mean()),
                (weights * percentiles).sum(axis=1) / weights.sum(axis=1),
                groups,
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
            yield from order_estimates(scores, subset, pooled, seed)


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
        groups = [left[anchor].group for anchor in both]
        means = GroupSums.of(gaps, groups).resampled(_drawn(groups, seed))
        yield _estimate(
            f"{first}-{second}",
            "contrast",
            float(gaps.mean()) / (1 - floor.value),
            means / (1 - floors.values),
            groups,
        )


def _drawn(groups: Sequence[str], seed: int) -> Floats:
    """Resamples of these groups, the same for every measure over them."""
    return resampled_counts(len(set(groups)), derived_seed(seed, "group", "profile"))


def _estimate(
    subset: str,
    measure: str,
    value: float,
    resampled: Floats,
    groups: Sequence[str],
    word: str | None = None,
) -> Estimate:
    found = percentile_interval(value, resampled)
    count = len(set(groups))
    return Estimate(subset, measure, value, found.low, found.high, len(groups), count, word)
