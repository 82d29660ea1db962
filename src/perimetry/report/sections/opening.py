"""The first words of a report: what an encoder is like, and what fooled it most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from perimetry.records import Estimate, pair_items
from perimetry.report.difference import Change, differences
from perimetry.report.sections.conclusion import Conclusion
from perimetry.report.sections.map import ALL
from perimetry.report.sections.uses import order_kinds
from perimetry.report.wording import edit_words, number, percent, short
from perimetry.results import Audit

KINDS = {
    "sees it": "tells meanings apart",
    "weak": "tells meanings apart only in part",
    "blind": "guesses at meaning",
    "inverted": "prefers the wrong meaning",
}
"""What an encoder is like, by the verdict on all its orders."""

LONGEST_CHANGE, LONGEST_WORD = 3, 24


def opening(part: Audit, encoder: str, conclusion: Conclusion) -> list[str]:
    """At most two sentences; the first goes on after the encoder's name.

    Args:
        part: the first probe's part of the audit.
        encoder: its name.
        conclusion: what is said where there are no orders of triplets to speak of.
    """
    whole = part.get(encoder, ALL, "order_accuracy")
    kinds = order_kinds(part, encoder)
    like = KINDS.get(whole.verdict or "") if whole else None
    if whole is None or like is None or not kinds:
        return [conclusion.finding]
    return [_like(like, whole), _fooled(part, encoder, kinds[0])]


def how_sure(part: Audit) -> str:
    """What the first words rest on, and what they are no forecast of; "" without orders."""
    orders = [part.get(record.name, ALL, "order_accuracy") for record in part.encoders]
    groups = max((order.groups for order in orders if order), default=0)
    if not groups:
        return ""
    return (
        f"How sure: all of this rests on {groups:,} sentences, and the 95 % intervals say how far "
        "other sentences of the kind would move it. The pairs are made to be hard. They are a "
        "stress test of what an encoder cannot see, not a forecast for your traffic."
    )


def _like(like: str, whole: Estimate) -> str:
    low, high = (number(100 * share, 0) for share in (whole.low, whole.high))
    return (
        f"{like}: of two edited sentences, the one that still says the same lies closer in "
        f"{percent(whole.value)} of {whole.n:,} tries (95 % interval {low} to {high} %; guessing "
        "is 50 %)."
    )


def _fooled(part: Audit, encoder: str, worst: Estimate) -> str:
    wrong = round((1 - worst.value) * worst.n)
    topic = edit_words(worst.subset).topic
    if not wrong:
        return f"Nothing fooled it: even with {topic} it was right in all {worst.n:,} tries."
    said = (
        f"What fooled it most: {topic}. In {wrong:,} of {worst.n:,} tries the sentence that says "
        "something else lies as close as the one that says the same, or closer"
    )
    return f"{said}{_example(part, encoder, worst.subset)}."


def _example(part: Audit, encoder: str, subset: str) -> str:
    """The shortest change that fooled the encoder, with its cosine, where texts are kept."""
    rows = _rows(part, encoder, "margin")
    fooled = [
        (row, change)
        for row in rows
        if subset in row["subset"].split(">")
        and row["value"] <= 0
        and row["anchor"] is not None
        and (change := _single_change(row["anchor"], row["text_b"]))
    ]
    if not fooled:
        return ""
    cosines = {row["item"]: row["value"] for row in _rows(part, encoder, "cosine")}
    known = [
        (cosines[item], change)
        for row, change in fooled
        if (item := pair_items(row["item"])[1]) in cosines
    ]
    if not known:
        return ""
    cosine, change = max(known, key=lambda pair: (pair[0], pair[1].before, pair[1].after))
    return f"; {_changed(change)} leaves a cosine of {number(cosine, 3)}"


def _single_change(anchor: str, partner: str) -> Change | None:
    changes = [change for change in differences(anchor, partner) if change.kind != "equal"]
    if len(changes) != 1:
        return None
    words = (*changes[0].before, *changes[0].after)
    small = max(len(changes[0].before), len(changes[0].after)) <= LONGEST_CHANGE
    return changes[0] if small and all(len(word) <= LONGEST_WORD for word in words) else None


def _changed(change: Change) -> str:
    before, after = (_quoted(words) for words in (change.before, change.after))
    if not change.before:
        return f"adding {after}"
    return f"{after} for {before}" if change.after else f"leaving out {before}"


def _quoted(words: Sequence[str]) -> str:
    return f"“{short(' '.join(words).strip('.,;:!?'))}”"


def _rows(part: Audit, encoder: str, measure: str) -> list[dict[str, Any]]:
    wanted = pc.and_(
        pc.equal(part.items["encoder"].cast(pa.string()), encoder),
        pc.equal(part.items["measure"].cast(pa.string()), measure),
    )
    found: list[dict[str, Any]] = part.items.filter(wanted).to_pylist()
    return found
