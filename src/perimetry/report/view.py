"""What a report says, whatever it is drawn with: records turned into rows and sentences.

Every text in a view is fit to show: control characters are visible and long ones are cut.
Drawing it needs no look back at the records, only escaping.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.probes.floor import UNSTABLE_ABOVE
from perimetry.records import Estimate
from perimetry.report.dossier import Dossier
from perimetry.report.explorer.view import ExplorerView, build_explorer
from perimetry.report.sections.better import Better, build_better
from perimetry.report.sections.certificate import CertificateView, view_certificate
from perimetry.report.sections.checkup import CheckupView, view_checkup
from perimetry.report.sections.comparison import ComparisonView, view_comparison
from perimetry.report.sections.conclusion import Conclusion, conclude
from perimetry.report.sections.facts import Fact, audit_facts, encoder_facts
from perimetry.report.sections.limits import build_limits
from perimetry.report.sections.map import MapView, build_maps, is_map
from perimetry.report.sections.map_conclusion import conclude_map
from perimetry.report.sections.measures import HEROS, MeasuresView, build_measures
from perimetry.report.sections.opening import how_sure, opening
from perimetry.report.sections.overlap import OverlapRow, build_overlap
from perimetry.report.sections.profile import (
    ContrastRow,
    OrderRow,
    ProfileRow,
    build_contrasts,
    build_orders,
    build_profile,
)
from perimetry.report.sections.repair import RepairView, view_repair
from perimetry.report.sections.scores import ScoresView, build_scores
from perimetry.report.sections.tasks import TasksView, build_tasks, conclude_tasks, is_task
from perimetry.report.sections.triplets import WorstTriplet, worst_triplets
from perimetry.report.sections.uses import Use, build_uses
from perimetry.report.wording import listed, number, short
from perimetry.results import Audit, EncoderRecord


@dataclass(frozen=True)
class EncoderView:
    """One encoder: the first words on it, its conclusion, floor, worst triplets and set-up."""

    name: str
    opening: Sequence[str]
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
class View:
    """A whole report. ``sure`` says how far its first words hold."""

    suite: str
    encoders: Sequence[EncoderView]
    sure: str
    better: Better | None
    uses: Sequence[Use]
    maps: Sequence[MapView]
    tasks: TasksView | None
    measures: Sequence[MeasuresView]
    profile: Sequence[ProfileRow]
    orders: Sequence[OrderRow]
    baselines: Sequence[str]
    contrasts: Sequence[ContrastRow]
    checkups: Sequence[CheckupView]
    scores: Sequence[ScoresView]
    certificates: Sequence[CertificateView]
    comparisons: Sequence[ComparisonView]
    repairs: Sequence[RepairView]
    explorer: ExplorerView | None
    overlap: Sequence[OverlapRow]
    repeat: Sequence[Fact]
    limits: Sequence[str]

    @property
    def title(self) -> str:
        """The report's name."""
        return "Blind spots of " + listed([encoder.name for encoder in self.encoders])


def build_view(found: Audit | Dossier | View) -> View:
    """What the report on an audit says, or on an audit with the records beside it.

    A view stays what it is, so that one can be built and drawn several times.
    """
    if isinstance(found, View):
        return found
    dossier = found if isinstance(found, Dossier) else Dossier(found)
    audit = dossier.audit
    edits = audit.part(HEROS)
    tasks = build_tasks(audit)
    first = audit.part(next(iter(audit.datasets), ""))
    return View(
        suite=short(audit.suite),
        encoders=[_encoder(audit, first, record) for record in audit.encoders],
        sure=how_sure(first),
        better=build_better(dossier),
        uses=build_uses(dossier, tasks),
        maps=build_maps(audit),
        tasks=tasks,
        measures=build_measures(audit),
        profile=build_profile(edits),
        orders=build_orders(edits),
        baselines=list(edits.baselines),
        contrasts=build_contrasts(edits),
        checkups=[view_checkup(checkup) for checkup in dossier.checkups],
        scores=build_scores(audit, dossier.certificates),
        certificates=[view_certificate(certificate) for certificate in dossier.certificates],
        comparisons=[view_comparison(comparison) for comparison in dossier.comparisons],
        repairs=[view_repair(certificate) for certificate in dossier.repairs],
        explorer=build_explorer(audit),
        overlap=build_overlap(audit),
        repeat=audit_facts(audit),
        limits=build_limits(dossier),
    )


def _encoder(audit: Audit, first: Audit, record: EncoderRecord) -> EncoderView:
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
        opening=opening(first, record.name, conclusion),
        conclusion=conclusion,
        floor=audit.get(record.name, "background", "cosine"),
        worst=worst_triplets(shown, record.name),
        setup=encoder_facts(record),
    )
