"""What a planted fault costs: which suites move, and by how much.

``python benchmarks/fault_costs.py [ENCODER …]`` plants every fault in the bundled encoder, or in
those that it is given (a folder is its own checkpoint), and prints Markdown: the change of each
measure against the healthy encoder on the same items, bold where its 95 % interval, from
resampling whole groups, leaves out 0; ``--intervals`` prints those too. Texts are encoded as a
program would, in the order in which they are named, 64 at a time, with the encoder's own prompts.
(An audit sorts them by length and sends each prompt by name, which hides some faults of batches
and of prompts.) ``--limit`` is the number of sentences of a kind, ``--fault WORDS`` picks faults
by their names. About half an hour of one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.core import builtin_core
from perimetry.encoders import Encoder, open_encoder
from perimetry.encoders.base import checked_vectors
from perimetry.encoders.models import bundled
from perimetry.errors import EncodingError
from perimetry.measures.nearest import nearest
from perimetry.probes import Probe, load_suite
from perimetry.probes.claim_search import ClaimSearchProbe
from perimetry.probes.meaning import MeaningProbe
from perimetry.records import Role, Score, Text, unique
from perimetry.report.wording import interval, number
from perimetry.runner.evolving import builtin_claims
from perimetry.stats.intervals import group_mean
from perimetry.stats.seeds import derived_seed
from perimetry.testing.faults import FAULTS, Model
from perimetry.testing.faults.remembering import Remembering

BATCH = 64
THRESHOLD = 0.7
POOLS = ("reasoning", "instructions", "documents")
DEPTH = 10

Scores = dict[str, tuple[float, str]]
"""Each item's score and its group."""


@dataclass(frozen=True)
class Vectors:
    """The vectors of all texts that the measures need."""

    rows: Mapping[Text, int]
    matrix: NDArray[np.float32]

    def __getitem__(self, texts: Sequence[Text]) -> NDArray[np.float32]:
        """One row a text, shape ``(len(texts), d)``."""
        return self.matrix[[self.rows[text] for text in texts]]


@dataclass(frozen=True)
class Measures:
    """The probes that are asked, and the claims that are searched in an index made before."""

    probes: Mapping[str, Probe]
    claims: ClaimSearchProbe

    @classmethod
    def of(cls, limit: int) -> Measures:
        """At most ``limit`` sentences of each phenomenon, ten times as many of heros."""
        core = MeaningProbe(builtin_core("dev").sample(limit, 0))  # no background, so no floor
        [heros] = load_suite("heros", limit=10 * limit, seed=0)
        advanced = {probe.name: probe for probe in load_suite("advanced", seed=0)}
        claims = ClaimSearchProbe(builtin_claims())
        return cls({"core": core, "heros": heros, "search": claims, **advanced}, claims)

    def texts(self) -> list[Text]:
        """What is encoded, each once."""
        return unique(text for probe in self.probes.values() for text in probe.texts())

    def scores(self, vectors: Vectors, healthy: Vectors) -> dict[str, Scores]:
        """Each measure's item scores, under its name."""
        found = {name: probe.judge(vectors).rows for name, probe in self.probes.items()}
        return {
            "core order": _of(found["core"], "order_accuracy"),
            "heros order": _of(found["heros"], "order_accuracy"),
            "claims MAP@10": _of(found["search"], "map_10"),
            **{f"{name} nDCG@10": _of(found[name], "pool_ndcg_10") for name in POOLS},
            "requests": _of(found["requests"], "accuracy"),
            "cut-off": {
                row.item: (float(row.value >= THRESHOLD), row.group)
                for row in found["core"] if row.measure == "cosine"
            },
            "dot product": self._by_dot_product(vectors, vectors),
            "old index": self._by_dot_product(vectors, healthy),
        }  # fmt: skip

    def _by_dot_product(self, vectors: Vectors, indexed: Vectors) -> Scores:
        """MAP@10 of the same claims in an index of dot products, which holds ``indexed``."""
        data = self.claims.data
        queries = vectors[[Text(claim.text, "query") for claim in data.claims]]
        documents = indexed[[Text(document, "document") for document in data.corpus]]
        if queries.shape[1] != documents.shape[1]:
            return {claim.item: (0.0, claim.group) for claim in data.claims}
        ranking = nearest(queries, documents, DEPTH, score="dot").documents.tolist()
        return {
            claim.item: (
                1 / (1 + best.index(claim.fact_check)) if claim.fact_check in best else 0.0,
                claim.group,
            )
            for claim, best in zip(data.claims, ranking, strict=True)
        }


