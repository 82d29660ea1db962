"""The sections of a report as Markdown: what stands open in each, and what is folded behind it."""

from __future__ import annotations

from collections.abc import Iterator

from perimetry.report.markdown.parts import Folded, Section, facts_table, read, valued
from perimetry.report.markdown.records import (
    certificate_section,
    checkup_section,
    comparison_section,
    repair_section,
)
from perimetry.report.markdown.words import bullets, changed, plain, table
from perimetry.report.sections.certificate import share
from perimetry.report.sections.map import DETAILS, MapCell, MapView
from perimetry.report.sections.scores import Accepted, ScoresView
from perimetry.report.sections.uses import Use
from perimetry.report.view import View
from perimetry.report.wording import number

WORST, LINE = 12, 300
"""How many of the worst items stand in the Markdown, and how long each text of theirs may be."""

STRATA = {"all": "all pairs", "close": "share most words", "distant": "share few words"}


def sections(view: View) -> list[Section]:
    """The sections that a view has, in the order of the page."""
    return [
        *_uses(view),
        *(_map(found, view) for found in view.maps),
        *_profile(view),
        *_tasks(view),
        *_measures(view),
        *(checkup_section(checkup) for checkup in view.checkups),
        *(_scores(scores) for scores in view.scores),
        *(certificate_section(certificate) for certificate in view.certificates),
        *(comparison_section(comparison) for comparison in view.comparisons),
        *(repair_section(repair) for repair in view.repairs),
        *_worst(view),
        *_overlap(view),
        Section("Limits", [bullets([plain(limit) for limit in view.limits])]),
        _repeat(view),
    ]


def _uses(view: View) -> Iterator[Section]:
    blocks = []
    names = [encoder.name for encoder in view.encoders]
    if view.uses:
        blocks.append(
            table(
                ("use", *names),
                [(use.short, *_answers(use, len(names))) for use in view.uses],
            )
        )
    if view.better:
        said = [plain(answer) for answer in view.better.answers]
        asked = f"Is one better than the other? `{view.better.command}` says."
        blocks.append("\n\n".join(said) or asked)
    if blocks:
        folded = [Folded(use.name, list(_use(use))) for use in view.uses]
        yield Section("What it is safe for", blocks, folded)


def _answers(use: Use, encoders: int) -> list[str]:
    found = {finding.place: f"{finding.sign} {finding.answer}" for finding in use.findings}
    return [found.get(place, "–") for place in range(encoders)]


def _use(use: Use) -> Iterator[str]:
    yield plain(use.decides)
    yield bullets(
        [
            f"**{plain(finding.encoder)}** {finding.sign} {finding.answer}. "
            + plain(" ".join(finding.sentences))
            for finding in use.findings
        ]
    )
    yield plain(use.rule)
    yield bullets([f"`{step.command}` {plain(step.what)}." for step in use.steps])


def _map(found: MapView, view: View) -> Section:
    names = [encoder.name for encoder in view.encoders]
    rows = [*found.rows, found.total]
    numbers = range(1, len(names) + 2)
    if found.keeps:
        title, head = "What over-reacts to harmless edits", "over-reaction"
        main = [(row.label, f"{row.groups:,}", *(read(c.order) for c in row.cells))
                for row in rows]  # fmt: skip
        more = [(row.label, *(read(c.over_reaction) for c in row.cells)) for row in rows]
        folded = [Folded(f"The {head} itself", [table(("edit", *names), more, numbers=numbers)])]
        note = f"The share of right orders on {found.data}: does the harmless edit lie closer?"
    else:
        title = "The map: where it is blind"
        main = [(row.label, f"{row.groups:,}", *(read(c.auroc or c.order) for c in row.cells))
                for row in rows]  # fmt: skip
        note = (
            f"AUROC inside strata of word overlap on {found.data}, the most harmful first: 0.5 is "
            "guessing, 1 is always right, below 0.5 prefers the wrong meaning. With 95 % intervals."
        )
        more = [
            (row.label, n, *_details(c))
            for row in rows
            for n, c in zip(names, row.cells, strict=True)
        ]
        more += [
            ("all", n, *_details(c))
            for n, c in zip(found.baselines, found.total.baselines, strict=True)
        ]
        columns = ("phenomenon", "scorer", "order", *(label for _, label in DETAILS))
        folded = [
            Folded(
                "Order accuracy, and AUROC by other ways",
                [table(columns, more, numbers=range(2, len(columns)))],
            )
        ]
    folded += [
        Folded(
            summary,
            [table(("", *names), [(r.label, *map(valued, r.cells)) for r in more_rows])],
        )
        for summary, more_rows in (
            ("Balanced accuracy of one cut-off for all phenomena", found.cutoffs),
            ("Order accuracy under other distances", found.distances),
        )
        if more_rows
    ]
    first = table(("phenomenon", "groups", *names), main, numbers=numbers)
    return Section(title, [plain(note), first], folded)


def _details(cell: MapCell) -> list[str]:
    return [number(found.value) if found else "–" for found in (cell.order, *cell.details)]


