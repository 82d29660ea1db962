"""What became of sentences under rules, in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.measures.overlap import Overlap
from perimetry.report.wording import edit_label, number, percent


def print_tally(
    console: Console,
    rules: Sequence[str],
    *,
    sentences: int,
    edits: Mapping[str, int],
    declines: Mapping[tuple[str, str], int],
    overlap: Mapping[str, Overlap],
) -> None:
    """Print a row a rule: its edits, why it declined most, and the lexical overlap of its pairs.

    Args:
        console: where to.
        rules: in the order of the rows.
        sentences: how many were asked.
        edits: the pairs made by each rule.
        declines: how often each (rule, reason) was given.
        overlap: of each rule's pairs, where it made any.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("rule")
    for heading in ("pairs", "declined"):
        table.add_column(heading, justify="right")
    table.add_column("most often because")
    for heading in ("ROUGE-1", "ROUGE-L", "edit distance"):
        table.add_column(heading, justify="right")
    for rule in rules:
        refused = {reason: n for (name, reason), n in declines.items() if name == rule}
        shared = overlap.get(rule)
        table.add_row(
            Text(edit_label(rule)),
            f"{edits.get(rule, 0):,}",
            percent(sum(refused.values()) / sentences) if sentences else "–",
            Text(max(refused, key=lambda reason: refused[reason]) if refused else ""),
            *(
                (number(shared.rouge_1, 1), number(shared.rouge_l, 1), number(shared.levenshtein))
                if shared
                else ("–", "–", "–")
            ),
        )
    console.print(table)
