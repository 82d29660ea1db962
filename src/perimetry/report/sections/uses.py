"""What an audit says of the uses of its encoders: an answer each, with the number that says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from perimetry.records import Estimate
from perimetry.report.dossier import Dossier
from perimetry.report.sections.certificate import rule, share
from perimetry.report.sections.labelled import labelled_cosines
from perimetry.report.sections.map import ALL, KEPT
from perimetry.report.sections.tasks import SAFETY, TaskRow, TasksView
from perimetry.report.sections.use_rules import (
    BUDGET,
    CUTOFF,
    LEAST_ACCEPTED,
    LEAST_RIGHT,
    SIGNS,
    Answer,
    choice_answer,
    cutoff_answer,
    order_answer,
    weakest_answer,
)
from perimetry.report.wording import edit_words, listed, number, percent, short
from perimetry.results import Audit
from perimetry.results.certificate import Certificate
from perimetry.stats.binomial_bound import rate_bound
from perimetry.stats.verdict import LEAST_GROUPS

NAMED = 3


@dataclass(frozen=True)
class UseFinding:
    """What is said of one encoder in one use; the sentences hold the numbers that say so.

    ``place`` is that of the encoder in the report.
    """

    place: int
    encoder: str
    answer: Answer
    sentences: Sequence[str]

    @property
    def sign(self) -> str:
        """A shape for the answer."""
        return SIGNS[self.answer]


@dataclass(frozen=True)
class Step:
    """A command, and what it does."""

    command: str
    what: str


LEARN_TASK = Step(
    "perimetry repair MODEL --task NAME --out better",
    "learns the task, and tests what that may have harmed",
)


@dataclass(frozen=True)
class Use:
    """One use: what it decides by, the rule of the answer, and what to do next.

    ``short`` is its name in a table.
    """

    name: str
    short: str
    decides: str
    rule: str
    findings: Sequence[UseFinding]
    steps: Sequence[Step]


def build_uses(dossier: Dossier, tasks: TasksView | None) -> list[Use]:
    """The uses that the audit says something of."""
    audit = dossier.audit
    parts = [audit.part(probe) for probe in audit.datasets]
    found = [
        _cutoff(dossier, parts),
        _order(audit, parts),
        _choice(audit, [row for row in _rows(tasks) if row.family != SAFETY and _labels(row)]),
        _safety(audit, [row for row in _rows(tasks) if row.family == SAFETY]),
    ]
    return [use for use in found if use and use.findings]


def _cutoff(dossier: Dossier, parts: Sequence[Audit]) -> Use:
    findings: list[UseFinding] = []
    for part in parts:
        findings = [
            finding
            for place in range(len(part.encoders))
            if (finding := _reached(part, place, dossier.certificates))
        ]
        if findings:
            break
    return Use(
        name=f"Semantic cache, duplicate filter: the same from cosine {number(CUTOFF)} on",
        short=f"cache, duplicates at {number(CUTOFF)}",
        decides="One cut-off decides for all pairs, so one wrong kind of pair above it is enough.",
        rule=(
            f"Safe: of the pairs that say something else at most {percent(BUDGET)} reach "
            f"{number(CUTOFF)} by the exact 95 % bound over sentences, and of those that say the "
            f"same at least {percent(LEAST_ACCEPTED)} do. Not safe: more than {percent(BUDGET)} "
            "of the first, by the lower bound."
        ),
        findings=findings,
        steps=[
            Step(
                "perimetry threshold MODEL --pairs mine.csv --use cache",
                "finds a cut-off on your own pairs and certifies it, or says that there is none",
            ),
            Step(
                "perimetry threshold MODEL --pairs mine.csv --guards all",
                "the same behind guards that see negations, numbers, names and dates",
            ),
        ],
    )


def _reached(part: Audit, place: int, certificates: Sequence[Certificate]) -> UseFinding | None:
    record = part.encoders[place]
    pairs = labelled_cosines(part, record.name)
    if pairs is None:
        return None
    reached, groups = pairs.cosines >= CUTOFF, np.array(pairs.groups, dtype=object)
    wrong = rate_bound(reached[~pairs.same], groups[~pairs.same].tolist())
    right = rate_bound(reached[pairs.same], groups[pairs.same].tolist(), method="design-effect")
    answer = cutoff_answer((wrong.low, wrong.high), (right.low, right.high))
    bound = {
        "not safe": f"at least {share(wrong.low)}",
        "not shown": f"between {share(wrong.low)} and {share(wrong.high)}",
    }.get(answer, f"at most {share(wrong.high)}")
    sentences = [
        f"{share(wrong.value)} of the pairs that say something else reach {number(CUTOFF)} "
        f"({wrong.events:,} of {wrong.n:,} pairs from {wrong.groups:,} sentences; with 95 % "
        f"confidence {bound}), and {share(right.value)} of those that say the same "
        f"({right.events:,} of {right.n:,})."
    ]
    kept = part.get(record.name, ALL, KEPT)
    if kept:
        sentences.append(
            f"A cut-off that lets {percent(BUDGET)} of the first pass keeps {share(kept.value)} of "
            f"the second ({_range(kept)})."
        )
    sentences += [
        _certified(certificate)
        for certificate in certificates
        if certificate.encoder.fingerprint == record.fingerprint
    ]
    return UseFinding(place, short(record.name), answer, sentences)


def _certified(certificate: Certificate) -> str:
    on, budget = f"On {short(certificate.data.name)}", share(certificate.budget)
    guards = " behind its guards" if certificate.guards else ""
    if certificate.outcome == "Certified":
        return f"{on} it is certified to accept at most {budget} wrongly: {rule(certificate)}."
    if certificate.outcome == "No threshold meets the budget":
        return f"{on} no cut-off{guards} keeps wrong acceptances within {budget}."
    return f"{on} there are too few pairs to certify a cut-off{guards} at {budget}."


def _order(audit: Audit, parts: Sequence[Audit]) -> Use:
    part = next((part for part in parts if any(_ordered(part))), None)
    return Use(
        name="Search and reranking: the nearest first",
        short="search, reranking",
        decides="Of two candidates the one that says what was asked must lie closer.",
        rule=(
            f"Safe: the whole interval of the share of right orders is at least "
            f"{percent(LEAST_RIGHT)}, overall and with no kind of edit shown to be below it. Not "
            f"safe: an interval, overall or of a kind of edit, lies below {percent(LEAST_RIGHT)}. "
            f"Fewer than {LEAST_GROUPS} sentences show nothing."
        ),
        findings=[
            _orders(part, place, whole)
            for place, record in enumerate(audit.encoders)
            if part and (whole := part.get(record.name, ALL, "order_accuracy"))
        ],
        steps=[
            Step(
                "perimetry audit MODEL --suite retrieval --data FOLDER",
                "asks your own queries and documents, in the BEIR layout",
            ),
            Step(
                "perimetry repair MODEL --suite core --out better",
                "learns from edits like these, and tests what that may have harmed",
            ),
        ],
    )


def _ordered(part: Audit) -> Iterator[bool]:
    for record in part.encoders:
        yield part.get(record.name, ALL, "order_accuracy") is not None


def _orders(part: Audit, place: int, whole: Estimate) -> UseFinding:
    encoder = part.encoders[place].name
    kinds = order_kinds(part, encoder)
    answer = order_answer(
        (whole.low, whole.high), [(e.low, e.high) for e in kinds], groups=whole.groups
    )
    below = [e for e in kinds if e.high < LEAST_RIGHT]
    sentences = [
        f"The text that keeps the meaning lies closer in {percent(whole.value)} of "
        f"{whole.n:,} comparisons ({_range(whole)}; {whole.groups:,} sentences)."
    ]
    if below:
        named = [
            f"{edit_words(e.subset).topic} {percent(e.value)} ({_range(e, bare=True)})"
            for e in below[:NAMED]
        ]
        rest = [f"{len(below) - NAMED} more"] if len(below) > NAMED else []
        sentences.append(
            f"Shown to be below {percent(LEAST_RIGHT)}, the worst first: {listed([*named, *rest])}."
        )
    return UseFinding(place, short(encoder), answer, sentences)


def order_kinds(part: Audit, encoder: str) -> list[Estimate]:
    """The order accuracy of each phenomenon or breaking edit with enough groups, worst first."""
    found = [
        entry.estimate
        for entry in part.estimates
        if entry.encoder == encoder
        and entry.estimate.measure == "order_accuracy"
        and entry.estimate.subset != ALL
        and (not part.relations or entry.estimate.subset in part.breaking)
        and entry.estimate.groups >= LEAST_GROUPS
    ]
    return sorted(found, key=lambda e: (e.value, e.subset))


def _rows(tasks: TasksView | None) -> Iterator[TaskRow]:
    yield from tasks.rows if tasks else ()


def _labels(row: TaskRow) -> bool:
    """Whether the task's answers are labels."""
    return any(row.confusion)


