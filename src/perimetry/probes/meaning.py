"""Does an encoder's cosine follow meaning, or the words that two texts share?

Pairs of known relation are judged inside strata of equal word overlap (arXiv 2608.10216), triplets
by their order, and under the seven distances of MeTMaP (arXiv 2402.14480).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from perimetry.curation.balance import balance_by_stratum
from perimetry.datasets.background import Background
from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.measures.distance import DISTANCES, Distance, mahalanobis
from perimetry.measures.lexical import BASELINES
from perimetry.measures.overlap import mean_overlap
from perimetry.measures.similarity import cosine
from perimetry.probes.base import Vectors
from perimetry.probes.order import order_estimates, order_rows
from perimetry.probes.separation import separation_estimates
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text
from perimetry.stats.bootstrap import Floats, GroupSums, resampled_counts
from perimetry.stats.intervals import group_mean, percentile_interval
from perimetry.stats.seeds import derived_seed

ALL = "all"
TIE = 1e-6
"""Distances that differ by less than this share of the larger are equal."""


@dataclass(frozen=True)
class MeaningProbe:
    """The map of a labelled set: each category is a place where an encoder may be blind.

    Items. A pair has ``category/label/stratum`` as subset and the measure ``cosine``
    (``similarity`` for a baseline). A triplet has its category as subset and the measures
    ``order_accuracy`` (1 when the keeping partner is closer), ``order_tie``, ``margin`` and
    ``pass_euclidean`` and the like. Pairs labelled *depends* are scored and count nowhere.
    """

    data: LabelledSet
    background: Background | None = None
    name: str = "core"

    def note(self) -> DatasetNote:
        """Identity, size, lexical overlap and the manipulation check of the set."""
        cells: dict[str, list[tuple[str, str]]] = {}
        for pair in self.data.pairs:
            cells.setdefault(f"{pair.label}, {pair.stratum}", []).append((pair.text_a, pair.text_b))
        return DatasetNote(
            name=self.data.name,
            digest=self.data.digest,
            source=self.data.source,
            groups=len(self.data.groups),
            overlap={cell: mean_overlap(cells[cell]).as_dict() for cell in sorted(cells)},
            balance=balance_by_stratum(self.data),
            notes=(*self.data.notes, *self._left_out()),
        )

    def texts(self) -> Iterator[Text]:
        """Both texts of every pair, and the background where there is one."""
        if self.background:
            yield from map(Text, self.background.sentences)
        for pair in self.data.pairs:
            yield Text(pair.text_a)
            yield Text(pair.text_b)

    def judge(self, vectors: Vectors) -> ItemScores:
        """Score the pairs, then the triplets, then the triplets under the other distances."""
        left, right = (
            vectors[[Text(text) for text in texts]] for texts in zip(*self._texts, strict=True)
        )
        rows = list(self._rows(cosine(left, right), "cosine"))
        distances: dict[str, Distance] = {k: v for k, v in DISTANCES.items() if k != "cosine"}
        if self.background:
            distances["mahalanobis"] = mahalanobis(
                vectors[[Text(sentence) for sentence in self.background.sentences]]
            )
        if self.data.triplets:
            for name, distance in distances.items():
                rows += self._passes(name, distance(left, right))
        return ItemScores(rows)

    def baselines(self) -> Mapping[str, ItemScores]:
        """The same items by the words they share, and by chance."""
        return {
            name: ItemScores(list(self._rows(similarity(self._texts), "similarity")))
            for name, similarity in BASELINES.items()
        }

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """For each category and for all: separation, order, pass rates and over-reaction."""
        similarity = {row.item: row.value for row in scores.rows if row.measure in SIMILARITIES}
        is_cosine = any(row.measure == "cosine" for row in scores.rows)
        estimates: list[Estimate] = []
        for subset in (*self.data.categories, ALL):
            kinds = self.data.categories if subset == ALL else [subset]
            pairs = [pair for pair in self.data.pairs if pair.category in kinds]
            values = np.array([similarity[pair.item] for pair in pairs])
            estimates += separation_estimates(
                subset, pairs, values, self._levenshtein(pairs), seed, cosines=is_cosine
            )
            estimates += order_estimates(scores, subset, kinds, seed)
            if is_cosine:
                estimates += self._pass_rates(scores, subset, kinds, seed)
                estimates += self._over_reaction(similarity, subset, kinds, seed)
        return estimates

    @cached_property
    def _texts(self) -> list[tuple[str, str]]:
        return [(pair.text_a, pair.text_b) for pair in self.data.pairs]

    @cached_property
    def _similar_letters(self) -> dict[str, float]:
        similar = BASELINES["Levenshtein"](self._texts)
        return {pair.item: float(v) for pair, v in zip(self.data.pairs, similar, strict=True)}

    def _levenshtein(self, pairs: Sequence[LabelledPair]) -> Floats:
        return np.array([self._similar_letters[pair.item] for pair in pairs])

    def _rows(self, values: Floats, measure: str) -> Iterator[Score]:
        """The rows of the pairs and of the triplets under one similarity."""
        for pair, value in zip(self.data.pairs, values.tolist(), strict=True):
            yield Score(
                f"{pair.category}/{pair.label}/{pair.stratum}", pair.item, pair.group, measure,
                value, pair.text_a, pair.text_b,
            )  # fmt: skip
        similarity = dict(zip((pair.item for pair in self.data.pairs), values, strict=True))
        for triplet in self.data.triplets:
            keeping, breaking = triplet.keeping, triplet.breaking
            yield from order_rows(
                subset=keeping.category,
                item=triplet.item,
                group=keeping.group,
                margin=float(similarity[keeping.item] - similarity[breaking.item]),
                anchor=keeping.text_a,
                positive=keeping.text_b,
                negative=breaking.text_b,
            )

    def _passes(self, name: str, distances: Floats) -> Iterator[Score]:
        far = dict(zip((pair.item for pair in self.data.pairs), distances.tolist(), strict=True))
        for triplet in self.data.triplets:
            kept, broken = far[triplet.keeping.item], far[triplet.breaking.item]
            passed = broken - kept > TIE * max(kept, broken)
            yield Score(
                triplet.keeping.category, triplet.item, triplet.keeping.group, f"pass_{name}",
                float(passed), triplet.keeping.text_b, triplet.breaking.text_b,
                anchor=triplet.keeping.text_a,
            )  # fmt: skip

    def _pass_rates(
        self, scores: ItemScores, subset: str, kinds: Sequence[str], seed: int
    ) -> Iterator[Estimate]:
        for name in (*DISTANCES, "mahalanobis"):
            measure = f"pass_{name}"
            rows = [row for kind in kinds for row in scores.select(kind, measure)]
            if not rows:
                continue
            groups = [row.group for row in rows]
            found = group_mean(
                np.array([row.value for row in rows]), groups, derived_seed(seed, "group", "order")
            )
            yield Estimate(
                subset, measure, found.value, found.low, found.high, len(rows), len(set(groups))
            )

    def _over_reaction(
        self, similarity: Mapping[str, float], subset: str, kinds: Sequence[str], seed: int
    ) -> Iterator[Estimate]:
        """How far keeping partners move, as a multiple of how far breaking ones do."""
        triplets = [t for t in self.data.triplets if t.keeping.category in kinds]
        if not triplets:
            return
        groups = [t.keeping.group for t in triplets]
        moved = np.array(
            [[1 - similarity[t.keeping.item], 1 - similarity[t.breaking.item]] for t in triplets]
        )
        kept, broken = moved.mean(axis=0)
        counts = resampled_counts(len(set(groups)), derived_seed(seed, "group", "order"))
        means = GroupSums.of(moved, groups).resampled(counts)
        if broken <= 0 or (means[:, 1] <= 0).any():
            return
        found = percentile_interval(float(kept / broken), means[:, 0] / means[:, 1])
        yield Estimate(
            subset, "over_reaction", found.value, found.low, found.high,
            len(triplets), len(set(groups)),
        )  # fmt: skip

    def _left_out(self) -> Iterator[str]:
        """Strata without both classes, which no stratified measure can use."""
        for category in self.data.categories:
            for stratum in ("close", "distant"):
                labels = {
                    p.label
                    for p in self.data.pairs
                    if (p.category, p.stratum) == (category, stratum) and p.label != "depends"
                }
                if len(labels) == 1:
                    yield f"{category}, {stratum}: only {labels.pop()} pairs, so it is left out"
        depends = sum(pair.label == "depends" for pair in self.data.pairs)
        if depends:
            yield f"{depends} pairs depend on the application and count neither right nor wrong"


SIMILARITIES = ("cosine", "similarity")
