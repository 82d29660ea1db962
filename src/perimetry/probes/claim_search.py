"""When Claims Evolve (arXiv 2503.03417): is a claim's fact-check still found when it is edited?

People repeat a claim in other letters, with slips, negated, reworded or blown up. What was checked
stays the same, so the search should find the same fact-check.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import numpy as np

from perimetry.errors import InputError
from perimetry.measures.lexical import BASELINES
from perimetry.measures.nearest import nearest
from perimetry.measures.overlap import mean_overlap
from perimetry.probes.base import Vectors
from perimetry.probes.order import TIE
from perimetry.records import DatasetNote, Estimate, ItemScores, Relation, Score, Text
from perimetry.stats.bootstrap import Floats, GroupSums, resampled_counts
from perimetry.stats.intervals import Interval, clopper_pearson, group_mean, percentile_interval
from perimetry.stats.seeds import derived_seed

UNEDITED = "unedited"
WORST = "worst_"
MAP_AT = (5, 10)
RECALL_AT = (1, 5, 10)
MEASURES = (*(f"map_{k}" for k in MAP_AT), *(f"recall_{k}" for k in RECALL_AT))

DEPTH = 100
"""How far down a fact-check is looked for; all beyond rank alike, at ``DEPTH + 1``."""

BLOCK = 8192

LEXICAL = ("token Jaccard", "BM25")
"""The baselines. Chance is one in the corpus, and letters shared mostly say how long a text is."""

LEAST_GROUPS = 5
"""With fewer groups a kind of edit has no estimate of its own; it stands in those of its pool."""


@dataclass(frozen=True)
class EvolvingClaim:
    """A claim, the place of its fact-check in the corpus, and its edited versions by kind of edit.

    The first version of a kind is the one that stands for it; a kind that does not fit the claim is
    absent.
    """

    item: str
    group: str
    text: str
    fact_check: int
    edits: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def versions(self) -> list[str]:
        """The claim itself, then every edited version, kind after kind."""
        return [self.text, *(text for made in self.edits.values() for text in made)]


@dataclass(frozen=True)
class ClaimSet:
    """Claims, and the corpus in which their fact-checks lie among distractors.

    ``relations`` says of each kind of edit what it does to the claim's meaning, in the order of the
    tables; ``pools`` names kinds that are also read as one.

    Raises:
        InputError: there is no claim, one whose fact-check is not in the corpus, or an edit that
            has no relation or no version.
    """

    name: str
    source: str
    corpus: Sequence[str]
    claims: Sequence[EvolvingClaim]
    relations: Mapping[str, Relation] = field(default_factory=dict)
    pools: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not self.claims:
            raise InputError("a search for fact-checks needs at least one claim.")
        for claim in self.claims:
            if not 0 <= claim.fact_check < len(self.corpus):
                raise InputError(
                    f"claim {claim.item!r} has fact-check {claim.fact_check}, of a corpus of "
                    f"{len(self.corpus)} documents."
                )
            for kind, made in claim.edits.items():
                if kind not in self.relations or not made:
                    raise InputError(
                        f"claim {claim.item!r}: the edit {kind!r} needs a relation and a version."
                    )

    @property
    def digest(self) -> str:
        """SHA-256 of everything that decides a score, in order."""
        claims = [[c.item, c.group, c.text, c.fact_check, list(c.edits.items())]
                  for c in self.claims]  # fmt: skip
        rows = [list(self.corpus), claims]
        return sha256(json.dumps(rows, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True)
class ClaimSearchProbe:
    """The search for each claim's fact-check, before and after each kind of edit.

    Items, with ``unedited`` or the kind of edit as subset: ``rank`` of the fact-check from 1,
    behind all that tie with it; ``map_5`` and ``map_10``, which with one relevant document are its
    reciprocal rank, 0 past the cut-off; ``recall_1``, ``recall_5`` and ``recall_10``. An edit has
    them twice: of its first version, and with ``worst_`` before the name of that one of all whose
    fact-check ranks lowest. The paper's worst case is instead the version that was changed most,
    whatever the search makes of it.
    """

    data: ClaimSet
    name: str = "claim_search"

    def note(self) -> DatasetNote:
        """Identity, size, and how many claims each kind of edit fits."""
        claims = self.data.claims
        overlap = {UNEDITED: [(c.text, self.data.corpus[c.fact_check]) for c in claims]}
        edited: Counter[str] = Counter()
        versions: Counter[str] = Counter()
        for claim in claims:
            for kind, made in claim.edits.items():
                overlap.setdefault(kind, []).append((claim.text, made[0]))
                edited[kind] += 1
                versions[kind] += len(made)
        return DatasetNote(
            name=self.data.name,
            digest=self.data.digest,
            source=self.data.source,
            groups=len({claim.group for claim in claims}),
            relations=dict(self.data.relations),
            overlap={kind: mean_overlap(pairs).as_dict() for kind, pairs in overlap.items()},
            family="factuality",
            notes=(
                f"{len(self.data.corpus)} documents are searched",
                *(
                    f"{kind}: {edited[kind]} of {len(claims)} claims edited, "
                    f"{versions[kind]} versions"
                    for kind in self.data.relations
                ),
                *self.data.notes,
            ),
        )

    def texts(self) -> Iterator[Text]:
        """The corpus as documents, and every version of every claim as a query."""
        for document in self.data.corpus:
            yield Text(document, "document")
        for query in self._queries:
            yield Text(query, "query")

    def judge(self, vectors: Vectors) -> ItemScores:
        """Rank the corpus for each version by exact search."""
        corpus = self.data.corpus
        blocks = (
            vectors[[Text(document, "document") for document in corpus[at : at + BLOCK]]]
            for at in range(0, len(corpus), BLOCK)
        )
        queries = vectors[[Text(query, "query") for query in self._queries]]
        found = nearest(queries, blocks, min(DEPTH, len(corpus)))
        ranks = [
            _rank(scores[documents == wanted], scores)
            for wanted, documents, scores in zip(
                self._wanted, found.documents, found.scores, strict=True
            )
        ]
        return ItemScores(list(self._rows(ranks)))

    def baselines(self) -> Mapping[str, ItemScores]:
        """The same search by counting words."""
        found = {}
        for name in LEXICAL:
            similarity, ranks = BASELINES[name], []
            for query, wanted in zip(self._queries, self._wanted, strict=True):
                scores = similarity([(query, document) for document in self.data.corpus])
                ranks.append(_rank(scores[[wanted]], scores))
            found[name] = ItemScores(list(self._rows(ranks)))
        return found

    def summarise(self, scores: ItemScores, *, seed: int) -> Sequence[Estimate]:
        """Each measure before and after each kind of edit, and its change.

        ``map_10_change`` and the like are the edited claim's value less that of the same claim
        unedited, so below 0 where the edit does harm.
        """
        own = derived_seed(seed, "group", "claims")
        estimates = [
            _mean(UNEDITED, measure, scores.select(UNEDITED, measure), own) for measure in MEASURES
        ]
        kinds_of = {kind: [kind] for kind in self.data.relations} | dict(self.data.pools)
        for subset, kinds in kinds_of.items():
            for measure in (*MEASURES, *(WORST + measure for measure in MEASURES)):
                rows = [row for kind in kinds for row in scores.select(kind, measure)]
                if len({row.group for row in rows}) < LEAST_GROUPS:
                    continue
                before = {
                    row.item: row.value
                    for row in scores.select(UNEDITED, measure.removeprefix(WORST))
                }
                estimates.append(_mean(subset, measure, rows, own))
                estimates.append(_change(subset, measure, rows, before, own))
        return estimates

    @property
    def _queries(self) -> list[str]:
        return [text for claim in self.data.claims for text in claim.versions]

    @property
    def _wanted(self) -> list[int]:
        """The fact-check of each query."""
        return [claim.fact_check for claim in self.data.claims for _ in claim.versions]

    def _rows(self, ranks: Sequence[int]) -> Iterator[Score]:
        """The rows of each claim from the ranks of its versions, in the order of the queries."""
        given = iter(ranks)
        for claim in self.data.claims:
            yield from self._scores(claim, UNEDITED, "", claim.text, next(given))
            for kind, made in claim.edits.items():
                ranked = [next(given) for _ in made]
                worst = ranked.index(max(ranked))
                yield from self._scores(claim, kind, "", made[0], ranked[0])
                yield from self._scores(claim, kind, WORST, made[worst], ranked[worst])

    def _scores(
        self, claim: EvolvingClaim, subset: str, prefix: str, text: str, rank: int
    ) -> Iterator[Score]:
        measured = {
            "rank": float(rank),
            **{f"map_{k}": 1 / rank if rank <= k else 0.0 for k in MAP_AT},
            **{f"recall_{k}": float(rank <= k) for k in RECALL_AT},
        }
        for measure, value in measured.items():
            yield Score(
                subset, claim.item, claim.group, prefix + measure, value,
                text, self.data.corpus[claim.fact_check],
            )  # fmt: skip


def _rank(own: np.ndarray, scores: np.ndarray) -> int:
    """The rank of a document from its ``own`` score, behind all that tie with it.

    ``own`` is empty where the document is not among those scored.
    """
    if not len(own):
        return DEPTH + 1
    return min(int(np.count_nonzero(scores >= own[0] - TIE)), DEPTH + 1)


def _mean(subset: str, measure: str, rows: Sequence[Score], seed: tuple[int, int]) -> Estimate:
    groups = [row.group for row in rows]
    found = group_mean(np.array([row.value for row in rows]), groups, seed)
    return Estimate(
        subset, measure, found.value, found.low, found.high, len(rows), len(set(groups))
    )


def _change(
    subset: str,
    measure: str,
    rows: Sequence[Score],
    before: Mapping[str, float],
    seed: tuple[int, int],
) -> Estimate:
    """The mean of edited less unedited, paired by claim."""
    changes = np.array([row.value - before[row.item] for row in rows])
    groups = [row.group for row in rows]
    found = _change_interval(changes, groups, seed)
    return Estimate(
        subset, f"{measure}_change", found.value, found.low, found.high,
        len(rows), len(set(groups)),
    )  # fmt: skip


def _change_interval(changes: Floats, groups: Sequence[str], seed: tuple[int, int]) -> Interval:
    """The percentile interval; where nothing changed, what the number of groups cannot exclude.

    None of ``n`` groups changed, so at most the Clopper–Pearson share of all do, by at most 1.
    """
    sums = GroupSums.of(changes, groups)
    count = len(sums.sizes)
    if not changes.any():
        _, share = clopper_pearson(0, count)
        return Interval(0.0, -share, share)
    return percentile_interval(float(changes.mean()), sums.resampled(resampled_counts(count, seed)))
