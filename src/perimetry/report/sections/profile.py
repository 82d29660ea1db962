"""How each edit moves a sentence (HEROS): the rows of the profile, the orders and the contrasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from perimetry.probes.heros import CONTRASTS
from perimetry.records import Estimate
from perimetry.report.wording import edit_label
from perimetry.results import Audit

Relation = Literal["keeps meaning", "breaks meaning"]


@dataclass(frozen=True)
class ProfileCell:
    """How one edit moves a sentence for one encoder."""

    similarity: Estimate
    cosine: Estimate | None
    percentile: Estimate | None
    order: Estimate | None


@dataclass(frozen=True)
class ProfileRow:
    """One edit; ``cells`` has a place for each encoder, in order."""

    label: str
    relation: Relation
    cells: Sequence[ProfileCell | None]


@dataclass(frozen=True)
class OrderCell:
    """How one encoder orders one kind of triplet."""

    accuracy: Estimate
    ties: int
    half_ties: Estimate | None


@dataclass(frozen=True)
class OrderRow:
    """One kind of triplet; ``cells`` has a place for each encoder, then for each baseline."""

    label: str
    cells: Sequence[OrderCell | None]


@dataclass(frozen=True)
class ContrastRow:
    """The difference of two edits; ``cells`` has a place for each encoder, in order."""

    label: str
    cells: Sequence[Estimate | None]


def build_profile(audit: Audit) -> list[ProfileRow]:
    """A row for each edit that was measured."""
    rows = [
        ProfileRow(
            edit_label(edit),
            "keeps meaning" if relation == "same" else "breaks meaning",
            [_profile_cell(audit, record.name, edit) for record in audit.encoders],
        )
        for edit, relation in audit.relations.items()
    ]
    return [row for row in rows if any(row.cells)]


def _profile_cell(audit: Audit, encoder: str, edit: str) -> ProfileCell | None:
    similarity = audit.get(encoder, edit, "normalised_similarity")
    if similarity is None:
        return None
    return ProfileCell(
        similarity,
        cosine=audit.get(encoder, edit, "cosine"),
        percentile=audit.get(encoder, edit, "background_percentile"),
        order=audit.get(encoder, edit, "order_accuracy"),
    )


def build_orders(audit: Audit) -> list[OrderRow]:
    """A row for each kind of triplet, and one for all."""
    scorers = [*(record.name for record in audit.encoders), *audit.baselines]
    kinds = {
        f"{keeping}>{breaking}": f"{edit_label(keeping)} before {edit_label(breaking)}"
        for keeping, breaking in product(audit.keeping, audit.breaking)
    }
    rows = [
        OrderRow(label, [_order_cell(audit, name, kind) for name in scorers])
        for kind, label in {**kinds, "all": "all"}.items()
    ]
    return [row for row in rows if any(row.cells)]


def _order_cell(audit: Audit, encoder: str, kind: str) -> OrderCell | None:
    accuracy = audit.get(encoder, kind, "order_accuracy")
    if accuracy is None:
        return None
    tie = audit.get(encoder, kind, "order_tie")
    return OrderCell(
        accuracy,
        ties=round(tie.value * tie.n) if tie else 0,
        half_ties=audit.get(encoder, kind, "order_accuracy_half_ties"),
    )


def build_contrasts(audit: Audit) -> list[ContrastRow]:
    """A row for each contrast of two edits that was measured."""
    rows = [
        ContrastRow(
            f"{edit_label(first)} − {edit_label(second)}",
            [audit.get(record.name, f"{first}-{second}", "contrast") for record in audit.encoders],
        )
        for first, second in CONTRASTS
    ]
    return [row for row in rows if any(row.cells)]
