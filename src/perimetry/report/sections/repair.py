"""What a repair's certificate says, as rows and sentences, whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.report.wording import interval, number, short
from perimetry.results.repair import (
    Gain,
    HarmTest,
    RepairCertificate,
    RepairOutcome,
)

GAIN_COLUMNS = ("probe", "measure", "before", "after", "change (95 %)", "p", "outcome")
HARM_COLUMNS = ("set", "measure", "before", "after", "change", "at worst", "margin", "outcome")
MEASURES = {
    "order_accuracy": "order accuracy", "auroc": "AUROC in strata", "spearman": "Spearman",
    "ndcg_10": "nDCG@10", "map_5": "MAP@5", "label_purity": "label purity",
}  # fmt: skip

Row = tuple[str, ...]


@dataclass(frozen=True)
class RepairView:
    """A whole certificate. Rows fit :data:`GAIN_COLUMNS` and :data:`HARM_COLUMNS`."""

    title: str
    outcome: RepairOutcome
    reason: str
    gains: Sequence[Row]
    harms: Sequence[Row]
    notes: Sequence[str]


def view_repair(certificate: RepairCertificate) -> RepairView:
    """What the certificate says; every text is fit to show."""
    level = f"{100 * certificate.level:g} %"
    return RepairView(
        title=f"{short(certificate.before.name)} before, {short(certificate.after.name)} after",
        outcome=certificate.outcome,
        reason=short(certificate.reason, 400),
        gains=[_gain_row(gain) for gain in certificate.gains],
        harms=[_harm_row(test) for test in certificate.harms],
        notes=[
            "Gains: p by permutation over groups, after Holm over all rows; the intervals are for "
            "one row at a time.",
            f"Harm: the one-sided {level} bound on the change (at worst) must lie above the "
            "margin.",
            *(f"Not asked: {short(note, 200)}." for note in certificate.left_out),
        ],
    )


def _gain_row(gain: Gain) -> Row:
    return (
        short(gain.probe) + (" (learnt from)" if gain.trained else ""),
        MEASURES.get(gain.measure, gain.measure),
        number(gain.before, 3),
        number(gain.after, 3),
        f"{_signed(gain.difference)} ({interval(gain, 3)})",
        _p(gain.p_adjusted),
        gain.outcome,
    )


def _harm_row(test: HarmTest) -> Row:
    outcome: str = test.outcome
    if outcome == "cannot be ruled out" and test.groups < test.groups_needed:
        outcome += f" ({test.groups:,} groups, {test.groups_needed:,} needed)"
    return (
        short(test.name),
        MEASURES.get(test.measure, test.measure),
        number(test.before, 3),
        number(test.after, 3),
        _signed(test.difference),
        _signed(test.bound),
        number(-test.margin, 3),
        outcome,
    )


def _signed(value: float) -> str:
    text = number(value, 3)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else number(value, 3)
