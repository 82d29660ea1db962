"""Regenerates the partners of perimetry-heros by rule and counts where they differ.

    python benchmarks/heros_by_rules.py [--show EDIT]

The counts stand in the set's card.
"""

from __future__ import annotations

import argparse
from collections import Counter

from perimetry.datasets.heros import RELATIONS, builtin_heros
from perimetry.rules import Decline, load_rules, parse

ALSO = {"negation": "un_negation"}
"""A sentence that is negative already has its negation removed."""


def main() -> None:
    """Print a line an edit: how often a rule edits, and agrees with the hand-read partner."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", choices=list(RELATIONS), help="print the partners that differ")
    shown = parser.parse_args().show
    sentences = builtin_heros().sentences
    parsed = list(parse(s.original for s in sentences))
    print(
        f"{'edit':12} {'edited':>7} {'equal':>6} {'another':>8} {'declined':>9}  most often because"
    )
    for edit in RELATIONS:
        rules = load_rules([edit, *([ALSO[edit]] if edit in ALSO else [])])
        outcome: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        for sentence, read in zip(parsed, sentences, strict=True):
            made = [rule.edits(sentence, seed=0) for rule in rules]
            edits = [e for found in made if not isinstance(found, Decline) for e in found]
            if not edits:
                outcome["declined"] += 1
                reasons.update(found.reason for found in made[:1] if isinstance(found, Decline))
            elif any(each.text == read.partners[edit] for each in edits):
                outcome["equal"] += 1
            else:
                outcome["another"] += 1
                if edit == shown:
                    print(f"  read: {read.partners[edit]}\n  rule: {edits[0].text}")
        edited = outcome["equal"] + outcome["another"]
        why = reasons.most_common(1)[0][0] if reasons else ""
        print(
            f"{edit:12} {edited:7} {outcome['equal']:6} {outcome['another']:8} "
            f"{outcome['declined']:9}  {why}"
        )


if __name__ == "__main__":
    main()
