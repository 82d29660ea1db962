"""Whether every category has both labels, enough of each, and a reason for each *depends*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from perimetry.curation.limits import Limits
from perimetry.datasets.labelled import LabelledSet
from perimetry.records import Finding


def check_labels(data: LabelledSet, limits: Limits) -> Finding:
    """Fail where a category has one label only or a *depends* has no reason; warn of thin ones."""
    faults, doubts = list(_faults(data)), list(_doubts(data, limits))
    counts = Counter(pair.label for pair in data.pairs)
    mix = ", ".join(f"{counts[label]} {label}" for label in ("same", "different", "depends"))
    summary = f"{len(data.groups)} groups in {len(data.categories)} categories: {mix}"
    if not faults and not doubts:
        return Finding("labels", "pass", f"{summary}.")
    return Finding(
        "labels",
        "fail" if faults else "warn",
        f"{summary}; {len(faults) + len(doubts)} remarks.",
        [*faults, *doubts],
        "Add pairs of the missing kind, and give each depends a reason.",
    )


def _faults(data: LabelledSet) -> Iterator[str]:
    for category in data.categories:
        labels = {pair.label for pair in data.pairs if pair.category == category}
        for label in ("same", "different"):
            if label not in labels:
                yield f"{category}: no pair is {label}"
    for pair in data.pairs:
        if pair.label == "depends" and not pair.note:
            yield f"line {pair.line}: depends without a reason (column note)"


def _doubts(data: LabelledSet, limits: Limits) -> Iterator[str]:
    for category in data.categories:
        pairs = [pair for pair in data.pairs if pair.category == category]
        groups = len({pair.group for pair in pairs})
        if groups < limits.least_groups:
            yield f"{category}: {groups} groups, and a verdict needs {limits.least_groups}"
        label, count = Counter(pair.label for pair in pairs).most_common(1)[0]
        if count > limits.dominant * len(pairs) and count < len(pairs):
            yield f"{category}: {count} of {len(pairs)} pairs are {label}"
        for stratum in ("close", "distant"):
            found = {p.label for p in pairs if p.stratum == stratum and p.label != "depends"}
            if len(found) == 1:
                yield f"{category}: in the stratum {stratum} all pairs are {found.pop()}"