def _choice(audit: Audit, rows: Sequence[TaskRow]) -> Use:
    return Use(
        name="Routing and classification: the nearest label",
        short="routing, classification",
        decides="The label whose sentence lies nearest is taken, and nothing is trained.",
        rule=_task_rule(),
        findings=list(_task_findings(audit, rows)),
        steps=[LEARN_TASK],
    )


def _safety(audit: Audit, rows: Sequence[TaskRow]) -> Use:
    return Use(
        name="Agent or safety gate: the nearest judgement",
        short="agent or safety gate",
        decides="A request or an answer is let through by the judgement that lies nearest.",
        rule=_task_rule(),
        findings=list(_task_findings(audit, rows)),
        steps=[
            Step(
                "perimetry audit MODEL --suite safety",
                "asks how alike safe and unsafe requests look",
            ),
            LEARN_TASK,
        ],
    )


def _task_rule() -> str:
    return (
        f"Safe: in every task the whole interval of the accuracy is at least "
        f"{percent(LEAST_RIGHT)} and above the best that needs no encoder. Not safe: in one it "
        f"lies below {percent(LEAST_RIGHT)}, or not above that. Fewer than {LEAST_GROUPS} groups "
        "show nothing."
    )


def _task_findings(audit: Audit, rows: Sequence[TaskRow]) -> Iterator[UseFinding]:
    for place, record in enumerate(audit.encoders):
        scored = [(row, found) for row in rows if (found := row.cells[place].accuracy)]
        if not scored:
            continue
        answers = [
            choice_answer((e.low, e.high), row.best_baseline, groups=e.groups) for row, e in scored
        ]
        pairs = sorted(
            zip(answers, scored, strict=True), key=lambda pair: (pair[1][1].value, pair[1][0].name)
        )
        safe = sum(answer == "safe" for answer in answers)
        told = [
            f"{row.name} {percent(e.value)} ({_range(e, bare=True)}; {percent(row.best_baseline)} "
            f"without an encoder; {e.groups:,} groups)"
            for _, (row, e) in pairs[:NAMED]
        ]
        rest = [f"{len(pairs) - NAMED} more"] if len(pairs) > NAMED else []
        first = f"Safe in {safe} of {len(answers)} tasks, the worst first. " if told[1:] else ""
        yield UseFinding(
            place,
            short(record.name),
            weakest_answer(answers),
            [f"{first}Right answers: {listed([*told, *rest])}."],
        )


def _range(estimate: Estimate, *, bare: bool = False) -> str:
    """An interval in percent."""
    span = f"{number(100 * estimate.low, 0)} to {number(100 * estimate.high, 0)} %"
    return span if bare else f"95 % interval {span}"