def main() -> None:
    """Print a table of changes for each checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoders", nargs="*")
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--fault", default="")
    parser.add_argument("--intervals", action="store_true")
    given = parser.parse_args()
    measures = Measures.of(given.limit)
    for name in given.encoders or [None]:
        folder = bundled.wheel_folder() if name is None else Path(name)
        encoder = Remembering(open_encoder(name, threads=1))
        model = Model(encoder, folder if folder and folder.is_dir() else None)
        _print_costs(model, measures, given.fault, given.intervals)


def _print_costs(model: Model, measures: Measures, wanted: str, intervals: bool) -> None:
    texts = measures.texts()
    healthy = encoded(model.encoder, texts)
    before = measures.scores(healthy, healthy)
    print(f"\n## {model.encoder.name}, {len(texts):,} texts\n")
    _row("fault", "named by", *before)
    _row("---", "---", *("---" for _ in before))
    means = (np.mean([value for value, _ in scores.values()]) for scores in before.values())
    _row("none", "", *(number(float(mean)) for mean in means))
    for fault in FAULTS:
        if wanted not in fault.name or not fault.fits(model):
            continue
        try:
            after = measures.scores(encoded(fault.plant(model), texts), healthy)
        except EncodingError:  # which an audit would report instead of a score
            _row(fault.name, fault.named_by, *("no score" for _ in before))
            continue
        cells = (_change(name, before[name], after[name], intervals) for name in before)
        _row(fault.name, fault.named_by, *cells)


def encoded(encoder: Encoder, texts: Sequence[Text]) -> Vectors:
    """Encode ``texts`` by role in batches of :data:`BATCH`.

    Raises:
        EncodingError: a vector is not finite, so an audit would report no score.
    """
    rows = {text: row for row, text in enumerate(texts)}
    parts: list[tuple[list[int], NDArray[np.float32]]] = []
    for role, prompt, those in _calls(texts):
        for start in range(0, len(those), BATCH):
            batch = those[start : start + BATCH]
            strings = [text.string for text in batch]
            vectors = encoder.encode(strings, role=role, prompt=prompt)
            checked = checked_vectors(vectors, strings, encoder.name)
            parts.append(([rows[text] for text in batch], checked))
    matrix = np.empty((len(texts), parts[0][1].shape[1]), dtype=np.float32)
    for places, vectors in parts:
        matrix[places] = vectors
    return Vectors(rows, matrix)


def _calls(texts: Sequence[Text]) -> Iterator[tuple[Role, str | None, list[Text]]]:
    calls: dict[tuple[Role, str | None], list[Text]] = {}
    for text in texts:
        calls.setdefault((text.role, text.prompt), []).append(text)
    for (role, prompt), those in calls.items():
        yield role, prompt, those


def _of(rows: Sequence[Score], measure: str) -> Scores:
    return {row.item: (row.value, row.group) for row in rows if row.measure == measure}


def _change(name: str, before: Scores, after: Scores, intervals: bool) -> str:
    """The mean change; of decisions at a cut-off, the share that flips."""
    changes = np.array([after[item][0] - before[item][0] for item in before])
    if not changes.any():
        return "0"
    if name == "cut-off":
        return f"{100 * np.abs(changes).mean():.1f} %"
    groups = [group for _, group in before.values()]
    found = group_mean(changes, groups, derived_seed(0, "group", name))
    between = f" ({interval(found)})" if intervals else ""
    said = f"{number(found.value)}{between}"
    return f"**{said}**" if found.low > 0 or found.high < 0 else said


def _row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
