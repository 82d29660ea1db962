"""The report in a terminal: a table, a floor, five triplets and a sentence for each encoder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from perimetry.report.sections.profile import ProfileRow
from perimetry.report.sections.triplets import Partner, WorstTriplet
from perimetry.report.terminal.cells import changed_words, verdict_text, with_interval
from perimetry.report.terminal.map import print_map
from perimetry.report.terminal.measures import print_measures
from perimetry.report.terminal.tasks import print_tasks
from perimetry.report.view import EncoderView, View, build_view
from perimetry.report.wording import interval, number
from perimetry.results import Audit

TABLE_COLUMNS = 76
"""What the table needs; a narrower terminal gets its numbers one below the other."""

LABEL_COLUMNS = 11

OFFENSIVE = (
    "Texts of a safety set can offend and are not printed here. The report has them behind a "
    "warning; --redact leaves them out.\n"
)


def print_audit(audit: Audit, console: Console) -> None:
    """Print the report on ``audit``; the sentences to take away come last, where eyes rest.

    Texts are printed as they are, never read as markup.
    """
    view = build_view(audit)
    for place, encoder in enumerate(view.encoders):
        console.print(Text(encoder.name, style="bold"))
        for found in view.maps:
            print_map(found, place, console)
        if view.tasks:
            print_tasks(view.tasks, place, console)
        for measured in view.measures:
            print_measures(measured, encoder.name, console)
        if view.profile:
            console.print(_profile(view.profile, place, console.width))
            console.print(_floor(encoder))
        console.print()
        if view.tasks and view.tasks.offensive and not view.maps:
            console.print(Text(OFFENSIVE, style="dim"))
        else:
            _print_triplets(encoder.worst, console)
    _print_conclusions(view, console)


def _profile(rows: Sequence[ProfileRow], place: int, width: int) -> RenderableType:
    return _table(rows, place) if width >= TABLE_COLUMNS else Group(*_stacked(rows, place))


def _table(rows: Iterable[ProfileRow], place: int) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("edit")
    table.add_column("meaning")
    for heading in ("n", "similarity", "order"):
        table.add_column(heading, justify="right")
    table.add_column("in a word")
    for row in rows:
        cell = row.cells[place]
        relation = row.relation.split()[0]
        if cell is None:
            table.add_row(row.label, relation, "0", "–", "–", "")
            continue
        table.add_row(
            row.label,
            relation,
            str(cell.similarity.n),
            with_interval(cell.similarity),
            with_interval(cell.order) if cell.order else "–",
            verdict_text(cell.order),
        )
    return table


def _stacked(rows: Iterable[ProfileRow], place: int) -> Iterator[Text]:
    """The same numbers one below the other, for a terminal too narrow for the table."""
    for row in rows:
        cell = row.cells[place]
        if cell is None:
            continue
        yield Text(f"{row.label} ({row.relation}), n = {cell.similarity.n}")
        yield Text("  similarity ") + with_interval(cell.similarity)
        if cell.order:
            yield Text("  order ") + with_interval(cell.order)
            yield Text("  ") + verdict_text(cell.order)


def _floor(encoder: EncoderView) -> Text:
    floor = encoder.floor
    if floor is None:
        return Text("floor: not measured", style="dim")
    line = Text.assemble(
        "floor ", number(floor.value), (f" ({interval(floor)})", "dim"), f", {floor.n} random pairs"
    )
    if encoder.floor_warning:
        line.append("\n" + encoder.floor_warning, style="yellow")
    return line


def _print_triplets(triplets: Sequence[WorstTriplet], console: Console) -> None:
    if not triplets:
        return
    console.print(Text("Worst pairs", style="bold"))
    for triplet in triplets:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(width=LABEL_COLUMNS, style="dim")
        grid.add_column(width=5, justify="right")
        grid.add_column(overflow="fold")
        grid.add_row("sentence", "", Text(triplet.anchor or triplet.item))
        for partner in (triplet.keeping, triplet.breaking):
            grid.add_row(*_partner(partner))
        console.print(grid)
        console.print()


def _partner(partner: Partner) -> tuple[Text, Text, Text]:
    cosine = "–" if partner.cosine is None else number(partner.cosine, 3)
    words = changed_words(partner.changes) or Text("(text not kept)")
    return Text(partner.edit), Text(cosine), words


def _print_conclusions(view: View, console: Console) -> None:
    for encoder in view.encoders:
        console.print(Text.assemble((encoder.name, "bold"), " ", encoder.conclusion.finding))
