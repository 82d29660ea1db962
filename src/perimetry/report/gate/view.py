"""What a gate ruled, as rows and sentences, whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from perimetry.report.wording import number, short
from perimetry.results.gate import GateReport, Ruling, RulingKind

TITLES: dict[RulingKind, str] = {
    "bound": "Bounds",
    "regression": "No significant regression",
    "loss": "Largest losses",
    "check": "Checks",
}
COLUMNS: dict[RulingKind, tuple[str, ...]] = {
    "bound": ("subset", "measure", "asked", "found", "outcome"),
    "regression": ("subset", "measure", "was", "is", "change", "p", "would see", "outcome"),
    "loss": ("subset", "measure", "was", "is", "change", "allowed", "outcome"),
    "check": ("check", "allowed", "found", "outcome"),
}
SIGNS = {"pass": "✓ pass", "fail": "✕ fail", "missing": "✕ missing", "untested": "– untested"}
MANY = 12
"""A section with more rows is shown by those that did not pass and those of ``all``."""

MESSAGE = 300


@dataclass(frozen=True)
class Row:
    """A ruling as cells that fit its section's columns, and what a reader must know besides."""

    cells: Sequence[str]
    outcome: str
    note: str


@dataclass(frozen=True)
class Section:
    """The rulings of one kind: those to show, the others, and how many others there are."""

    title: str
    columns: Sequence[str]
    shown: Sequence[Row]
    others: Sequence[Row]
    summary: str


@dataclass(frozen=True)
class GateView:
    """A whole gate."""

    title: str
    headline: str
    sections: Sequence[Section]
    footnotes: Sequence[str]


def view_gate(report: GateReport) -> GateView:
    """What the gate says; every text is fit to show."""
    return GateView(
        title=f"Gate of {short(report.encoder)}",
        headline=headline(report),
        sections=list(_sections(report)),
        footnotes=list(_footnotes(report)),
    )


def headline(report: GateReport) -> str:
    """The sentence to take away."""
    failed = [ruling for ruling in report.rulings if ruling.fails]
    count = f"{len(report.rulings)} ruling{'s' if len(report.rulings) != 1 else ''}"
    if not failed:
        untested = sum(ruling.outcome == "untested" for ruling in report.rulings)
        rest = f", {untested} of them untested" if untested else ""
        return f"The gate passes: {count}{rest}."
    return f"The gate fails: {len(failed)} of {count}."


def place(ruling: Ruling) -> str:
    """The subset as a configuration names it."""
    return short(f"{ruling.probe}: {ruling.subset}" if ruling.probe else ruling.subset)


def name(ruling: Ruling) -> str:
    """What was asked, in a few words that no other ruling of the gate has."""
    if ruling.kind == "check":
        return f"check {short(ruling.measure)}"
    asked = {
        "bound": f"{_on(ruling)}{_asked(ruling)}",
        "regression": "no significant regression",
        "loss": f"a loss of at most {ruling.asked or 0:g}",
    }[ruling.kind]
    return f"{place(ruling)} {short(ruling.measure)} {asked}"


def message(ruling: Ruling, report: GateReport) -> str:
    """The ruling in a sentence."""
    note = short(ruling.note, MESSAGE)
    what = f"{short(ruling.measure)} of {place(ruling)}"
    if ruling.kind == "check":
        asked = f", where {ruling.allowed} is the worst allowed" if ruling.allowed else ""
        return f"{short(ruling.measure)}: {ruling.seen or 'missing'}{asked}. {note}".strip()
    if ruling.value is None or ruling.outcome == "missing":
        return f"{what} is missing: {note}"
    if ruling.kind == "bound":
        return f"{_on(ruling)}{what} is {number(ruling.value, 3)}; asked is {_asked(ruling)}."
    moved = (
        f"{what} went from {number(ruling.old or 0, 3)} to {number(ruling.value, 3)} "
        f"({_change(ruling)}"
    )
    if ruling.kind == "loss":
        return f"{moved}); a loss of at most {ruling.asked or 0:g} is allowed."
    if ruling.p_adjusted is None:
        return f"{moved}); untested: {note}"
    tested = f"{moved}, p {_p(ruling)} after Holm over {report.tests} tests)"
    if ruling.outcome == "fail":
        return f"{tested}: a significant regression."
    seen = "" if ruling.detectable is None else number(ruling.detectable, 3)
    seen = f"; a loss of {seen} would be found" if seen else ""
    return f"{tested}: no significant regression{seen}." + (f" {note}" if note else "")


