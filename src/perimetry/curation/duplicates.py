"""Pairs that stand twice, that contradict each other, and anchors that are nearly one."""

from __future__ import annotations

from collections.abc import Iterator

from perimetry.curation.limits import Limits
from perimetry.curation.near import near_duplicates
from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.records import Finding


def check_duplicates(data: LabelledSet, limits: Limits) -> Finding:
    """Fail on a repeated or contradicted pair; warn of near duplicates between groups."""
    faults = [*_repeated(data), *_equal_texts(data)]
    anchors = {pair.text_a: pair.group for pair in data.pairs}
    texts = list(anchors)
    near = [
        f"{texts[i]!r} and {texts[j]!r} (token Jaccard {jaccard:.2f})"
        for i, j, jaccard in near_duplicates(texts, texts, limits.near)
        if i < j and anchors[texts[i]] != anchors[texts[j]]
    ]
    if faults:
        return Finding(
            "duplicates", "fail", f"{len(faults)} pairs are repeated, contradicted or no pair.",
            faults, "Keep one of each, and settle the label.",
        )  # fmt: skip
    if near:
        return Finding(
            "duplicates", "warn", f"{len(near)} anchors of different groups are nearly one.",
            near, "Give them one group, or rewrite one.",
        )  # fmt: skip
    return Finding("duplicates", "pass", f"no pair stands twice among {len(_all(data)):,}.")


def _all(data: LabelledSet) -> list[LabelledPair]:
    return [*data.pairs, *data.spare]


def _repeated(data: LabelledSet) -> Iterator[str]:
    seen: dict[frozenset[str], LabelledPair] = {}
    for pair in _all(data):
        first = seen.setdefault(frozenset((pair.text_a, pair.text_b)), pair)
        if first is pair or first.category != pair.category:
            continue
        if first.label == pair.label:
            yield f"line {pair.line} repeats line {first.line}: {pair.text_b!r}"
        else:
            yield (
                f"line {pair.line} is {pair.label}, line {first.line} is {first.label}: "
                f"{pair.text_b!r}"
            )


def _equal_texts(data: LabelledSet) -> Iterator[str]:
    for pair in _all(data):
        if pair.text_a == pair.text_b:
            yield f"line {pair.line}: both texts are {pair.text_a!r}"
