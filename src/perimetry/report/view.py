"""What a report says, whatever it is drawn with: an audit turned into rows and sentences.

Every text in a view is fit to show: control characters are visible and long ones are cut.
Drawing it needs no look back at the audit, only escaping.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from perimetry.datasets.heros import MADE_BY_RULES
from perimetry.measures.overlap import PRINTED, Overlap
from perimetry.probes.floor import UNSTABLE_ABOVE
from perimetry.probes.heros import CONTRASTS
from perimetry.records import DatasetNote, Estimate
from perimetry.report.conclusion import Conclusion, conclude
from perimetry.report.map import MapView, build_maps, is_map
from perimetry.report.map_conclusion import conclude_map
from perimetry.report.measures import HEROS, MeasuresView, build_measures
from perimetry.report.tasks import TasksView, build_tasks, conclude_tasks, is_task
from perimetry.report.triplets import WorstTriplet, worst_triplets
from perimetry.report.wording import edit_label, listed, number, short
from perimetry.results import Audit, EncoderRecord

VALUE_LIMIT = 400

Relation = Literal["keeps meaning", "breaks meaning"]


@dataclass(frozen=True)
class Fact:
    """A name and its value, for a list of what is needed to repeat the audit."""

    name: str
    value: str


@dataclass(frozen=True)
class EncoderView:
    """One encoder: what to conclude, its floor, its worst triplets and its exact set-up."""

    name: str
    conclusion: Conclusion
    floor: Estimate | None
    worst: Sequence[WorstTriplet]
    setup: Sequence[Fact]

    @property
    def floor_warning(self) -> str:
        """Why the normalised values are not to be relied on; "" where they are."""
        if self.floor is None or self.floor.value <= UNSTABLE_ABOVE:
            return ""
        return (
            f"The floor is above {number(UNSTABLE_ABOVE, 1)}: normalising divides by almost "
            "nothing here, so read the percentile and the order accuracy instead."
        )


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


@dataclass(frozen=True)
class OverlapRow:
    """Mean word overlap of a set of pairs; ``printed`` ones stand in the paper, without counts."""

    label: str
    overlap: Overlap
    printed: bool


@dataclass(frozen=True)
class View:
    """A whole report."""

    suite: str
    encoders: Sequence[EncoderView]
    maps: Sequence[MapView]
    tasks: TasksView | None
    measures: Sequence[MeasuresView]
    profile: Sequence[ProfileRow]
    orders: Sequence[OrderRow]
    baselines: Sequence[str]
    contrasts: Sequence[ContrastRow]
    overlap: Sequence[OverlapRow]
    repeat: Sequence[Fact]
    limits: Sequence[str]

    @property
    def title(self) -> str:
        """The report's name."""
        return "Blind spots of " + listed([encoder.name for encoder in self.encoders])


def build_view(audit: Audit) -> View:
    """What the report on ``audit`` says."""
    edits = audit.part(HEROS)
    return View(
        suite=short(audit.suite),
        encoders=[_encoder(audit, record) for record in audit.encoders],
        maps=build_maps(audit),
        tasks=build_tasks(audit),
        measures=build_measures(audit),
        profile=_profile(edits),
        orders=_orders(edits),
        baselines=list(edits.baselines),
        contrasts=_contrasts(edits),
        overlap=[row for note in audit.datasets.values() for row in _overlap(note)],
        repeat=_repeat(audit),
        limits=_limits(audit),
    )


def _encoder(audit: Audit, record: EncoderRecord) -> EncoderView:
    first = audit.part(next(iter(audit.datasets), ""))
    shown = first
    if is_map(first):
        conclusion = conclude_map(first, record.name)
    elif HEROS not in first.datasets and not any(is_task(audit, probe) for probe in audit.datasets):
        finding = "was measured; the table says how, and no word is given to it."
        conclusion = Conclusion(short(record.name), finding, "", "")
    elif any(is_task(audit, probe) for probe in first.datasets):
        conclusion, shown = conclude_tasks(audit, record.name), audit
    else:
        conclusion = conclude(first, record.name)
    return EncoderView(
        name=short(record.name),
        conclusion=conclusion,
        floor=audit.get(record.name, "background", "cosine"),
        worst=worst_triplets(shown, record.name),
        setup=[
            Fact("fingerprint", short(record.fingerprint, VALUE_LIMIT)),
            *_facts(record.setup),
            *(
                Fact(f"prompt sent ({short(role)})", short(prompt, VALUE_LIMIT) or "none")
                for role, prompt in record.prompts_sent.items()
            ),
        ],
    )


