"""Sentences that each rule reads a CPU-second, after the parse, and the parse itself.

    python benchmarks/rules.py

The texts are the built-in sentences and their negations.
"""

from __future__ import annotations

import time

from perimetry.datasets.background import builtin_background
from perimetry.datasets.heros import builtin_heros
from perimetry.rules import Decline, all_rules, parse


def main() -> None:
    """Print a line a rule: the share of sentences that it edits, and its speed."""
    texts = [*builtin_background().sentences]
    texts += [
        text for s in builtin_heros().sentences for text in (s.original, s.partners["negation"])
    ]
    list(parse(texts[:10]))  # the grammar is loaded once, before the clock
    started = time.process_time()
    sentences = list(parse(texts))
    print(
        f"{len(texts)} sentences; parse: "
        f"{len(texts) / (time.process_time() - started):,.0f} a CPU-second"
    )
    print(f"{'rule':14} {'edited':>7} {'sentences/CPU s':>16}")
    for name, rule in all_rules().items():
        rule.edits(sentences[0], seed=0)  # whatever it loads, it loads now
        started = time.process_time()
        made = [rule.edits(sentence, seed=0) for sentence in sentences]
        speed = len(sentences) / (time.process_time() - started)
        edited = sum(not isinstance(found, Decline) for found in made) / len(made)
        print(f"{name:14} {edited:7.1%} {speed:16,.0f}")


if __name__ == "__main__":
    main()
