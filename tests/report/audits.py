"""Small audits made by hand, so that every number in a report can be worked out on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perimetry.datasets.heros import RELATIONS
from perimetry.records import DatasetNote, Estimate, ItemScores, Score
from perimetry.results import Audit, EncoderEstimate, EncoderRecord
from perimetry.results.items import items_table, joined

OVERLAP = {
    "rouge_1": 90.0,
    "rouge_2": 80.0,
    "rouge_l": 90.0,
    "levenshtein": 0.1,
    "length": 11.0,
    "pairs": 4,
}


@dataclass(frozen=True)
class Order:
    """How one edit fares: the share in order and the share of ties, alike for both partners."""

    accuracy: float
    verdict: str
    ties: float = 0.0
    groups: int = 200


SEEN = Order(0.95, "sees it")
BLIND_TO_NEGATION = {"antonym": SEEN, "negation": Order(0.29, "inverted"), "random_word": SEEN}


@dataclass(frozen=True)
class Triplet:
    """One triplet with the cosines of its partners."""

    item: str
    anchor: str
    keeping: str
    breaking: str
    keeping_cosine: float
    breaking_cosine: float
    kind: str = "synonym>negation"


TRIPLETS = (
    Triplet("s1", "He is happy.", "He is glad.", "He is not happy.", 0.75, 0.875),
    Triplet("s2", "It is cold.", "It is chilly.", "It is not cold.", 0.5, 0.75),
    Triplet("s3", "We won.", "We triumphed.", "We did not win.", 0.75, 0.5),
)


def make_audit(
    orders: Mapping[str, Order] | None = None,
    *,
    names: Sequence[str] = ("tiny",),
    triplets: Sequence[Triplet] = TRIPLETS,
    floor: float = 0.1,
    source: str = "built in",
    data: str = "perimetry-heros",
    setup: Mapping[str, object] | None = None,
    prompts: Mapping[str, str] | None = None,
    limit: int | None = None,
    keep_texts: bool = True,
) -> Audit:
    """An audit in which every encoder of ``names`` fares alike."""
    fares = BLIND_TO_NEGATION if orders is None else orders
    return Audit(
        suite="heros",
        seed=7,
        limit=limit,
        encoders=[
            EncoderRecord(
                name,
                f"print-of-{place}",
                {"engine": "hand", "dimension": 3, **(setup or {})},
                dict(prompts or {"symmetric": ""}),
            )
            for place, name in enumerate(names)
        ],
        datasets={
            "heros": DatasetNote(
                data,
                "d" * 64,
                source,
                groups=200,
                relations=dict(RELATIONS),
                overlap={"negation": OVERLAP, "all": OVERLAP},
                notes=("floor: 600 sentences",),
            )
        },
        estimates=[
            EncoderEstimate(name, "heros", estimate)
            for name in names
            for estimate in _estimates(fares, floor)
        ],
        items=joined(
            [
                items_table(name, "heros", ItemScores(_scores(triplets)), keep_texts=keep_texts)
                for name in names
            ]
        ),
        versions={"perimetry": "0.1.0", "numpy": "2.0"},
        holds_texts=keep_texts,
    )


def _estimates(orders: Mapping[str, Order], floor: float) -> list[Estimate]:
    estimates = [Estimate("background", "cosine", floor, floor - 0.01, floor + 0.01, 4800, 600)]
    for edit, order in {"synonym": SEEN, **orders}.items():
        estimates += [
            Estimate(edit, "normalised_similarity", 0.5, 0.4, 0.625, 200, 200, order.verdict),
            Estimate(edit, "cosine", 0.55, 0.46, 0.66, 200, 200),
            Estimate(edit, "background_percentile", 99.5, 99.0, 100.0, 200, 200),
        ]
    for edit, order in orders.items():
        kinds = [f"{keeping}>{edit}" for keeping in ("synonym", "typo")]
        for subset, count in ((edit, 2), *((kind, 1) for kind in kinds)):
            estimates += _order_estimates(subset, order, count)
    if orders:
        estimates.append(Estimate("synonym-negation", "contrast", -0.125, -0.25, 0.0, 200, 200))
    return estimates


def _order_estimates(subset: str, order: Order, kinds: int) -> list[Estimate]:
    half = order.accuracy + order.ties / 2
    return [
        Estimate(subset, measure, value, value - 0.05, value + 0.05, n, order.groups, word)
        for n in [kinds * order.groups]
        for measure, value, word in (
            ("order_accuracy", order.accuracy, order.verdict),
            ("order_tie", order.ties, None),
            ("order_accuracy_half_ties", half, None),
        )
    ]


def _scores(triplets: Sequence[Triplet]) -> list[Score]:
    rows = []
    for triplet in triplets:
        keeping, _, breaking = triplet.kind.partition(">")
        rows += [
            Score(keeping, f"{triplet.item}/{keeping}", triplet.item, "cosine",
                  triplet.keeping_cosine, triplet.anchor, triplet.keeping),
            Score(breaking, f"{triplet.item}/{breaking}", triplet.item, "cosine",
                  triplet.breaking_cosine, triplet.anchor, triplet.breaking),
            Score(triplet.kind, f"{triplet.item}/{triplet.kind}", triplet.item, "margin",
                  triplet.keeping_cosine - triplet.breaking_cosine,
                  triplet.keeping, triplet.breaking, anchor=triplet.anchor),
        ]  # fmt: skip
    return rows