def _profile(audit: Audit) -> list[ProfileRow]:
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


def _orders(audit: Audit) -> list[OrderRow]:
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


def _contrasts(audit: Audit) -> list[ContrastRow]:
    rows = [
        ContrastRow(
            f"{edit_label(first)} − {edit_label(second)}",
            [audit.get(record.name, f"{first}-{second}", "contrast") for record in audit.encoders],
        )
        for first, second in CONTRASTS
    ]
    return [row for row in rows if any(row.cells)]


def _overlap(note: DatasetNote) -> list[OverlapRow]:
    ours = [
        OverlapRow(short(f"{note.name}, {edit_label(subset)}"), _measured(values), printed=False)
        for subset, values in note.overlap.items()
    ]
    if not note.relations:  # not made by edits, so not to be compared with HEROS
        return ours
    printed = [OverlapRow(name, overlap, printed=True) for name, overlap in PRINTED.items()]
    return [*ours, *printed] if ours else []


def _measured(values: Mapping[str, float]) -> Overlap:
    return Overlap(
        rouge_1=values["rouge_1"],
        rouge_2=values["rouge_2"],
        rouge_l=values["rouge_l"],
        levenshtein=values["levenshtein"],
        length=values["length"],
        pairs=int(values["pairs"]),
    )


def _repeat(audit: Audit) -> list[Fact]:
    facts = [
        Fact("audit", short(audit.id)),
        Fact("suite", short(audit.suite)),
        Fact("seed", str(audit.seed)),
        Fact("limit", "none" if audit.limit is None else f"{audit.limit} groups"),
        Fact("texts kept", "yes" if audit.holds_texts else "no, items are shown by their ids"),
    ]
    for probe, note in audit.datasets.items():
        facts += [
            Fact(f"data of {short(probe)}", short(f"{note.name} ({note.source})", VALUE_LIMIT)),
            Fact("SHA-256 of the data", short(note.digest)),
            *(Fact("note", short(line, VALUE_LIMIT)) for line in note.notes),
        ]
    return facts + [Fact(short(name), short(found)) for name, found in audit.versions.items()]


FLOOR_LIMIT = (
    "The floor rests on built-in English background sentences, also written by language models; "
    "other background sentences give another floor."
)


def _limits(audit: Audit) -> list[str]:
    limits = []
    for note in audit.datasets.values():
        if note.family:
            limits.append(_task_limit(note))
        elif note.source == "built in":
            limits.append(
                f"The {note.groups} sentences of {short(note.name)} and their partners are "
                "English; they were written and read over by language models, not by people. The "
                "data card beside them says how."
            )
        elif note.source.startswith(MADE_BY_RULES):
            limits.append(
                f"The {note.groups} sentences come from {short(note.name)}, their partners from "
                "perimetry's rules. A few of a hundred edits are wrong; docs/rules.md says how "
                "often each rule was right where it was read."
            )
        else:
            limits.append(
                f"The {note.groups} sentences come from {short(note.name)}. perimetry checked "
                "their form, not whether each partner keeps or breaks the meaning as it says. "
                "perimetry data check looks at how they are balanced."
            )
    if audit.limit is not None:
        limits.append(f"This is a sample: at most {audit.limit} groups of a kind were drawn.")
    if HEROS in audit.datasets:
        limits.append(FLOOR_LIMIT)
    return [
        *limits,
        "Intervals are 95 % and come from resampling whole groups, the items made from one "
        "sentence. They cover the draw of sentences, not how the sentences were chosen.",
        "The words are not corrected for how many edits and encoders are looked at, and two "
        "encoders whose intervals overlap may still differ.",
        "Cosine levels do not compare across encoders; order accuracy and percentiles do.",
    ]


def _task_limit(note: DatasetNote) -> str:
    name = short(note.name)
    if note.source.startswith("built in"):
        return (
            f"The {note.groups} groups of {name} are English; they were written and read over by "
            "language models, not by people. The data card beside them says how."
        )
    return f"The {note.groups} groups of {name} have the labels that their source gives them."


def _facts(parts: Mapping[str, object]) -> list[Fact]:
    return [Fact(short(name), short(_written(part), VALUE_LIMIT)) for name, part in parts.items()]


def _written(part: object) -> str:
    return part if isinstance(part, str) else json.dumps(part, ensure_ascii=False, default=str)
