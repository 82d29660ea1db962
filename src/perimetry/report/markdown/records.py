"""The records beside an audit as sections of Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.report.markdown.parts import Folded, Section, facts_table
from perimetry.report.markdown.words import bullets, changed, plain, table
from perimetry.report.sections.certificate import CURVE_COLUMNS, CertificateView
from perimetry.report.sections.checkup import CHECK_SIGNS, CheckRow, CheckupView
from perimetry.report.sections.comparison import (
    CHANGE_COLUMNS,
    PLACE_COLUMNS,
    ComparisonView,
    FlippedItem,
)
from perimetry.report.sections.repair import GAIN_COLUMNS, HARM_COLUMNS, RepairView


def checkup_section(checkup: CheckupView) -> Section:
    """A checkup: what is wrong with an encoder, and what mends it."""
    blocks = [plain(f"{checkup.headline} {checkup.evidence}")]
    if checkup.troubles:
        blocks.append(bullets([_trouble(row) for row in checkup.troubles]))
    if checkup.parity:
        other = plain(checkup.parity.other)
        blocks.append(
            f"Against {other}: **{plain(checkup.parity.verdict)}**. "
            + plain(checkup.parity.sentence)
        )
    checks = [
        (row.check, f"{CHECK_SIGNS[row.outcome]} {row.word}", row.message) for row in checkup.checks
    ]
    folded = [Folded("Every check", [table(("check", "outcome", "what it found"), checks)])]
    if checkup.parity:
        measures = table(("measure", "value"), checkup.parity.measures)
        folded.append(Folded("How the two agree", [measures]))
    folded.append(Folded("To repeat the checkup", [facts_table(checkup.repeat)]))
    return Section(checkup.title, blocks, folded)


def _trouble(row: CheckRow) -> str:
    said = f"**{plain(row.check)}** {CHECK_SIGNS[row.outcome]} {row.word}: {plain(row.message)}"
    remedy = f" **What to do.** {plain(row.remedy)}" if row.remedy else ""
    return f"{said}{remedy}{f' {plain(row.cost)}' if row.cost else ''}"


def certificate_section(certificate: CertificateView) -> Section:
    """A certificate of a cut-off."""
    said = " ".join(part for part in (certificate.reason, certificate.needed) if part)
    blocks = [f"**{plain(certificate.outcome)}.** {plain(said)}"]
    if certificate.lines:
        blocks.append(
            bullets([f"{plain(line.name)}: {plain(line.value)}" for line in certificate.lines])
        )
    blocks.append(plain(f"{certificate.data}. {certificate.basis}"))
    folded = [Folded("Cut-offs that people copy", [table(CURVE_COLUMNS, certificate.copied)])]
    return Section(certificate.title, blocks, folded)


def comparison_section(comparison: ComparisonView) -> Section:
    """A comparison of encoders."""
    folded = [Folded("Quality beside cost", [table(PLACE_COLUMNS, comparison.places)])]
    for summary, flips in (("Now wrong", comparison.lost), ("Now right", comparison.gained)):
        if flips:
            folded.append(Folded(summary, [flip_list(flips)]))
    return Section(
        comparison.title,
        [
            f"**{plain(comparison.headline)}**",
            table(CHANGE_COLUMNS, comparison.changes),
            plain(comparison.flips),
            *map(plain, comparison.footnotes),
        ],
        folded,
    )


def repair_section(repair: RepairView) -> Section:
    """A certificate of a repair."""
    blocks = [f"**{plain(repair.outcome)}.** {plain(repair.reason)}"]
    if repair.gains:
        blocks.append(table(GAIN_COLUMNS, repair.gains))
    if repair.harms:
        blocks.append(table(HARM_COLUMNS, repair.harms))
    return Section(f"Repair: {repair.title}", [*blocks, bullets([*map(plain, repair.notes)])])


def flip_list(flips: Sequence[FlippedItem]) -> str:
    """Items on which two encoders disagree, with the words that differ."""
    return bullets(
        [
            f"{plain(flip.anchor)}\n"
            f"  - keeps: {changed(flip.keeping)}\n"
            f"  - breaks: {changed(flip.breaking)}"
            for flip in flips
        ]
    )
