"""The retrieval measures against ir-measures (over trec_eval), on the same judged rankings.

Ours start from arrays, as a search returns them, and judgements as dictionaries; ir-measures starts
from its own dictionaries by name, whose making is not counted. The rounds are interleaved; shown
are medians.

    python benchmarks/ranking.py [--queries 10000] [--depth 100] [--rounds 7]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import ir_measures
import numpy as np
from ir_measures import AP, RR, R, Success, nDCG

from perimetry.measures.ranking import (
    Floats,
    Ranking,
    Relevance,
    average_precision,
    judge,
    ndcg,
    recall,
    reciprocal_rank,
    success,
)

POOL = 200_000
RETRIEVED, MISSED = 3, 2
"""Relevant documents a query, of grades 1 to 3."""

THEIRS = {
    "nDCG@10": nDCG @ 10,
    "MAP@100": AP @ 100,
    "MRR": RR,
    "recall@100": R @ 100,
    "success@10": Success @ 10,
}


@dataclass(frozen=True)
class Case:
    """Rankings without ties, in both forms."""

    documents: np.ndarray
    scores: np.ndarray
    judgements: list[dict[int, int]]
    run_by_name: dict[str, dict[str, float]]
    judgements_by_name: dict[str, dict[str, int]]


def draw(queries: int, depth: int, seed: int) -> Case:
    """Random rankings, of which each query has relevant documents at random ranks and unseen."""
    generator = np.random.default_rng(seed)
    documents = np.stack([generator.choice(POOL, depth, replace=False) for _ in range(queries)])
    steps = generator.random((queries, depth), dtype=np.float32) + np.float32(0.01)
    scores = -np.cumsum(steps, axis=1, dtype=np.float32)
    judgements: list[dict[int, int]] = []
    for row in documents:
        chosen = [*generator.choice(row, RETRIEVED, replace=False), *generator.choice(POOL, MISSED)]
        judgements.append({int(number): int(generator.integers(1, 4)) for number in chosen})
    return Case(
        documents,
        scores,
        judgements,
        {
            str(query): dict(zip(map(str, row.tolist()), values.tolist(), strict=True))
            for query, (row, values) in enumerate(zip(documents, scores, strict=True))
        },
        {str(q): {str(d): g for d, g in known.items()} for q, known in enumerate(judgements)},
    )


def ours(case: Case) -> dict[str, Floats]:
    """Five measures of every query."""
    judged = judge(Ranking(case.documents, case.scores), Relevance.of(case.judgements))
    return {
        "nDCG@10": ndcg(judged, 10),
        "MAP@100": average_precision(judged, 100),
        "MRR": reciprocal_rank(judged, case.documents.shape[1]),
        "recall@100": recall(judged, 100),
        "success@10": success(judged, 10),
    }


def theirs(case: Case) -> dict[str, Floats]:
    """The same by ir-measures."""
    names = {str(measure): name for name, measure in THEIRS.items()}
    values = {name: np.zeros(len(case.documents)) for name in THEIRS}
    for value in ir_measures.iter_calc(
        list(THEIRS.values()), case.judgements_by_name, case.run_by_name
    ):
        values[names[str(value.measure)]][int(value.query_id)] = value.value
    return values


def main() -> None:
    """Measure, compare and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--queries", type=int, default=10_000)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    case = draw(args.queries, args.depth, args.seed)
    engines: dict[str, Callable[[Case], dict[str, Floats]]] = {
        "perimetry": ours,
        "ir-measures": theirs,
    }
    seconds: dict[str, list[float]] = {name: [] for name in engines}
    values: dict[str, dict[str, Floats]] = {}
    for _ in range(args.rounds):
        for name, engine in engines.items():
            started = time.perf_counter()
            values[name] = engine(case)
            seconds[name].append(time.perf_counter() - started)
    print(
        f"{args.queries} queries × {args.depth} documents, {', '.join(THEIRS)}: "
        f"medians (and best) of {args.rounds} interleaved rounds"
    )
    for name, times in seconds.items():
        print(f"{name:12} {1000 * median(times):8.0f} ms {1000 * min(times):8.0f} ms")
    difference = max(
        float(np.abs(values["perimetry"][name] - values["ir-measures"][name]).max())
        for name in THEIRS
    )
    ratio = median(seconds["ir-measures"]) / median(seconds["perimetry"])
    print(f"{ratio:.1f} times as fast; largest difference of a query's value {difference:.1e}")


if __name__ == "__main__":
    main()
