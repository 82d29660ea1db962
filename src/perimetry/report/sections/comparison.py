"""What a comparison says, as rows and sentences, whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.report.difference import Change as WordChange
from perimetry.report.difference import differences, excerpt
from perimetry.report.wording import edit_label, interval, listed, number, short, visible
from perimetry.results.comparison import Change, Comparison, Flip, Place

SHOWN_FLIPS = 10
NAMED = 4

CHANGE_COLUMNS = ("edit", "n", "old", "new", "difference", "outcome")
PLACE_COLUMNS = ("encoder", "order", "rank", "letters", "dimension", "MiB", "texts/s")


@dataclass(frozen=True)
class FlippedItem:
    """An item on which old and new disagree; the words lead from its anchor to each partner.

    Without texts in the audits the words are empty.
    """

    label: str
    item: str
    anchor: str
    keeping: Sequence[WordChange]
    breaking: Sequence[WordChange]


@dataclass(frozen=True)
class ComparisonView:
    """A whole comparison. Rows fit :data:`CHANGE_COLUMNS` and :data:`PLACE_COLUMNS`."""

    title: str
    headline: str
    changes: Sequence[tuple[str, ...]]
    places: Sequence[tuple[str, ...]]
    lost: Sequence[FlippedItem]
    gained: Sequence[FlippedItem]
    flips: str
    footnotes: Sequence[str]


def view_comparison(comparison: Comparison) -> ComparisonView:
    """What the comparison says; every text is fit to show."""
    old, new = short(comparison.old), short(comparison.new)
    lost = [flip for flip in comparison.flips if not flip.gained]
    gained = [flip for flip in comparison.flips if flip.gained]
    several = len(comparison.places) > 2
    return ComparisonView(
        title=f"{new} against {old}",
        headline=_headline(comparison, old, new),
        changes=[_change_row(change) for change in comparison.changes],
        places=[_place_row(place) for place in comparison.places],
        lost=[_flipped(flip) for flip in lost[:SHOWN_FLIPS]],
        gained=[_flipped(flip) for flip in gained[:SHOWN_FLIPS]],
        flips=(
            f"{new} gets {len(lost)} triplets wrong that {old} gets right, and {len(gained)} right "
            "that it gets wrong."
        ),
        footnotes=[
            "order: how often the partner that keeps the meaning is closer than the one that "
            "breaks it. Differences are new − old on the same items, with 95 % intervals that "
            "resample whole groups; a sign-flip test over groups decides, after Holm.",
            *(
                ["Two encoders share a letter exactly where they cannot be told apart."]
                if several
                else []
            ),
            f"Data: {short(comparison.data, 200)}. Seed {comparison.seed}.",
        ],
    )


def _headline(comparison: Comparison, old: str, new: str) -> str:
    if comparison.same_fingerprint:
        return f"{old} and {new} are the same encoder: their fingerprints are equal."
    by_outcome = {
        outcome: [_label(c.subset) for c in comparison.changes if c.outcome == outcome]
        for outcome in ("improved", "worse", "cannot be said", "no difference")
    }
    parts = []
    if by_outcome["improved"]:
        parts.append(f"better at {_some(by_outcome['improved'])}")
    if by_outcome["worse"]:
        parts.append(f"worse at {_some(by_outcome['worse'])}")
    if not parts:
        return f"No difference between {new} and {old} can be shown on these items."
    rest = by_outcome["cannot be said"] + by_outcome["no difference"]
    unsaid = f"; nothing can be said of {_some(rest)}" if rest else ""
    return f"{new} is {listed(parts)} than {old}{unsaid}."


def _change_row(change: Change) -> tuple[str, ...]:
    outcome: str = change.outcome
    if change.groups_needed is not None:
        outcome += f" (about {change.groups_needed:,} groups would, here are {change.groups})"
    return (
        _label(change.subset),
        f"{change.n:,}",
        number(change.old),
        number(change.new),
        f"{number(change.difference, 3)} ({interval(change, 3)})",
        outcome,
    )


def _some(labels: Sequence[str]) -> str:
    """At most :data:`NAMED` by name, and how many more."""
    if len(labels) <= NAMED + 1:
        return listed(labels)
    return listed([*labels[:NAMED], f"{len(labels) - NAMED} more"])


def _label(subset: str) -> str:
    probe, colon, edit = subset.rpartition(": ")
    return "all edits together" if subset == "all" else f"{probe}{colon}{edit_label(edit)}"


def _place_row(place: Place) -> tuple[str, ...]:
    ranks = (
        f"{place.rank}"
        if place.rank_low == place.rank_high
        else f"{place.rank} ({place.rank_low} to {place.rank_high})"
    )
    return (
        short(place.encoder),
        f"{number(place.value)} ({interval(place)})",
        ranks,
        place.letters,
        "–" if place.dimension is None else f"{place.dimension}",
        "–" if place.weights_bytes is None else f"{place.weights_bytes / 2**20:,.0f}",
        "–" if place.texts_per_s is None else f"{place.texts_per_s:,.0f}",
    )


def _flipped(flip: Flip) -> FlippedItem:
    return FlippedItem(
        label=" before ".join(edit_label(edit) for edit in flip.subset.split(">")),
        item=short(flip.item),
        anchor=short(flip.anchor, 400) if flip.anchor is not None else "(text not kept)",
        keeping=_words(flip.anchor, flip.text_a),
        breaking=_words(flip.anchor, flip.text_b),
    )


def _words(anchor: str | None, partner: str | None) -> list[WordChange]:
    if anchor is None or partner is None:
        return []
    return excerpt(differences(visible(anchor), visible(partner)))
