"""What became of sentences under rules, in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console

from perimetry.measures.overlap import Overlap
from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import edit_label, number, percent

COLUMNS = (
    "rule", "pairs", "declined", "most often because", "ROUGE-1", "ROUGE-L", "edit distance",
)  # fmt: skip


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
    cells = []
    for rule in rules:
        refused = {reason: n for (name, reason), n in declines.items() if name == rule}
        shared = overlap.get(rule)
        measured = (
            (number(shared.rouge_1, 1), number(shared.rouge_l, 1), number(shared.levenshtein))
            if shared
            else ("–", "–", "–")
        )
        cells.append(
            (
                edit_label(rule),
                f"{edits.get(rule, 0):,}",
                percent(sum(refused.values()) / sentences) if sentences else "–",
                max(refused, key=lambda reason: refused[reason]) if refused else "",
                *measured,
            )
        )
    print_rows(console, COLUMNS, cells, left=(0, 3), wrapped=(3,))
