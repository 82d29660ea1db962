"""Whether anything of one split is in another, word for word or nearly."""

from __future__ import annotations

from itertools import combinations

from perimetry.curation.limits import Limits
from perimetry.curation.near import near_duplicates
from perimetry.datasets.labelled import LabelledSet
from perimetry.records import Finding


def check_leakage(data: LabelledSet, limits: Limits) -> Finding:
    """Fail where a group is cut by the split, or a text has a near duplicate across it."""
    pairs = [*data.pairs, *data.spare]
    splits = list(dict.fromkeys(pair.split for pair in pairs))
    if len(splits) < 2:
        return Finding("leakage", "skip", "there is one split only.")
    texts = {
        split: list(
            dict.fromkeys(
                text for pair in pairs if pair.split == split for text in (pair.text_a, pair.text_b)
            )
        )
        for split in splits
    }
    groups = {split: {pair.group for pair in pairs if pair.split == split} for split in splits}
    faults: list[str] = []
    for one, other in combinations(splits, 2):
        faults += [f"group {group!r} is in {one} and {other}" for group in groups[one]
                   & groups[other]]  # fmt: skip
        faults += [
            f"{texts[one][i]!r} ({one}) and {texts[other][j]!r} ({other}), token Jaccard {near:.2f}"
            for i, j, near in near_duplicates(texts[one], texts[other], limits.near)
        ]
    if faults:
        return Finding(
            "leakage", "fail", f"{len(faults)} times something of one split is in another.",
            sorted(faults), "Move whole groups, and put near duplicates on one side.",
        )  # fmt: skip
    names = " and ".join(f"{split} ({len(groups[split])} groups)" for split in splits)
    return Finding("leakage", "pass", f"nothing is shared by {names}.")
