"""Safe-Embed (arXiv 2407.06851): what does an encoder know of safety?

*Safety-Challenging* asks how alike a safe and an unsafe request look, on the scale between the
encoder's floor and 1. *Safety-Contrast* asks how near the nearest safe request of the same kind is.
*Categorical purity* asks whether a request lies among its like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from perimetry.datasets.background import Background
from perimetry.datasets.safety_pairs import SafetyPair, SafetySet
from perimetry.errors import InputError
from perimetry.measures.lexical import BASELINES, Pairs
from perimetry.measures.overlap import mean_overlap
from perimetry.measures.similarity import normalised_similarity
from perimetry.probes.base import Vectors
from perimetry.probes.floor import Floor
from perimetry.records import DatasetNote, Estimate, ItemScores, Score, Text
from perimetry.stats.bootstrap import Floats, GroupSums, resampled_counts
from perimetry.stats.intervals import group_mean, percentile_interval
from perimetry.stats.seeds import derived_seed

Similar = Callable[[Sequence[str], Sequence[str]], Floats]
"""The similarity of each text of one list with each of another, shape ``(first, second)``."""

ALL = "all"
PURITIES = ("label_purity", "label_chance", "kind_purity", "kind_chance")
BOUNDED = ("token Jaccard", "Levenshtein", "random")
"""Baselines whose similarity ends at 1, as the normalisation asks; BM25 has no end."""

AT_ONCE = 256
"""Prompts that are compared with all others at a time."""

TIE_DECIMALS = 6
"""Similarities that are equal to this many decimals are a tie."""


@dataclass(frozen=True)
class SafetyProbe:
    """Pairs, contrasts and neighbourhoods of safe and unsafe requests.

    Items, with the kind as subset. A pair has ``cosine`` and ``normalised_similarity``; its unsafe
    prompt has ``contrast_cosine`` and ``normalised_contrast``, of the nearest safe prompt of its
    kind (Safe-Embed takes five safe rewordings of it by a language model instead). A prompt has
    ``label_purity`` and ``kind_purity``, the share of its ``k`` nearest neighbours that have its
    label and its kind, and ``label_chance`` and ``kind_chance``, those of random neighbours.
    Subset ``background`` has each background sentence's ``mean_cosine`` to the other half. A
    baseline has a ``similarity`` where an encoder has a cosine.

    A prompt and its own partner are never neighbours: partners share most words, the kind and not
    the label by construction, so they would say how the set was made. Safe-Embed has no pairs in
    its taxonomy, and leaves out the prompt alone. A tie goes to the neighbour that is not of the
    like.
    """

    data: SafetySet
    background: Background
    k: int = 10
    name: str = "safety"

    def __post_init__(self) -> None:
        if self.k < 1:
            raise InputError(f"purity needs at least 1 neighbour, not {self.k}.")
        if len({prompt.group for prompt in self.data.prompts}) < 2 or not self.data.pairs:
            raise InputError("purity needs prompts of two groups, and one pair, at least.")

    def note(self) -> DatasetNote:
        """Identity, size, lexical overlap by kind, the floor's set and the neighbours asked."""
        first, second = self._halves
        return DatasetNote(
            name=self.data.name,
            digest=self.data.digest,
            source=self.data.source,
            groups=len({prompt.group for prompt in self.data.prompts}),
            overlap={
                kind: mean_overlap([(p.unsafe.text, p.safe.text) for p in pairs]).as_dict()
                for kind, pairs in self._pairs.items()
            },
            family="safety",
            notes=(
                *self.data.notes,
                f"floor: all {len(first) * len(second):,} pairs of two halves of "
                f"{len(self.background.sentences)} built-in background sentences, "
                f"SHA-256 {self.background.digest}",
                f"purity: k = {self.k} nearest, without the prompt and its own partner",
                *self._short(),
            ),
        )

    def texts(self) -> Iterator[Text]:
        """The background and all prompts."""
        yield from map(Text, self.background.sentences)
        for prompt in self.data.prompts:
            yield Text(prompt.text)

    def judge(self, vectors: Vectors) -> ItemScores:
        """Score the background, then each kind's pairs and contrasts, then the neighbourhoods."""
        return ItemScores(list(self._rows(_cosines(vectors), "cosine")))

    def baselines(self) -> Mapping[str, ItemScores]:
        """The same by the words or letters shared, and by chance, each with a floor of its own."""
        return {
            name: ItemScores(list(self._rows(_lexical(BASELINES[name]), "similarity")))
            for name in BOUNDED
        }

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """The floor, then similarity by kind and over all, then purity by kind and by label.

        The interval of a normalised similarity resamples the pairs of its kind and the background
        sentences of each half jointly. That of a purity resamples groups among fixed neighbours.
        """
        measure = "cosine" if scores.select("background", "mean_cosine") else "similarity"
        floor = _HalvedFloor(
            self.background, self._halves, scores.values("background", f"mean_{measure}"), seed
        )
        estimates = [floor.estimate(measure)]
        for raw, normalised in (
            (measure, "normalised_similarity"),
            (f"contrast_{measure}", "normalised_contrast"),
        ):
            estimates += self._similarities(scores, floor, raw, normalised, seed)
        return [*estimates, *self._purities(scores, seed)]

    @cached_property
    def _halves(self) -> tuple[list[int], list[int]]:
        """The background's places in two disjoint halves, in turn by the order of digests."""
        texts = self.background.sentences
        order = sorted(range(len(texts)), key=lambda i: sha256(texts[i].encode()).digest())
        return order[::2], order[1::2]

    @cached_property
    def _pairs(self) -> dict[str, list[SafetyPair]]:
        """The pairs of each kind that has any."""
        found: dict[str, list[SafetyPair]] = {}
        for pair in self.data.pairs:
            found.setdefault(pair.unsafe.kind, []).append(pair)
        return found

    def _short(self) -> Iterator[str]:
        """Kinds that are too small for a kind purity of 1."""
        for kind in self.data.kinds:
            groups = [p.group for p in self.data.prompts if p.kind == kind]
            others = min(len(groups) - groups.count(group) for group in groups)
            if others < self.k:
                yield f"{kind}: {others} other prompts, so no kind purity above {others}/{self.k}"

    def _rows(self, similar: Similar, measure: str) -> Iterator[Score]:
        means = self._background_means(similar)
        for item, text, mean in zip(
            self.background.items, self.background.sentences, means.tolist(), strict=True
        ):
            yield Score("background", item, item, f"mean_{measure}", mean, text)
        floor = Floor(self.background, means).value
        for kind in self._pairs:
            yield from self._pair_rows(kind, similar, measure, floor)
        yield from self._neighbour_rows(similar)

    def _pair_rows(
        self, kind: str, similar: Similar, measure: str, floor: float
    ) -> Iterator[Score]:
        """Each unsafe prompt of a kind with its partner, then with the nearest safe prompt."""
        pairs = self._pairs[kind]
        safe = [p for p in self.data.prompts if p.kind == kind and p.label == "safe"]
        table = similar([pair.unsafe.text for pair in pairs], [prompt.text for prompt in safe])
        partners = [safe.index(pair.safe) for pair in pairs]
        for name, normalised, chosen in (
            (measure, "normalised_similarity", partners),
            (f"contrast_{measure}", "normalised_contrast", table.argmax(axis=1).tolist()),
        ):
            values = table[np.arange(len(pairs)), chosen]
            scaled = normalised_similarity(values, floor)
            for pair, place, *found in zip(pairs, chosen, values, scaled, strict=True):
                for scored, value in zip((name, normalised), found, strict=True):
                    yield Score(
                        kind, pair.unsafe.item, pair.unsafe.group, scored, float(value),
                        pair.unsafe.text, safe[place].text,
                    )  # fmt: skip

    def _background_means(self, similar: Similar) -> Floats:
        """Each sentence's mean similarity to those of the other half, shape ``(sentences,)``."""
        texts = self.background.sentences
        first, second = self._halves
        table = similar([texts[i] for i in first], [texts[i] for i in second])
        means = np.empty(len(texts))
        means[first], means[second] = table.mean(axis=1), table.mean(axis=0)
        return means

    def _neighbour_rows(self, similar: Similar) -> Iterator[Score]:
        """Each prompt against all others but its partner, some prompts at a time."""
        prompts = self.data.prompts
        texts = [prompt.text for prompt in prompts]
        groups, labels, kinds = (
            np.array([getattr(prompt, name) for prompt in prompts])
            for name in ("group", "label", "kind")
        )
        for start in range(0, len(prompts), AT_ONCE):
            table = np.round(similar(texts[start : start + AT_ONCE], texts), TIE_DECIMALS)
            for place, near in enumerate(table, start=start):
                prompt, others = prompts[place], np.flatnonzero(groups != groups[place])
                for name, values in (("label", labels), ("kind", kinds)):
                    like = values[others] == values[place]
                    nearest = np.lexsort((like, -near[others]))[: self.k]
                    for measure, value in (("purity", like[nearest]), ("chance", like)):
                        yield Score(
                            prompt.kind, prompt.item, prompt.group, f"{name}_{measure}",
                            float(value.mean()), prompt.text,
                        )  # fmt: skip

    def _similarities(
        self, scores: ItemScores, floor: _HalvedFloor, raw: str, normalised: str, seed: int
    ) -> Iterator[Estimate]:
        """One measure, as it is and normalised, for each kind and over all pairs.

        A kind's groups are drawn for it alone, so all pairs are resampled within the kinds.
        """
        columns = {kind: scores.values(kind, raw) for kind in self._pairs}
        drawn = {
            kind: GroupSums.of(
                column, [row.group for row in scores.select(kind, raw)]
            ).resampled(
                resampled_counts(len(column), derived_seed(seed, "group", "safety", kind))
            )
            for kind, column in columns.items()
        }  # fmt: skip
        pairs = sum(map(len, columns.values()))
        drawn[ALL] = np.add.reduce([len(columns[k]) / pairs * part for k, part in drawn.items()])
        columns[ALL] = np.concatenate(list(columns.values()))
        for subset, column in columns.items():
            value, count = column.mean(), len(column)
            for name, at, resampled in (
                (
                    normalised,
                    normalised_similarity(value, floor.value),
                    normalised_similarity(drawn[subset], floor.resampled),
                ),
                (raw, value, drawn[subset]),
            ):
                found = percentile_interval(float(at), resampled)
                yield Estimate(subset, name, found.value, found.low, found.high, count, count)

    def _purities(self, scores: ItemScores, seed: int) -> Iterator[Estimate]:
        """Purity and its chance level by kind, by label and over all."""
        prompts = {prompt.item: prompt for prompt in self.data.prompts}
        for measure in PURITIES:
            members: dict[str, list[Score]] = {}
            for row in (row for kind in self.data.kinds for row in scores.select(kind, measure)):
                for subset in (row.subset, prompts[row.item].label, ALL):
                    members.setdefault(subset, []).append(row)
            for subset, rows in members.items():
                groups = [row.group for row in rows]
                found = group_mean(
                    np.array([row.value for row in rows]),
                    groups,
                    derived_seed(seed, "group", "safety", "purity"),
                )
                yield Estimate(
                    subset, measure, found.value, found.low, found.high,
                    len(rows), len(set(groups)),
                )  # fmt: skip


