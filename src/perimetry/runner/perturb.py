"""Applies rules to a stream of sentences: any number of them, in bounded memory, on several cores.

A chunk's result depends on its sentences, the rules and the seed alone, so chunks may be made in
any order, by any process, before or after a stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context

from perimetry.datasets.texts import SourceText
from perimetry.measures.overlap import OverlapSums
from perimetry.records import Relation
from perimetry.rules import load_rules, parse
from perimetry.rules.base import Decline
from perimetry.rules.sentence import LONGEST, Sentence

CHUNK = 1_000
"""Sentences between two writes: what a kill can cost, and what a worker takes at a time."""

TOO_LONG = f"longer than {LONGEST:,} characters"


@dataclass(frozen=True)
class Question:
    """What is asked of every sentence: which rules, at most how many edits each, and the seed."""

    rules: Sequence[str]
    per_rule: int
    seed: int


@dataclass(frozen=True)
class EditedPair:
    """A minimal pair and where it comes from.

    ``text_a[start:end]`` is what the rule replaced; ``line`` is the source's place in its file.
    """

    text_a: str
    text_b: str
    label: Relation
    category: str
    group: str
    line: int
    start: int
    end: int
    seed: int


@dataclass(frozen=True)
class Tally:
    """What became of some sentences: how many, the declines by rule and reason, the overlap."""

    sentences: int = 0
    edits: Counter[str] = field(default_factory=Counter)
    declines: Counter[tuple[str, str]] = field(default_factory=Counter)
    overlap: dict[str, OverlapSums] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        rules = [*self.overlap, *(rule for rule in other.overlap if rule not in self.overlap)]
        none = OverlapSums()
        return Tally(
            self.sentences + other.sentences,
            self.edits + other.edits,
            self.declines + other.declines,
            {r: self.overlap.get(r, none) + other.overlap.get(r, none) for r in rules},
        )


@dataclass(frozen=True)
class Chunk:
    """The pairs of some sentences, in order, and their tally."""

    pairs: Sequence[EditedPair]
    tally: Tally


def perturb_chunk(sources: Sequence[SourceText], question: Question) -> Chunk:
    """Ask every rule of every sentence."""
    rules = load_rules(question.rules)
    texts = [source.text.strip() for source in sources]
    parsed: Iterable[Sentence] = map(Sentence, texts)
    if any(rule.needs_parse for rule in rules):
        parsed = parse(texts)
    pairs: list[EditedPair] = []
    declines: Counter[tuple[str, str]] = Counter()
    overlap: dict[str, OverlapSums] = {}
    for source, sentence in zip(sources, parsed, strict=True):
        group = sha256(sentence.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        for rule in rules:
            edits = (
                Decline(TOO_LONG)
                if rule.needs_parse and sentence.parsed is None
                else rule.edits(sentence, seed=question.seed)
            )
            if isinstance(edits, Decline):
                declines[rule.name, edits.reason] += 1
                continue
            for edit in edits[: question.per_rule]:
                pairs.append(
                    EditedPair(
                        sentence.text,
                        edit.text,
                        rule.relation,
                        rule.name,
                        group,
                        source.line,
                        edit.start,
                        edit.end,
                        question.seed,
                    )
                )
                sums = overlap.get(rule.name, OverlapSums())
                overlap[rule.name] = sums.with_pair(sentence.text, edit.text)
    edited = Counter(pair.category for pair in pairs)
    return Chunk(pairs, Tally(len(sources), edited, declines, overlap))


def chunks(sources: Iterable[SourceText]) -> Iterator[list[SourceText]]:
    """``sources`` in lists of :data:`CHUNK`."""
    held = iter(sources)
    while chunk := list(islice(held, CHUNK)):
        yield chunk


def perturb(
    work: Iterable[list[SourceText]], question: Question, *, workers: int = 1
) -> Iterator[Chunk]:
    """The result of each chunk of ``work``, in order.

    With several workers, at most two chunks a worker are held at a time.

    Raises:
        MissingExtraError: a rule needs the grammar and it is not installed.
    """
    if workers == 1:
        for chunk in work:
            yield perturb_chunk(chunk, question)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    running: list[Future[Chunk]] = []
    try:
        for chunk in work:
            running.append(pool.submit(perturb_chunk, chunk, question))
            if len(running) == 2 * workers:
                yield running.pop(0).result()
        while running:
            yield running.pop(0).result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