def _sections(report: GateReport) -> Iterator[Section]:
    for kind, title in TITLES.items():
        rulings = [ruling for ruling in report.rulings if ruling.kind == kind]
        if not rulings:
            continue
        few = len(rulings) <= MANY
        shown = [r for r in rulings if few or r.outcome != "pass" or r.subset == "all"]
        others = [r for r in rulings if r not in shown]
        yield Section(
            title,
            COLUMNS[kind],
            [_row(ruling) for ruling in shown],
            [_row(ruling) for ruling in others],
            _summary(others),
        )


def _summary(others: Sequence[Ruling]) -> str:
    if not others:
        return ""
    seen = [ruling.detectable for ruling in others if ruling.detectable is not None]
    power = f"; they would see losses from {number(min(seen), 3)} on" if seen else ""
    if seen and max(seen) > min(seen):
        power = f"; they would see losses of {number(min(seen), 3)} to {number(max(seen), 3)}"
    return f"{len(others)} others pass{power}."


def _row(ruling: Ruling) -> Row:
    cells = {
        "bound": _bound_cells,
        "regression": _regression_cells,
        "loss": _loss_cells,
        "check": _check_cells,
    }[ruling.kind](ruling)
    note = "" if ruling.kind == "check" and ruling.outcome == "pass" else ruling.note
    return Row((*cells, SIGNS[ruling.outcome]), ruling.outcome, short(note, MESSAGE))


def _bound_cells(ruling: Ruling) -> tuple[str, ...]:
    measure = f"{_on(ruling)}{short(ruling.measure)}"
    return (place(ruling), measure, _asked(ruling), _number(ruling.value))


def _regression_cells(ruling: Ruling) -> tuple[str, ...]:
    return (*_moved_cells(ruling), _p(ruling), _number(ruling.detectable))


def _loss_cells(ruling: Ruling) -> tuple[str, ...]:
    return (*_moved_cells(ruling), f"{ruling.asked or 0:g}")


def _moved_cells(ruling: Ruling) -> tuple[str, ...]:
    values = (_number(ruling.old), _number(ruling.value), _change(ruling))
    return (place(ruling), short(ruling.measure), *values)


def _check_cells(ruling: Ruling) -> tuple[str, ...]:
    return (short(ruling.measure), ruling.allowed or "–", ruling.seen or "–")


def _asked(ruling: Ruling) -> str:
    word = "at least" if ruling.side == "min" else "at most"
    return f"{word} {ruling.asked or 0:g}"


def _on(ruling: Ruling) -> str:
    return "" if ruling.on == "value" else f"{ruling.on} end of "


def _number(value: float | None) -> str:
    return "–" if value is None else number(value, 3)


def _change(ruling: Ruling) -> str:
    if ruling.difference is None:
        return "–"
    text = number(ruling.difference, 3)
    return text if text.startswith("−") or not text.strip("0.") else f"+{text}"


def _p(ruling: Ruling) -> str:
    return "–" if ruling.p_adjusted is None else f"{ruling.p_adjusted:.2g}"


def _footnotes(report: GateReport) -> Iterator[str]:
    if report.baseline is not None:
        same = ", the very same encoder" if report.same_encoder else ""
        yield f"Baseline: {short(report.baseline)}{same}. Seed {report.seed}."
    if report.tests:
        groups = [r.losing for r in report.rulings if r.losing]
        yield (
            f"p: of a one-sided sign-flip test over groups on the same items, after Holm over "
            f"{report.tests} tests; a regression is found where it is at most {report.level:g}. "
            "That none is found does not say that there is none. Would see: the smallest true loss "
            "that the test would find four times in five, if its p were the smallest; – where "
            "nothing moved, so that it cannot be said. With so many tests, fewer than "
            f"{max(groups)} groups that lose something show nothing."
        )
