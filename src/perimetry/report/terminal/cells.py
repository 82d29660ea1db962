"""What stands in a cell or a line of a terminal: an estimate, its word, words that differ."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from perimetry.records import Estimate
from perimetry.report.difference import Change
from perimetry.report.wording import VERDICT_SIGNS, interval, number

VERDICT_STYLES = {
    "sees it": "green",
    "weak": "yellow",
    "blind": "red",
    "inverted": "bold red",
    "too few to say": "dim",
}


def with_interval(estimate: Estimate | None) -> Text:
    """An estimate and its interval, or a dash."""
    if estimate is None:
        return Text("–")
    return Text.assemble(number(estimate.value), (f" ({interval(estimate)})", "dim"))


def verdict_text(estimate: Estimate | None) -> Text:
    """The word of an estimate behind its sign, or nothing."""
    if estimate is None or estimate.verdict is None:
        return Text("")
    word = estimate.verdict
    return Text(f"{VERDICT_SIGNS[word]} {word}", VERDICT_STYLES[word])


def changed_words(changes: Sequence[Change]) -> Text:
    """The partner's words; new ones stand out by brackets, since colour may be off."""
    parts = []
    for change in changes:
        if change.kind == "equal":
            parts.append(Text(" ".join(change.after)))
            continue
        if change.before:
            parts.append(Text(f"[-{' '.join(change.before)}-]", style="red"))
        if change.after:
            parts.append(Text(f"[+{' '.join(change.after)}+]", style="green"))
    return Text(" ").join(parts)
