"""A repair's certificate in words and numbers, in a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.files import write_text
from perimetry.report.comparison_files import MARKDOWN_ACTS
from perimetry.report.wording import interval, number, short
from perimetry.results.repair import (
    Gain,
    HarmTest,
    RepairCertificate,
    write_repair_certificate,
)

GAIN_COLUMNS = ("probe", "measure", "before", "after", "change (95 %)", "p", "outcome")
HARM_COLUMNS = ("set", "measure", "before", "after", "change", "at worst", "margin", "outcome")
STYLES = {
    "gained": "green", "lost": "bold red", "no harm": "green", "harmed": "bold red",
    "cannot be ruled out": "yellow",
}  # fmt: skip
OUTCOME_STYLES = {
    "Repaired without harm": "bold green",
    "The gain was bought with harm": "bold red",
}
OTHER_OUTCOME = "bold yellow"

MEASURES = {
    "order_accuracy": "order accuracy", "auroc": "AUROC in strata", "spearman": "Spearman",
    "ndcg_10": "nDCG@10", "map_5": "MAP@5", "label_purity": "label purity",
}  # fmt: skip

Row = tuple[str, ...]


def write_repair_report(certificate: RepairCertificate, folder: Path) -> None:
    """Write ``certificate.json`` and ``certificate.md`` into ``folder``.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    write_repair_certificate(certificate, folder / "certificate.json")
    write_text(folder / "certificate.md", repair_markdown(certificate))


def print_repair(certificate: RepairCertificate, console: Console) -> None:
    """Print ``certificate``; the outcome comes last, where eyes rest."""
    console.print(Text(_title(certificate), style="bold"))
    console.print(_table(GAIN_COLUMNS, [_gain_row(gain) for gain in certificate.gains]))
    console.print()
    if certificate.harms:
        console.print(Text("What must not become worse", style="bold"))
        console.print(_table(HARM_COLUMNS, [_harm_row(test) for test in certificate.harms]))
        console.print()
    for note in _notes(certificate):
        console.print(Text(note, style="dim"))
    style = OUTCOME_STYLES.get(certificate.outcome, OTHER_OUTCOME)
    console.print(Text(certificate.outcome, style=style))
    console.print(Text(certificate.reason))


def repair_markdown(certificate: RepairCertificate) -> str:
    """The certificate as Markdown, for a model card; no name in it acts as Markdown."""
    parts = [
        "## Certificate of repair",
        f"**{_plain(certificate.outcome)}.** {_plain(certificate.reason)}",
        _plain(_title(certificate)),
        "### What was gained",
        _markdown(GAIN_COLUMNS, [_gain_row(gain) for gain in certificate.gains]),
        "### What must not become worse",
        _markdown(HARM_COLUMNS, [_harm_row(test) for test in certificate.harms])
        if certificate.harms
        else "Nothing was tested for harm.",
        "\n".join(f"- {_plain(note)}" for note in _notes(certificate)),
    ]
    return "\n\n".join(parts) + "\n"


def _title(certificate: RepairCertificate) -> str:
    return f"{short(certificate.before.name)} before, {short(certificate.after.name)} after"


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


def _notes(certificate: RepairCertificate) -> list[str]:
    level = f"{100 * certificate.level:g} %"
    return [
        "Gains: p by permutation over groups, after Holm over all rows; the intervals are for one "
        "row at a time.",
        f"Harm: the one-sided {level} bound on the change (at worst) must lie above the margin.",
        *(f"Not asked: {short(note, 200)}." for note in certificate.left_out),
    ]


def _signed(value: float) -> str:
    text = number(value, 3)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else number(value, 3)


def _table(columns: Row, rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place in (0, 1, len(columns) - 1) else "right")
    for row in rows:
        table.add_row(*row[:-1], Text(row[-1], style=STYLES.get(row[-1].partition(" (")[0], "")))
    return table


def _markdown(columns: Row, rows: Sequence[Row]) -> str:
    lines = [columns, ["---"] * len(columns), *([_plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _plain(text: str) -> str:
    return MARKDOWN_ACTS.sub(r"\\\1", text)
