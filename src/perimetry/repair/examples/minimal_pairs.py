"""Training examples of labelled pairs: the built-in core set, or a user's pairs and triplets.

The anchor is the query, the partner that keeps its meaning the positive, and those that break it
the hard negatives. In the core set both overlap alike with the anchor, so shared words tell
nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from perimetry.datasets.core import builtin_core, builtin_keeping
from perimetry.datasets.labelled import LabelledSet
from perimetry.datasets.labelled_file import read_labelled
from perimetry.errors import DataError
from perimetry.repair.examples.contamination import refuse_canary
from perimetry.repair.examples.example import TrainingExample, TrainingTask

SCORED = "test"
"""The split that an audit scores; its rows are never learnt from."""


def core_examples(without: Collection[str] = ()) -> TrainingTask:
    """The dev halves of the core anchors and keeping edits; ``without`` names phenomena left out.

    Leaving phenomena out shows what carries over to those that were not trained on.
    """
    found = [
        example
        for data in (builtin_core("dev"), builtin_keeping("dev"))
        for example in _of_set("core", _without(data, without))
    ]
    notes = [f"without {', '.join(sorted(without))}"] if without else []
    return TrainingTask("core", found, notes=notes)


def own_examples(path: Path) -> TrainingTask:
    """A user's pairs or triplets; rows of a split called *test* are left out.

    Raises:
        DataError: the file cannot be read, carries a canary, or nothing in it says *same*.
    """
    refuse_canary(path)
    data = read_labelled(path)
    kept = data.only([pair for pair in data.pairs if pair.split.casefold() != SCORED])
    examples = _of_set(path.name, kept)
    if not examples:
        raise DataError(path, "no pair that may be learnt from says the same.")
    left_out, used = len(data.pairs) - len(kept.pairs), {e.group for e in examples}
    unused = sum(pair.label == "different" and pair.group not in used for pair in kept.pairs)
    notes = [f"{left_out:,} pairs of the split test left out"] if left_out else []
    if unused:
        notes.append(f"{unused:,} different pairs have no partner that says the same: not used")
    return TrainingTask(path.name, examples, notes=notes)


def _without(data: LabelledSet, phenomena: Collection[str]) -> LabelledSet:
    return data.only([pair for pair in data.pairs if pair.category not in phenomena])


def _of_set(task: str, data: LabelledSet) -> list[TrainingExample]:
    """An example for each pair that says the same, with the partners that break what it keeps."""
    breaking: dict[str, list[str]] = {}
    for triplet in data.triplets:
        breaking.setdefault(triplet.keeping.item, []).append(triplet.breaking.text_b)
    return [
        TrainingExample(task, pair.group, pair.text_a, pair.text_b, breaking.get(pair.item, []))
        for pair in data.pairs
        if pair.label == "same" and pair.text_a != pair.text_b
    ]
