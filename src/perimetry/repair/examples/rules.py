"""Training examples made by rules on sentences that no test holds.

A sentence is the query, an edit that keeps its meaning the positive, one that breaks it the hard
negative. Each breaking edit is put beside the keeping edit whose token Jaccard with the sentence is
nearest, the match of overlap of the core set (arXiv 2608.10216).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from perimetry.datasets.texts import SourceText
from perimetry.errors import InputError
from perimetry.repair.examples.example import TrainingExample, TrainingTask
from perimetry.rules import all_rules
from perimetry.runner import Question
from perimetry.runner.perturb import EditedPair, chunks, perturb
from perimetry.words import token_jaccard


def rule_examples(
    sentences: Iterable[str],
    *,
    seed: int,
    rules: Sequence[str] | None = None,
    without: Collection[str] = (),
    name: str = "rules",
    per_rule: int = 2,
) -> TrainingTask:
    """Examples of what the rules make of ``sentences``.

    Args:
        sentences: distinct ones are asked once.
        seed: of the rules' choices.
        rules: their names; None takes all.
        without: rules left out.
        name: of the task.
        per_rule: at most so many edits of each rule and sentence.

    Raises:
        InputError: no rule edits any sentence both ways, or there is no such rule.
        MissingExtraError: a rule needs the grammar and it is not installed.
    """
    asked = [rule for rule in rules or list(all_rules()) if rule not in without]
    sources = [SourceText(n, text) for n, text in enumerate(dict.fromkeys(sentences), start=1)]
    by_group: dict[str, list[EditedPair]] = defaultdict(list)
    for chunk in perturb(chunks(sources), Question(asked, per_rule, seed)):
        for pair in chunk.pairs:
            by_group[pair.group].append(pair)
    examples = [
        TrainingExample(name, f"{name}-{group}", breaking.text_a, keeping.text_b, [breaking.text_b])
        for group, pairs in by_group.items()
        for keeping, breaking in _matched(pairs)
    ]
    if not examples:
        raise InputError("no rule edits any of these sentences both ways. Give other sentences.")
    used = len({example.group for example in examples})
    return TrainingTask(
        name, examples, notes=[f"{used:,} of {len(sources):,} sentences can be edited both ways"]
    )


def _matched(pairs: Sequence[EditedPair]) -> Iterable[tuple[EditedPair, EditedPair]]:
    keeping = [pair for pair in pairs if pair.label == "same"]
    for breaking in pairs:
        if keeping and breaking.label == "different":
            aim = token_jaccard(breaking.text_a, breaking.text_b)
            yield min(keeping, key=lambda p: abs(token_jaccard(p.text_a, p.text_b) - aim)), breaking
