"""What a certificate says, in words and numbers for every kind of page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10

from perimetry.measures.score_units import UNITS, in_every_unit
from perimetry.report.wording import listed, number, percent, short
from perimetry.results.certificate import (
    Certificate,
    CertificateOutcome,
    CurvePoint,
    Rates,
    Recheck,
)

HITS = {"cache": "hits", "dedup": "merges", "gate": "approvals"}
"""What an accepted pair is called, by use."""

ACCEPTED = "accepted pairs"

CURVE_COLUMNS = ("cosine ≥", "distance ≤", "different accepted", "same accepted", "wrong")


@dataclass(frozen=True)
class Line:
    """A named fact of a rule."""

    name: str
    value: str


@dataclass(frozen=True)
class CertificateView:
    """A whole certificate. ``copied`` are rows for :data:`CURVE_COLUMNS`; ``curve`` is a picture's.

    ``needed`` says what would do where the pairs are too few, "" elsewhere. ``prevalence`` is the
    share of different pairs that the wrong ones among the accepted are stated for.
    """

    title: str
    encoder: str
    outcome: CertificateOutcome
    reason: str
    needed: str
    data: str
    lines: Sequence[Line]
    basis: str
    copied: Sequence[tuple[str, ...]]
    curve: Sequence[CurvePoint]
    threshold: float | None
    prevalence: str


def view_certificate(certificate: Certificate) -> CertificateView:
    """What the certificate says; every text is fit to show."""
    encoder = short(certificate.encoder.name)
    behind = ", behind guards" if certificate.guards else ""
    return CertificateView(
        title=f"A cut-off for {encoder} on {short(certificate.data.name)}{behind}",
        encoder=encoder,
        outcome=certificate.outcome,
        reason=short(certificate.reason, 400),
        needed=needed(certificate.groups_needed) if certificate.groups_needed else "",
        data=short(data_line(certificate), 400),
        lines=list(rule_lines(certificate)),
        basis=basis(certificate),
        copied=curve_rows(certificate.copied),
        curve=certificate.curve,
        threshold=certificate.threshold,
        prevalence=percent(certificate.prevalence),
    )


def data_line(certificate: Certificate) -> str:
    """The pairs in a sentence."""
    data = certificate.data
    counted = f"{data.same:,} same and {data.different:,} different pairs of {short(data.name)}"
    if data.depends:
        counted += f"; {data.depends:,} that depend on the application were left out"
    return "; ".join((counted, *data.notes))


def rule_lines(certificate: Certificate) -> Iterator[Line]:
    """The rule and its rates on the pairs that tested it, where one was tested."""
    if certificate.threshold is None or certificate.rates is None:
        return
    yield Line("rule", rule(certificate))
    yield Line("in other units", other_units(certificate.threshold))
    yield from _rate_lines(certificate, certificate.rates)


def rule(certificate: Certificate) -> str:
    """The decision rule in one line; a threshold keeps every digit that it has."""
    if certificate.threshold is None:
        return "none"
    guards = listed([short(name) for name in certificate.guards])
    objects = f", and no guard objects ({guards})" if guards else ""
    return f"cosine ≥ {certificate.threshold:.12g}{objects}"


def other_units(threshold: float) -> str:
    """The same cut-off as distances."""
    values = in_every_unit(threshold)
    return ", ".join(f"{unit.name} {unit.accepts} {values[unit.name]:.5g}" for unit in UNITS[1:3])


def basis(certificate: Certificate) -> str:
    """How the bound was made, in a sentence."""
    split = certificate.split
    return (
        f"{split.calibration_groups:,} groups chose, {split.certification_groups:,} others tested "
        f"({split.certification_different:,} with a different pair); one-sided "
        f"{100 * certificate.level:g} % bounds by {certificate.method}, seed {split.seed}."
    )


def needed(groups: int) -> str:
    """How many groups would do."""
    return f"About {groups:,} groups with a different pair in all would do."


def recheck_lines(certificate: Certificate, found: Recheck) -> Iterator[Line]:
    """The rule of a certificate on new pairs."""
    yield Line("rule", rule(certificate))
    yield from _rate_lines(certificate, found.rates)


def curve_rows(points: Sequence[CurvePoint]) -> list[tuple[str, ...]]:
    """A row a threshold, for :data:`CURVE_COLUMNS`."""
    return [
        (
            f"{point.threshold:.2f}",
            f"{1 - point.threshold:.2f}",
            f"{share(point.false_accept)} (≤ {share(point.false_accept_high)})",
            f"{percent(point.accept)} (≥ {percent(point.accept_low)})",
            share(point.wrong_hits),
        )
        for point in points
    ]


def share(value: float) -> str:
    """A small share in percent, with two digits that count; a large one in whole percent.

    >>> share(0.0042), share(0.00997), share(0.05), share(0.31), share(0.999), share(0.0)
    ('0.42 %', '1.00 %', '5.0 %', '31 %', 'over 99 %', '0 %')
    """
    if not 0 < value < 0.1:
        return percent(value)
    percents = 100 * value
    return f"{number(percents, 1 - floor(log10(percents)))} %"


def _rate_lines(certificate: Certificate, rates: Rates) -> Iterator[Line]:
    wrong, right, hits = rates.false_accept, rates.accept, rates.wrong_hits
    yield Line(
        "different accepted",
        f"{share(wrong.value)}, at most {share(wrong.high)} "
        f"({wrong.events:,} of {wrong.n:,} pairs, in {wrong.hit:,} of {wrong.groups:,} groups; "
        f"budget {share(certificate.budget)})",
    )
    yield Line(
        "same accepted",
        f"{percent(right.value)}, at least {percent(right.low)} ({right.n:,} pairs)",
    )
    if hits:
        yield Line(
            f"wrong {HITS.get(certificate.use, ACCEPTED)}",
            f"{share(hits.value)}, at most {share(hits.high)}, where "
            f"{percent(certificate.prevalence)} of the pairs that are asked are different",
        )
