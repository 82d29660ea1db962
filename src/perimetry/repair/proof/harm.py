"""What a repair must not break: likeness as people see it, classes, search, and suites unasked.

Every test must pass, so none is adjusted for the others. Margins are stated beforehand, in the
units of the measure: 0.01 is a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from perimetry.datasets.retrieval import RetrievalSet
from perimetry.encoders.base import Encoder
from perimetry.errors import DataError
from perimetry.measures.similarity import cosine
from perimetry.probes.base import Vectors
from perimetry.probes.retrieval import RetrievalProbe
from perimetry.records import Text, unique
from perimetry.repair.proof.logistic import fit_classifier
from perimetry.repair.proof.public_sets import (
    LabelledTexts,
    RatedPairs,
    read_banking77,
    read_onestopenglish,
    read_piqa,
    read_stsb,
)
from perimetry.results.repair import HarmOutcome, HarmTest
from perimetry.runner.encode import encode_texts
from perimetry.runner.local import Watch
from perimetry.stats.bootstrap import Floats, resampled_means, resampled_statistic
from perimetry.stats.correlation import correlation
from perimetry.stats.correlation_noninferiority import spearman_non_inferiority, weighted_rho
from perimetry.stats.intervals import LEVEL
from perimetry.stats.noninferiority import NonInferiority, non_inferiority
from perimetry.stats.seeds import derived_seed
from perimetry.store import VectorStore

MARGIN = 0.01
"""Of STS-B (Spearman) and Banking77 (accuracy), whose sets are large."""

SEARCH_MARGIN = 0.02
"""Of retrieval (nDCG@10): a point would need 299 queries, and OneStopEnglish has 188."""

SEARCH_MEASURE = "ndcg_10"


class HarmSet(Protocol):
    """One thing that must not become worse, judged on vectors, as probes are."""

    @property
    def name(self) -> str:
        """How tables call it."""
        ...

    def texts(self) -> Iterable[Text]:
        """Every text whose vector it needs."""
        ...

    def score(self, vectors: Vectors) -> Floats:
        """One number an item; what they are is between this and :meth:`test`."""
        ...

    def test(self, before: Floats, after: Floats, seed: int) -> HarmTest:
        """Compare the scores of two encoders."""
        ...


@dataclass(frozen=True)
class LikenessHarm:
    """Spearman's rho of cosines with people's scores."""

    pairs: RatedPairs
    margin: float = MARGIN

    @property
    def name(self) -> str:
        """The set's own name."""
        return self.pairs.name

    def texts(self) -> Iterable[Text]:
        """Both texts of every pair."""
        yield from map(Text, [*self.pairs.left, *self.pairs.right])

    def score(self, vectors: Vectors) -> Floats:
        """The cosine of each pair."""
        left, right = (list(map(Text, texts)) for texts in (self.pairs.left, self.pairs.right))
        return cosine(vectors[left], vectors[right])

    def test(self, before: Floats, after: Floats, seed: int) -> HarmTest:
        """Rho may fall by less than the margin; pairs that share a sentence are one group."""
        truth, groups = self.pairs.scores, self.pairs.groups
        identity = derived_seed(seed, "harm", self.name)
        found = spearman_non_inferiority(
            truth, before, after, groups, margin=self.margin, seed=identity
        )
        drawn = resampled_statistic(
            lambda weights: (
                weighted_rho(truth, after, weights) - weighted_rho(truth, before, weights)
            ),
            groups,
            seed=identity,
        )
        old, new = (float(correlation(c, truth, "spearman")) for c in (before, after))
        return _tested(found, self.name, "spearman", old, new, drawn, len(truth), self.pairs.digest)


@dataclass(frozen=True)
class ClassHarm:
    """Accuracy of a logistic regression on frozen vectors, learnt anew for each encoder."""

    data: LabelledTexts
    margin: float = MARGIN

    @property
    def name(self) -> str:
        """The set's own name."""
        return self.data.name

    def texts(self) -> Iterable[Text]:
        """The texts to learn from and those to be tested on."""
        yield from map(Text, [*self.data.train, *self.data.test])

    def score(self, vectors: Vectors) -> Floats:
        """1 where a text of the test part is given its class."""
        train, test = (list(map(Text, texts)) for texts in (self.data.train, self.data.test))
        given = fit_classifier(vectors[train], self.data.train_labels).predicted(vectors[test])
        return np.array([float(a == b) for a, b in zip(given, self.data.test_labels, strict=True)])

    def test(self, before: Floats, after: Floats, seed: int) -> HarmTest:
        """Accuracy may fall by less than the margin; equal texts are one group."""
        return mean_harm(
            before,
            after,
            list(self.data.test),
            name=self.name,
            measure="accuracy",
            margin=self.margin,
            seed=seed,
            data=self.data.digest,
        )


