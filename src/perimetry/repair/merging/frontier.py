"""How much of the gain is left, and how much of the harm, between a base and a repaired model.

Both are measured on ``dev`` data, which also chooses: the certificate rests on other data. Where
the repair learnt from the core ``dev`` sentences their gain is flattering, at every weight alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perimetry.datasets.core import builtin_core
from perimetry.encoders import open_encoder
from perimetry.encoders.base import Encoder
from perimetry.errors import InputError
from perimetry.measures.similarity import cosine
from perimetry.probes.meaning import MeaningProbe
from perimetry.records import Text, unique
from perimetry.repair.merging.merge import Method, merge_models
from perimetry.repair.proof.public_sets import RatedPairs, read_stsb
from perimetry.runner.encode import encode_texts
from perimetry.stats.correlation import correlation

WEIGHTS = tuple(eighth / 8 for eighth in range(9))
SEED = 0
"""Of intervals that are not shown; the values do not depend on it."""


@dataclass(frozen=True)
class DevScores:
    """A model on ``dev`` data: stratified AUROC of the core set, and Spearman on STS-B."""

    auroc: float
    spearman: float


@dataclass(frozen=True)
class FrontierPoint:
    """A merged model: what it gains and what it loses against the base, 0 at the base itself.

    ``harm`` is the Spearman lost; below 0 it is a gain too.
    """

    weight: float
    gain: float
    harm: float


@dataclass(frozen=True)
class Frontier:
    """All points that were measured, and the best within the budget, ``None`` where none gains."""

    method: Method
    budget: float
    points: Sequence[FrontierPoint]
    best: FrontierPoint | None


def best_point(points: Sequence[FrontierPoint], budget: float) -> FrontierPoint | None:
    """The greatest gain among points that lose no more than ``budget``; of equals the nearest base.

    >>> points = [FrontierPoint(0.5, 0.10, 0.002), FrontierPoint(1.0, 0.25, 0.03)]
    >>> best_point(points, 0.01)
    FrontierPoint(weight=0.5, gain=0.1, harm=0.002)
    >>> best_point(points, 0.001) is None
    True
    """
    within = [point for point in points if point.gain > 0 and point.harm <= budget]
    return max(within, key=lambda point: (point.gain, -point.weight), default=None)


def find_frontier(
    base: Path,
    repaired: Sequence[Path],
    data_dir: Path,
    *,
    budget: float,
    method: Method = "slerp",
    weights: Sequence[float] = WEIGHTS,
    threads: int | None = None,
) -> Frontier:
    """Merge at each weight, encode, and score on the core set's and STS-B's ``dev``.

    Args:
        base: a sentence-transformers folder.
        repaired: what was trained from it; of several, the mean.
        data_dir: holds ``stsb/stsb-en-dev.csv``.
        budget: the most Spearman that may be lost.
        method: of merging.
        weights: to measure.
        threads: cores to encode on; ``None`` takes all.

    Raises:
        InputError: the models are not alike, or a weight cannot be.
        ModelError: a folder cannot be read.
        DataError: STS-B is not there.
    """
    pairs = read_stsb(data_dir, "dev")

    def score(folder: Path) -> DevScores:
        return dev_scores(open_encoder(str(folder), threads=threads), pairs)

    return measured_frontier(base, repaired, score, budget=budget, method=method, weights=weights)


def measured_frontier(
    base: Path,
    repaired: Sequence[Path],
    score: Callable[[Path], DevScores],
    *,
    budget: float,
    method: Method = "slerp",
    weights: Sequence[float] = WEIGHTS,
) -> Frontier:
    """The frontier under any ``score`` of a model folder. Merged folders are deleted at once.

    Raises:
        InputError: the models are not alike, a weight cannot be, or the budget is below 0.
    """
    if budget < 0:
        raise InputError(f"the harm budget is at least 0, not {budget}.")
    start, points = score(base), []
    with tempfile.TemporaryDirectory() as room:
        for weight in weights:
            folder = Path(room) / f"{base.resolve().name}-{weight:g}"
            merge_models(base, repaired, folder, weight=weight, method=method)
            found = score(folder)
            points.append(
                FrontierPoint(weight, found.auroc - start.auroc, start.spearman - found.spearman)
            )
            for file in folder.rglob("*.safetensors"):
                file.unlink()  # nine large models need not lie side by side
    return Frontier(method, budget, points, best_point(points, budget))


def dev_scores(encoder: Encoder, pairs: RatedPairs) -> DevScores:
    """Score ``encoder`` on the core set's ``dev`` and on ``pairs``."""
    probe = MeaningProbe(builtin_core("dev"))
    left, right = (list(map(Text, texts)) for texts in (pairs.left, pairs.right))
    vectors = encode_texts(encoder, unique([*probe.texts(), *left, *right]))
    estimates = probe.summarise(probe.judge(vectors), seed=SEED)
    auroc = next(e.value for e in estimates if (e.subset, e.measure) == ("all", "auroc"))
    cosines = cosine(vectors[left], vectors[right])
    return DevScores(auroc, float(correlation(cosines, pairs.scores, "spearman")))
