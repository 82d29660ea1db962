"""A user's own sentences, edited by rules, as a set that the HEROS probe reads."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

from perimetry.datasets.heros import MADE_BY_RULES, EditedSentence, HerosSet
from perimetry.datasets.texts import SourceText, read_texts
from perimetry.errors import DataError
from perimetry.rules import load_rules
from perimetry.runner.perturb import EditedPair, Question, chunks, perturb


def edited_set(
    path: Path,
    question: Question,
    *,
    column: str | None = None,
    limit: int | None = None,
    workers: int = 1,
) -> HerosSet:
    """The sentences of ``path`` with the first edit of each rule that did not decline.

    Args:
        path: a file that :func:`~perimetry.datasets.texts.read_texts` reads.
        question: which rules, and the seed of their choices and of the sample.
        column: of the sentences.
        limit: at most this many sentences, drawn at random; equal sentences count once.
        workers: processes.

    Raises:
        DataError: the file cannot be read, or no rule edits any of its sentences.
    """
    distinct = {source.text.strip(): source for source in reversed(list(read_texts(path, column)))}
    sources = sorted(distinct.values(), key=lambda source: source.line)
    if limit is not None and limit < len(sources):
        sources = _sampled(sources, limit, question.seed)
    pairs = (pair for chunk in perturb(chunks(sources), question, workers=workers)
             for pair in chunk.pairs)  # fmt: skip
    sentences = _by_sentence(pairs)
    if not sentences:
        raise DataError(path, "no rule edits any of these sentences, so there is nothing to audit.")
    ordered = sorted(load_rules(question.rules), key=lambda rule: rule.relation != "same")
    relations = {rule.name: rule.relation for rule in ordered}
    return HerosSet(path.name, f"{MADE_BY_RULES}{path.name}", sentences, relations)


def _sampled(sources: list[SourceText], limit: int, seed: int) -> list[SourceText]:
    chosen = random.Random(seed).sample(range(len(sources)), limit)  # noqa: S311 (not a secret)
    return [sources[place] for place in sorted(chosen)]


def _by_sentence(pairs: Iterable[EditedPair]) -> list[EditedSentence]:
    edited: dict[str, EditedSentence] = {}
    for pair in pairs:
        none = EditedSentence(f"line-{pair.line}", pair.group, pair.text_a, {})
        known = edited.get(pair.group, none)
        partners = {**known.partners}
        partners.setdefault(pair.category, pair.text_b)
        edited[pair.group] = EditedSentence(known.item, known.group, known.original, partners)
    return list(edited.values())