@dataclass(frozen=True)
class SearchHarm:
    """nDCG@10 of queries in a pool."""

    data: RetrievalSet
    margin: float = SEARCH_MARGIN

    @property
    def name(self) -> str:
        """The set's own name."""
        return self.data.name

    def texts(self) -> Iterable[Text]:
        """Queries and documents."""
        return self._probe.texts()

    def score(self, vectors: Vectors) -> Floats:
        """nDCG@10 of each query."""
        return self._probe.judge(vectors).values(self.data.name, SEARCH_MEASURE)

    def test(self, before: Floats, after: Floats, seed: int) -> HarmTest:
        """The mean may fall by less than the margin; a query is a group."""
        return mean_harm(
            before,
            after,
            list(self.data.queries),
            name=self.name,
            measure=SEARCH_MEASURE,
            margin=self.margin,
            seed=seed,
            data=self.data.digest,
        )

    @property
    def _probe(self) -> RetrievalProbe:
        return RetrievalProbe(self.data, self.data.name)


def public_harm_sets(folder: Path | None) -> tuple[list[HarmSet], list[str]]:
    """What lies in the folder of public data, and what does not, each with the reason.

    Args:
        folder: see :mod:`perimetry.repair.proof.public_sets`; ``None`` where none was given.

    Raises:
        DataError: a set that is there is malformed.
    """
    if folder is None:
        return [], ["STS-B, Banking77, OneStopEnglish and PIQA: no folder of public data was given"]
    makers: Mapping[str, tuple[str, Sequence[str]]] = {
        "STS-B": ("stsb", ["stsb-en-test.csv"]),
        "Banking77": ("banking77", ["train.csv", "test.csv"]),
        "OneStopEnglish": ("onestopenglish", ["ele.jsonl", "adv.jsonl"]),
        "PIQA": ("piqa", ["valid.jsonl", "valid-labels.lst"]),
    }
    found: list[HarmSet] = []
    missing = []
    for name, (place, files) in makers.items():
        absent = [file for file in files if not (folder / place / file).is_file()]
        if absent:
            missing.append(f"{name}: there is no {place}/{absent[0]} in the folder of public data")
        else:
            found.append(_read(name, folder))
    if not found and not folder.is_dir():
        raise DataError(folder, "there is no such folder of public data.")
    return found, missing


def harm_tests(
    before: Encoder,
    after: Encoder,
    sets: Sequence[HarmSet],
    *,
    seed: int,
    store: VectorStore | None = None,
    watch: Watch | None = None,
) -> list[HarmTest]:
    """Encode what the sets need under both encoders, and test each.

    Raises:
        EncodingError: an encoder returned something that is not one finite vector a text.
    """
    texts = unique(text for one in sets for text in one.texts())
    scores: list[list[Floats]] = []
    for encoder in (before, after):
        watching = watch(encoder.name, len(texts)) if watch else None
        vectors = encode_texts(encoder, texts, store, watching)
        scores.append([one.score(vectors) for one in sets])
    return [one.test(old, new, seed) for one, old, new in zip(sets, *scores, strict=True)]


def mean_harm(
    before: Floats,
    after: Floats,
    groups: Sequence[str],
    *,
    name: str,
    measure: str,
    margin: float,
    seed: int,
    data: str,
) -> HarmTest:
    """Test a mean over items whose scores lie within 0 to 1.

    Raises:
        InputError: see :func:`~perimetry.stats.noninferiority.non_inferiority`.
    """
    identity = derived_seed(seed, "harm", name, measure)
    found = non_inferiority(before, after, groups, margin=margin, seed=identity)
    drawn = resampled_means(after - before, groups, seed=identity)
    old, new = float(before.mean()), float(after.mean())
    return _tested(found, name, measure, old, new, drawn, len(before), data)


def _tested(
    found: NonInferiority,
    name: str,
    measure: str,
    before: float,
    after: float,
    drawn: Floats,
    n: int,
    data: str,
) -> HarmTest:
    high = float(np.quantile(drawn, LEVEL))
    return HarmTest(
        name=name,
        measure=measure,
        margin=found.margin,
        before=before,
        after=after,
        difference=found.difference,
        bound=found.bound,
        high=high,
        p=found.p,
        n=n,
        groups=found.groups,
        groups_needed=found.groups_needed,
        data=data,
        outcome=_outcome(found, high),
    )


def _outcome(found: NonInferiority, high: float) -> HarmOutcome:
    if found.passes:
        return "no harm"
    return "harmed" if high < 0 else "cannot be ruled out"


def _read(name: str, folder: Path) -> HarmSet:
    if name == "STS-B":
        return LikenessHarm(read_stsb(folder, "test"))
    if name == "Banking77":
        return ClassHarm(read_banking77(folder))
    return SearchHarm(
        read_onestopenglish(folder) if name == "OneStopEnglish" else read_piqa(folder)
    )
