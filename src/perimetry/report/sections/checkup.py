"""What a checkup says, as rows and sentences, whatever it is drawn with.

Every text in the view is fit to show: control characters are visible and long ones are cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.report.sections.facts import Fact, encoder_facts
from perimetry.report.wording import listed, number, short
from perimetry.results import CheckFinding, Checkup, EncoderRecord
from perimetry.results.checkup import FlippedDecision, ParityRecord

WORDS = {"fail": "fails", "warn": "warns", "pass": "passes", "skip": "not asked"}
"""What is said of a check, beside its sign."""

CHECK_SIGNS = {"fail": "✕", "warn": "△", "pass": "✓", "skip": "–"}
"""A shape for each outcome, so that colour is never alone."""

SEEN_ON = {
    "alone": "seen on the encoder alone",
    "checkpoint": "held against its checkpoint in another engine",
    "reference": "held against a reference",
}
"""Each oracle in words."""

SAID, EXAMPLE, SHOWN = 1200, 300, 6

VERDICTS = {
    "the same": "Both give the same vectors.",
    "equal for decisions": "The vectors differ, the decisions hardly.",
    "different": "They are different encoders for decisions.",
}


@dataclass(frozen=True)
class CheckRow:
    """One check: what it found, how that shows, what mends it and what it can cost."""

    check: str
    outcome: str
    word: str
    message: str
    examples: Sequence[str]
    more: int
    remedy: str
    cost: str
    oracle: str


@dataclass(frozen=True)
class FlipRow:
    """A decision that comes out otherwise: its texts, and what it rests on in either encoder."""

    texts: Sequence[str]
    one: str
    other: str


@dataclass(frozen=True)
class FlipTable:
    """The clearest of the decisions of one kind that flip, and in words how many did."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[FlipRow]


@dataclass(frozen=True)
class ParityView:
    """How the encoder and its reference agree."""

    other: str
    verdict: str
    sentence: str
    measures: Sequence[tuple[str, str]]
    worst: Sequence[tuple[str, str, str]]
    flips: Sequence[FlipTable]


@dataclass(frozen=True)
class CheckupView:
    """A whole checkup. ``troubles`` are the checks that fail or warn, the gravest first."""

    title: str
    headline: str
    evidence: str
    troubles: Sequence[CheckRow]
    checks: Sequence[CheckRow]
    parity: ParityView | None
    repeat: Sequence[Fact]
    encoders: Sequence[tuple[str, Sequence[Fact]]]


def view_checkup(checkup: Checkup) -> CheckupView:
    """What the checkup says; every text is fit to show."""
    rows = [_row(finding) for finding in checkup.findings]
    records = [
        ("examined", checkup.encoder),
        ("checkpoint", checkup.checkpoint),
        ("reference", checkup.reference),
    ]
    return CheckupView(
        title=f"Checkup of {short(checkup.encoder.name)}",
        headline=_headline(short(checkup.encoder.name), rows),
        evidence=_evidence(rows),
        troubles=[row for outcome in ("fail", "warn") for row in rows if row.outcome == outcome],
        checks=rows,
        parity=_parity(checkup.parity, checkup.reference),
        repeat=[
            Fact("checkup", short(checkup.id)),
            *([Fact("command", short(checkup.command, SAID))] if checkup.command else []),
            *(
                [
                    Fact("own texts", f"{checkup.own_texts:,}"),
                    Fact("SHA-256 of the texts", short(checkup.own_texts_sha256)),
                ]
                if checkup.own_texts
                else []
            ),
            *(Fact(short(name), short(found)) for name, found in checkup.versions.items()),
        ],
        encoders=[(f"{part}: {short(record.name)}", encoder_facts(record))
                  for part, record in records if record],
    )  # fmt: skip


def _row(finding: CheckFinding) -> CheckRow:
    trouble = finding.outcome in ("fail", "warn")
    return CheckRow(
        check=short(finding.check).replace("_", " "),
        outcome=finding.outcome,
        word=WORDS[finding.outcome],
        message=short(finding.message, SAID),
        examples=[short(example, EXAMPLE) for example in finding.examples[:SHOWN]],
        more=max(len(finding.examples) - SHOWN, 0),
        remedy=short(finding.remedy, SAID) if trouble else "",
        cost=short(finding.cost, SAID) if trouble else "",
        oracle=SEEN_ON.get(finding.oracle, short(finding.oracle)),
    )


