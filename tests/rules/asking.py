"""Asks a rule about one sentence, as a reader of its tests would."""

from __future__ import annotations

from perimetry.rules import Decline, Rule, parse


def best_edit(rule: Rule, text: str, seed: int = 0) -> str:
    """The best edited sentence, or the reason why there is none."""
    (sentence,) = parse([text])
    found = rule.edits(sentence, seed=seed)
    return found.reason if isinstance(found, Decline) else found[0].text
