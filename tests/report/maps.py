"""Audits of a labelled set, made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perimetry.records import DatasetNote, Estimate, ItemScores, Score, triplet_item
from perimetry.results import Audit, EncoderEstimate, EncoderRecord
from perimetry.results.items import items_table, joined

BASELINE = "token Jaccard"


@dataclass(frozen=True)
class Sight:
    """How one phenomenon fares: its AUROC and the word."""

    auroc: float
    verdict: str


MAP = {
    "negation": Sight(0.52, "blind"),
    "role_swap": Sight(0.30, "inverted"),
    "entity": Sight(0.90, "sees it"),
    "modality": Sight(0.66, "weak"),
    "scope": Sight(0.55, "too few to say"),
}


def make_map(
    sights: Mapping[str, Sight] | None = None,
    *,
    names: Sequence[str] = ("tiny",),
    kept: float = 0.25,
    anchor: str = "The shop is open.",
    keep_texts: bool = True,
    probe: str = "core",
    category: str = "negation",
) -> Audit:
    """An audit in which every encoder of ``names`` fares alike, beside one baseline."""
    fares = MAP if sights is None else sights
    estimates = [
        EncoderEstimate(name, probe, estimate)
        for name in (*names, BASELINE)
        for subset, sight in {**fares, "all": Sight(0.6, "weak")}.items()
        for estimate in _estimates(subset, sight, baseline=name == BASELINE, kept=kept)
    ]
    keeping, breaking = "The store is open.", "The shop is closed."
    scores = [
        Score(f"{category}/same/close", "n-1/same-close", "n-1", "cosine", 0.5, anchor, keeping),
        Score(f"{category}/different/close", "n-1/opposite-close", "n-1", "cosine", 0.75,
              anchor, breaking),
        Score(category, triplet_item("n-1/same-close", "n-1/opposite-close"), "n-1", "margin",
              -0.25, keeping, breaking, anchor=anchor),
    ]  # fmt: skip
    return Audit(
        suite="core",
        seed=7,
        limit=None,
        encoders=[EncoderRecord(name, f"p{i}", {}, {}) for i, name in enumerate(names)],
        datasets={
            probe: DatasetNote(
                "perimetry-core (test)",
                "d" * 64,
                "built in",
                groups=64,
                balance={
                    "close": {"difference": 0.01, "standardised": 0.1, "p": 0.4, "groups": 64},
                    "distant": {"difference": 0.05, "standardised": 0.3, "p": 0.01, "groups": 64},
                },
            )
        },
        estimates=estimates,
        items=joined([items_table(n, probe, ItemScores(scores), keep_texts=keep_texts)
                      for n in names]),
        versions={},
        holds_texts=keep_texts,
        baselines=(BASELINE,),
    )  # fmt: skip


def _estimates(subset: str, sight: Sight, *, baseline: bool, kept: float) -> list[Estimate]:
    value = 0.5 if baseline else sight.auroc
    made = [
        ("auroc", value, sight.verdict),
        ("naive_auroc", 0.1, None),
        ("order_accuracy", value, sight.verdict),
        ("best_balanced_accuracy", 0.6, None),
        ("same_kept_at_0.01", kept, None),
    ]
    if not baseline:
        made += [
            ("balanced_accuracy_at_0.80", 0.55, None),
            ("pass_euclidean", value, None),
            ("over_reaction", 0.75, None),
        ]
    return [
        Estimate(subset, measure, v, max(v - 0.05, 0), min(v + 0.05, 1), 64, 32, word)
        for measure, v, word in made
    ]
