"""Claims edited by our rules as people edit them, for the probe that searches their fact-checks.

The kinds of edit are those of When Claims Evolve (arXiv 2503.03417), as far as a rule makes them.
Three are missing: a double negation, the renaming of an entity that stays the same one, and
dialect, which the paper asks of a language model. Nothing of ours amplifies with emphasis either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from perimetry.datasets.background import builtin_background
from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import Split
from perimetry.datasets.sampling import drawn_groups
from perimetry.datasets.texts import SourceText
from perimetry.files import read_json_lines
from perimetry.probes.claim_search import ClaimSet, EvolvingClaim
from perimetry.rules import load_rules
from perimetry.runner.perturb import Question, chunks, perturb

PER_RULE = 5
"""How many edits of a rule are searched for: the paper's number of versions."""

KINDS: Mapping[str, Sequence[str]] = {
    "casings": ("casing",),
    "typos": ("typo",),
    "negations": ("negation", "un_negation"),
    "entities": ("entity",),
    "rewrites": (
        "contraction", "abbreviation", "digits_words", "equal_unit", "synonym", "voice",
    ),
    "amplify_minimise": ("number", "quantifier", "modality"),
}  # fmt: skip
"""The paper's kinds of edit and our rules for each.

A negation, another number or another name makes the claim say something else. Its fact-check is
still the document that answers it, so it stays the one to find; the paper asks the same of it.
"""

RULES: Sequence[str] = tuple(rule for rules in KINDS.values() for rule in rules)


def evolving_claims(
    split: Split = "test",
    *,
    seed: int,
    limit: int | None = None,
    rules: Sequence[str] = RULES,
    workers: int = 1,
) -> ClaimSet:
    """Our own claims with their edited versions, to be searched for among 656 documents.

    Args:
        split: of the built-in claims.
        seed: of the rules' choices and of the sample.
        limit: at most this many fact-checks, each with its claims.
        rules: names of rules; one outside :data:`KINDS` stands in no pool.
        workers: processes.

    Raises:
        InputError: no such rule, or ``limit`` is below 1.
        MissingExtraError: a rule needs the grammar and it is not installed.
    """
    found = builtin_claims(split)
    if limit is not None:
        found = _sampled(found, limit, seed)
    return with_edits(found, seed=seed, rules=rules, workers=workers)


def builtin_claims(split: Split = "test") -> ClaimSet:
    """The supported and refuted claims of a split, without edits; their evidence is the fact-check.

    The corpus is the evidence of both splits and, as distractors, the background sentences.
    """
    rows = [
        (line, row)
        for line, row in read_json_lines(builtin_file("advanced", "claims.jsonl"))
        if "canary" not in row
    ]
    corpus = list(dict.fromkeys(row["evidence"] for _, row in rows))
    places = {evidence: place for place, evidence in enumerate(corpus)}
    claims = [
        EvolvingClaim(f"line-{line}", row["group"], row["claim"], places[row["evidence"]])
        for line, row in rows
        if row["split"] == split and row["label"] != "unknown"
    ]
    corpus += builtin_background().sentences
    return ClaimSet("perimetry-claims", f"built in, {split}", corpus, claims)


def with_edits(
    data: ClaimSet, *, seed: int, rules: Sequence[str] = RULES, workers: int = 1
) -> ClaimSet:
    """``data`` with up to :data:`PER_RULE` edited versions of each claim by each of ``rules``.

    A rule that declines is absent from the claim.

    Raises:
        InputError: no such rule.
        MissingExtraError: a rule needs the grammar and it is not installed.
    """
    relations = {rule.name: rule.relation for rule in load_rules(rules)}
    sources = [SourceText(place, claim.text) for place, claim in enumerate(data.claims)]
    made: list[dict[str, list[str]]] = [{} for _ in sources]
    for chunk in perturb(chunks(sources), Question(rules, PER_RULE, seed), workers=workers):
        for pair in chunk.pairs:
            made[pair.line].setdefault(pair.category, []).append(pair.text_b)
    pools = {kind: [rule for rule in named if rule in relations] for kind, named in KINDS.items()}
    return replace(
        data,
        claims=[replace(claim, edits=e) for claim, e in zip(data.claims, made, strict=True)],
        relations=relations,
        pools={kind: named for kind, named in pools.items() if len(named) > 1},
        notes=(*data.notes, f"edits: rules, at most {PER_RULE} a rule, seed {seed}"),
    )


def _sampled(data: ClaimSet, limit: int, seed: int) -> ClaimSet:
    groups = (claim.group for claim in data.claims)
    kept = drawn_groups(groups, limit, np.random.default_rng(seed))
    return replace(data, claims=[claim for claim in data.claims if claim.group in kept])
