"""Whether the label shows in the partner alone, without its anchor.

A set whose opposites can be told by a word such as *not* measures that word (Poliak et al., 2018,
for inference sets). A naive Bayes over the partner's words, trained on other groups, tries.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from math import log

import numpy as np

from perimetry.curation.limits import Limits
from perimetry.datasets.labelled import LabelledPair, LabelledSet
from perimetry.measures.separation import Separation
from perimetry.records import Finding
from perimetry.words import words

FOLDS = 10
LEAST_PAIRS = 60


def check_artefacts(data: LabelledSet, limits: Limits) -> Finding:
    """Warn where a partner's words tell its label."""
    pairs = [pair for pair in data.pairs if pair.label != "depends"]
    if len(pairs) < LEAST_PAIRS or len({pair.label for pair in pairs}) < 2:
        return Finding("artefacts", "skip", f"{len(pairs)} labelled pairs are too few to tell.")
    value = partner_only_auroc(pairs)
    message = (
        f"from the partner alone a bag of words tells same from different with AUROC {value:.2f} "
        "(0.50 is guessing)"
    )
    if value > limits.artefact_auroc:
        return Finding(
            "artefacts", "warn", f"{message}, above {limits.artefact_auroc:.2f}.", _tells(pairs),
            "Use these words as often in partners of the other label.",
        )  # fmt: skip
    return Finding("artefacts", "pass", f"{message}.")


def partner_only_auroc(pairs: list[LabelledPair]) -> float:
    """The AUROC of a naive Bayes that sees ``text_b`` only, over folds that cut no group."""
    folds = np.array([sha256(p.group.encode()).digest()[0] % FOLDS for p in pairs])
    same = np.array([pair.label == "same" for pair in pairs], dtype=np.bool_)
    bags = [set(words(pair.text_b)) for pair in pairs]
    scores = np.zeros(len(pairs))
    for fold in range(FOLDS):
        seen = {True: Counter[str](), False: Counter[str]()}
        for place in np.flatnonzero(folds != fold).tolist():
            seen[bool(same[place])].update(bags[place])
        totals = {label: max(int((same[folds != fold] == label).sum()), 1) for label in seen}
        for place in np.flatnonzero(folds == fold).tolist():
            scores[place] = sum(
                log((seen[True][w] + 1) / (totals[True] + 2))
                - log((seen[False][w] + 1) / (totals[False] + 2))
                for w in bags[place]
            )
    return float(Separation(scores, same).auroc(np.ones(len(pairs))))


def _tells(pairs: list[LabelledPair], shown: int = 8) -> list[str]:
    """The words whose share of partners differs most between the labels."""
    seen: dict[str, Counter[str]] = {"same": Counter(), "different": Counter()}
    counts = Counter(pair.label for pair in pairs)
    for pair in pairs:
        seen[pair.label].update(set(words(pair.text_b)))
    shares = {
        word: tuple(seen[label][word] / counts[label] for label in ("same", "different"))
        for word in seen["same"] | seen["different"]
    }
    worst = sorted(shares, key=lambda word: -abs(shares[word][0] - shares[word][1]))[:shown]
    return [
        f"{word!r}: in {same:.0%} of same and {different:.0%} of different partners"
        for word, (same, different) in ((word, shares[word]) for word in worst)
    ]
