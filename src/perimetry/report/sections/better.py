"""Is one encoder better than another? What the comparisons say, or the command that asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.report.dossier import Dossier
from perimetry.report.wording import interval, number, percent, short
from perimetry.results.comparison import Change, Comparison

ALL = "all"
LEAST_P = 0.001
COMMAND = "perimetry compare OLD NEW --out FOLDER"

WORDS = {"improved": "Yes", "worse": "No, it is worse", "no difference": "No difference"}


@dataclass(frozen=True)
class Better:
    """A sentence for each comparison, or none and the command that makes one."""

    answers: Sequence[str]
    command: str


def build_better(dossier: Dossier) -> Better | None:
    """What there is to say; None where the dossier has one encoder and no comparison."""
    answers = [
        answer for comparison in dossier.comparisons if (answer := _answer(comparison))
    ]  # fmt: skip
    if not answers and len(dossier.audit.encoders) < 2:
        return None
    return Better(answers, "" if answers else COMMAND)


def _answer(comparison: Comparison) -> str:
    old, new = short(comparison.old), short(comparison.new)
    if comparison.same_fingerprint:
        return f"{old} and {new} are one encoder: their fingerprints are equal."
    whole = next((change for change in comparison.changes if change.subset == ALL), None)
    if whole is None:
        return ""
    numbers = (
        f"the text that keeps the meaning lies closer in {percent(whole.new)} of {whole.n:,} "
        f"comparisons, where {old} has {percent(whole.old)}; the difference is "
        f"{number(whole.difference, 3)} ({interval(whole, 3)}, {_p(whole)})"
    )
    if whole.outcome == "cannot be said":
        needed = (
            f"; about {whole.groups_needed:,} sentences would tell, and here are {whole.groups:,}"
            if whole.groups_needed
            else ""
        )
        return f"Is {new} better than {old}? It cannot be said: {numbers}{needed}."
    return f"Is {new} better than {old}? {WORDS[whole.outcome]}: {numbers}."


def _p(change: Change) -> str:
    return "p < 0.001" if change.p_adjusted < LEAST_P else f"p = {number(change.p_adjusted, 3)}"