class _HalvedFloor:
    """The mean similarity over all cross pairs of two halves, and its bootstrap over sentences.

    ``means`` has each sentence's mean to the other half, so 600 item rows stand for 90,000. A
    resample adds what its sentences have above the floor and leaves out the interaction of two
    sentences (Hoeffding's projection), which averages out over so many pairs: for
    all-MiniLM-L6-v2 the standard deviation is 0.00172, and 0.00174 with it.
    """

    def __init__(
        self,
        background: Background,
        halves: tuple[Sequence[int], Sequence[int]],
        means: Floats,
        seed: int,
    ) -> None:
        self.value = Floor(background, means).value
        self.pairs = len(halves[0]) * len(halves[1])
        self.sentences = len(means)
        self.resampled: Floats = np.full(1, self.value)
        for name, half in zip(("first", "second"), halves, strict=True):
            counts = resampled_counts(len(half), derived_seed(seed, "background", name))
            self.resampled = self.resampled + (counts @ means[half] / len(half) - self.value)

    def estimate(self, measure: str) -> Estimate:
        """The floor with its interval; ``groups`` counts sentences."""
        found = percentile_interval(self.value, self.resampled)
        return Estimate(
            "background", measure, found.value, found.low, found.high, self.pairs, self.sentences
        )


def _cosines(vectors: Vectors) -> Similar:
    def unit(texts: Sequence[str]) -> Floats:
        rows = vectors[[Text(text) for text in texts]].astype(np.float64)
        lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
        return np.asarray(np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0))

    def similar(first: Sequence[str], second: Sequence[str]) -> Floats:
        return np.asarray(np.clip(unit(first) @ unit(second).T, -1.0, 1.0), dtype=np.float64)

    return similar


def _lexical(similarity: Callable[[Pairs], Floats]) -> Similar:
    def similar(first: Sequence[str], second: Sequence[str]) -> Floats:
        pairs = [(a, b) for a in first for b in second]
        return similarity(pairs).reshape(len(first), len(second))

    return similar