def _headline(name: str, rows: Sequence[CheckRow]) -> str:
    by = {outcome: [row.check for row in rows if row.outcome == outcome] for outcome in WORDS}
    asked = len(rows) - len(by["skip"])
    if not asked:
        return f"Nothing could be asked of {name}."
    if by["fail"]:
        said = f"Something is wrong with {name}: {_checks(by['fail'])} found a fault"
        return f"{said}, {_checks(by['warn'])} something to look at." if by["warn"] else f"{said}."
    if by["warn"]:
        return f"{name} has no fault that was seen, but {_checks(by['warn'])} found something to \
look at."
    return f"{name} passes every check that could be asked."


def _checks(names: Sequence[str]) -> str:
    return f"the check{'s' if len(names) > 1 else ''} {listed(names)}"


def _evidence(rows: Sequence[CheckRow]) -> str:
    done = {"fail": "failed", "warn": "warned", "pass": "passed", "skip": "could not be asked"}
    counts = {outcome: sum(row.outcome == outcome for row in rows) for outcome in done}
    said = [f"{counts[outcome]} {word}" for outcome, word in done.items() if counts[outcome]]
    skipped = " What it takes to ask stands beside the check." if counts["skip"] else ""
    return f"Of {len(rows)} checks {listed(said)}.{skipped}"


def _parity(found: ParityRecord | None, reference: EncoderRecord | None) -> ParityView | None:
    if found is None:
        return None
    measures = [
        (f"lowest cosine of a text's two vectors, of {found.texts:,} texts",
         _decimals(found.cosine_min)),
        ("mean cosine", _decimals(found.cosine_mean)),
        ("greatest difference of two lengths",
         "–" if found.length_difference is None else f"{found.length_difference:.2g}"),
        ("ten nearest neighbours shared", number(found.overlap, 3)),
        ("Kendall's tau-b of similarities", number(found.kendall, 3)),
        *((f"decisions that flip, {kind}", f"{flipped:,} of {count:,}")
          for kind, flipped, count in flip_counts(found)),
    ]  # fmt: skip
    return ParityView(
        other=short(reference.name) if reference else "the reference",
        verdict=short(found.verdict),
        sentence=VERDICTS.get(found.verdict, ""),
        measures=measures,
        worst=[
            (short(row.text, EXAMPLE), short(row.role), number(row.cosine, 6))
            for row in found.worst
        ],
        flips=[
            table
            for table in (
                _flips(
                    f"Pairs that change sides at {found.threshold:g}",
                    found.pair_flips,
                    ("two texts", "cosine"),
                ),
                _flips(
                    "Orders that turn round",
                    found.order_flips,
                    ("a sentence, a partner that keeps its meaning, one that breaks it", "margin"),
                ),
            )
            if table.rows
        ],
    )


def _flips(heading: str, flips: Sequence[FlippedDecision], named: tuple[str, str]) -> FlipTable:
    texts, measure = named
    shown = flips[:SHOWN]
    which = f", the clearest {len(shown)} of {len(flips):,}" if len(flips) > len(shown) else ""
    return FlipTable(
        heading=f"{heading}{which}",
        columns=(texts, f"{measure}, this one", f"{measure}, the reference"),
        rows=[
            FlipRow(
                [short(text, EXAMPLE) for text in flip.texts],
                number(flip.one, 4),
                number(flip.other, 4),
            )
            for flip in shown
        ],
    )


def _decimals(value: float | None) -> str:
    return "other dimensions" if value is None else number(value, 6)


def flip_counts(found: ParityRecord) -> list[tuple[str, int, int]]:
    """Each kind of decision that was made, how many flipped, and of how many."""
    counts = [
        (f"same from {found.threshold:g} on", len(found.pair_flips), found.pairs),
        ("which partner is closer", len(found.order_flips), found.orders),
    ]
    return [row for row in counts if row[2]]
