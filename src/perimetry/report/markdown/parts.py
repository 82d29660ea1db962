"""What a report in Markdown is put together from: sections, and estimates and facts in a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.records import Estimate
from perimetry.report.markdown.words import table
from perimetry.report.sections.facts import Fact
from perimetry.report.wording import VERDICT_SIGNS, interval, number


@dataclass(frozen=True)
class Folded:
    """Blocks of Markdown behind a line."""

    summary: str
    blocks: Sequence[str]


@dataclass(frozen=True)
class Section:
    """One section; its blocks are Markdown and its title is not.

    ``needed`` says that its folded parts find room before those of other sections.
    """

    title: str
    blocks: Sequence[str]
    folded: Sequence[Folded] = ()
    needed: bool = False


def facts_table(facts: Sequence[Fact]) -> str:
    """Names with their values."""
    return table(("", ""), [(fact.name, fact.value) for fact in facts])


def read(estimate: Estimate | None) -> str:
    """An estimate with its interval, and its word behind the sign."""
    if estimate is None or estimate.verdict is None:
        return valued(estimate)
    return f"{valued(estimate)} {VERDICT_SIGNS[estimate.verdict]} {estimate.verdict}"


def valued(estimate: Estimate | None) -> str:
    """An estimate with its interval, or a dash."""
    return "–" if estimate is None else f"{number(estimate.value)} ({interval(estimate)})"
