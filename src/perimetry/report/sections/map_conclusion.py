"""What to take away from a map: where the encoder is blind, and what no cut-off can mend."""

from __future__ import annotations

from collections.abc import Sequence

from perimetry.records import Estimate
from perimetry.report.sections.conclusion import SEES_IT, TOO_FEW, Conclusion
from perimetry.report.sections.map import ALL, KEPT
from perimetry.report.wording import edit_words, interval, listed, number, percent, short
from perimetry.results import Audit

HALF = 0.5
NAMED = 4
SEVERITY = ("inverted", "blind", "weak", SEES_IT)


def conclude_map(part: Audit, encoder: str) -> Conclusion:
    """The conclusion on ``encoder`` from the part of an audit that has one map."""
    found = [
        entry.estimate
        for entry in part.estimates
        if entry.encoder == encoder
        and entry.estimate.measure == "auroc"
        and entry.estimate.subset != ALL
    ]
    decided = sorted((e for e in found if e.verdict != TOO_FEW), key=lambda e: e.value)
    cutoff = cutoff_sentence(part.get(encoder, ALL, KEPT))
    if not decided:
        finding = (
            f"cannot be judged by phenomenon from {_most(found)} sentences each, or the intervals "
            "are too wide for a word."
            if found
            else "was not asked to tell meanings apart: no stratum holds both same and "
            "different pairs."
        )
        return Conclusion(short(encoder), _joined(finding, cutoff), TOO_FEW, _evidence(found[:1]))
    worst = decided[0]
    return Conclusion(
        short(encoder),
        _joined(_finding(decided), cutoff),
        worst.verdict or TOO_FEW,
        _evidence([worst]),
    )


def _finding(decided: Sequence[Estimate]) -> str:
    """Which phenomena the encoder fails on, the gravest word first."""
    by_word = {word: [e for e in decided if e.verdict == word] for word in SEVERITY}
    parts = []
    if by_word["inverted"]:
        parts.append(f"takes opposites for the closer ones in {_topics(by_word['inverted'])}")
    if by_word["blind"]:
        parts.append(f"is blind to {_topics(by_word['blind'])}")
    if by_word["weak"]:
        parts.append(f"is weak on {_topics(by_word['weak'])}")
    if by_word[SEES_IT]:
        only = "sees" if not parts else "sees only"
        parts.append(f"{only} {_topics(by_word[SEES_IT])}")
    return listed(parts) + "."


def _topics(estimates: Sequence[Estimate]) -> str:
    """At most :data:`NAMED` phenomena by name, the worst first, and how many more."""
    names = [edit_words(e.subset).topic for e in estimates]
    if len(names) <= NAMED + 1:
        return listed(names)
    return listed([*names[:NAMED], f"{len(names) - NAMED} more"])


def cutoff_sentence(kept: Estimate | None) -> str:
    """What the best cut-off within the budget keeps, "" where that was not measured."""
    if kept is None:
        return ""
    if kept.value < HALF:
        best = "none" if kept.value == 0 else percent(kept.value)
        return (
            "No cosine cut-off keeps half of the paraphrases with at most 1 % of the opposites: "
            f"the best keeps {best}."
        )
    return (
        "The cosine cut-off that lets 1 % of the opposites pass keeps "
        f"{percent(kept.value)} of the paraphrases here."
    )


def _joined(finding: str, cutoff: str) -> str:
    return f"{finding} {cutoff}".strip()


def _most(found: Sequence[Estimate]) -> int:
    return max(e.groups for e in found)


def _evidence(estimates: Sequence[Estimate]) -> str:
    return "; ".join(
        f"{edit_words(e.subset).label}: AUROC {number(e.value)} ({interval(e)}), where 0.50 is "
        f"guessing, {e.groups} sentences"
        for e in estimates
    )