def _profile(view: View) -> Iterator[Section]:
    if not view.profile and not view.orders:
        return
    names = [encoder.name for encoder in view.encoders]
    blocks = []
    if view.profile:
        rows = [
            (row.label, row.relation, *(read(c.order) if c else "–" for c in row.cells))
            for row in view.profile
            if any(c and c.order for c in row.cells)
        ]
        if rows:
            blocks.append(table(("edit", "meaning", *names), rows))
    blocks += [
        plain(f"{encoder.name}: {encoder.floor_warning}")
        for encoder in view.encoders
        if encoder.floor_warning
    ]
    folded = []
    if view.profile:
        moved = [
            (
                row.label,
                name,
                *(valued(e) for e in ((c.similarity, c.cosine, c.percentile) if c else [None] * 3)),
            )
            for row in view.profile
            for name, c in zip(names, row.cells, strict=True)
        ]
        columns = ("edit", "encoder", "normalised similarity", "cosine", "percentile")
        folded.append(Folded("How far each edit moves a sentence", [table(columns, moved)]))
    if view.orders:
        orders = [
            (row.label, name, valued(c.accuracy), f"{c.ties:,}")
            for row in view.orders
            for name, c in zip((*names, *view.baselines), row.cells, strict=True)
            if c
        ]
        heads = ("order", "scorer", "accuracy", "ties")
        folded.append(Folded("Each kind of order, beside the baselines", [table(heads, orders)]))
    if view.contrasts:
        contrasts = [(row.label, *map(valued, row.cells)) for row in view.contrasts]
        folded.append(Folded("Contrasts of edits", [table(("edits", *names), contrasts)]))
    note = "The share of right orders: does the text that keeps the meaning lie closer?"
    yield Section("Edits of a sentence", [note, *blocks], folded)


def _tasks(view: View) -> Iterator[Section]:
    if view.tasks is None:
        return
    names = [encoder.name for encoder in view.encoders]
    rows = [
        (row.name, row.family, f"{row.n:,}", *(valued(c.main) for c in row.cells),
         number(row.best_baseline))
        for row in view.tasks.rows
    ]  # fmt: skip
    withheld = [
        (row.name, name, valued(c.withheld), valued(c.same_answer), valued(c.pool), valued(c.gap))
        for row in view.tasks.rows
        for name, c in zip(names, row.cells, strict=True)
    ]
    columns = ("task", "encoder", "withheld", "same answer", "first in the pool", "gap")
    yield Section(
        "Tasks beyond similarity",
        [
            "Accuracy with 95 % intervals, beside the best that needs no encoder.",
            table(("task", "family", "n", *names, "best baseline"), rows),
        ],
        [Folded("Shortcuts, wordings and the pool of all answers", [table(columns, withheld)])],
    )


def _measures(view: View) -> Iterator[Section]:
    for found in view.measures:
        rows = [
            (row.subset, row.scorer, f"{row.n:,}", *map(valued, row.cells)) for row in found.rows
        ]
        columns = ("subset", "scorer", "n", *found.columns)
        yield Section(
            found.title,
            [plain(found.note)] if found.note else [],
            [Folded("All values", [table(columns, rows)])],
        )


def _scores(scores: ScoresView) -> Section:
    blocks = [
        f"**{plain(encoder.name)}** {plain(' '.join(encoder.sentences))}"
        for encoder in scores.encoders
    ]
    rows = [
        (
            encoder.name,
            number(row.cutoff, 4 if row.certified else 2),
            STRATA.get(part.stratum, part.stratum),
            *_accepted(part),
            row.certified,
        )
        for encoder in scores.encoders
        for row in encoder.cutoffs
        for part in row.strata
    ]
    columns = ("encoder", "cosine ≥", "pairs", "opposites pass", "paraphrases pass", "")
    return Section(
        f"What a cut-off lets through, on {scores.data}",
        blocks,
        [Folded("The cut-offs that people copy", [table(columns, rows)])],
    )


def _accepted(part: Accepted) -> tuple[str, str]:
    different, same = (
        f"{share(found.value)} ({share(found.low)} to {share(found.high)})"
        for found in (part.different, part.same)
    )
    return different, same


def _worst(view: View) -> Iterator[Section]:
    found = view.explorer
    if found is None or not found.shown:
        return
    first = [phenomenon.entries[0] for phenomenon in found.phenomena if phenomenon.entries]
    shown = []
    for entry in first[:WORST]:
        lines = (
            ["texts of a safety set, not shown here"]
            if entry.offends and entry.lines
            else [f"{plain(line.label)}: {changed(line.changes, LINE)}" for line in entry.lines]
        )
        lines += [
            plain(f"{reading.encoder} · {', '.join(map(' '.join, numbers))}")
            for reading in entry.readings
            for numbers in [zip(entry.columns, reading.values, strict=True)]
        ]
        head = f"**{plain(entry.phenomenon)}** · {plain(entry.item)}"
        shown.append("\n  - ".join([head, *lines]))
    said = (
        f"{found.total:,} items lie on the wrong side. Here is the worst of each of "
        f"{len(shown)} phenomena; the page has {found.shown:,} to search, items.parquet all."
    )
    yield Section("Worst pairs", [said], [Folded(f"The worst {len(shown)}", [bullets(shown)])])


def _overlap(view: View) -> Iterator[Section]:
    if not view.overlap:
        return
    rows = [
        (
            row.label,
            "printed" if row.printed else f"{row.overlap.pairs:,}",
            number(row.overlap.rouge_1, 1),
            number(row.overlap.rouge_l, 1),
            number(row.overlap.levenshtein),
        )
        for row in view.overlap
    ]
    columns = ("pairs", "n", "ROUGE-1", "ROUGE-L", "edit distance")
    yield Section(
        "Word overlap", [], [Folded("How many words the pairs share", [table(columns, rows)])]
    )


def _repeat(view: View) -> Section:
    folded = [Folded("The audit", [facts_table(view.repeat)])]
    folded += [Folded(encoder.name, [facts_table(encoder.setup)]) for encoder in view.encoders]
    return Section("To repeat it", [], folded, needed=True)
