"""Sentence to minimal pairs: one rule a file."""

from perimetry.rules.base import Decline, Edit, Rule
from perimetry.rules.registry import all_rules, load_rules, rule_names
from perimetry.rules.sentence import Sentence, parse

__all__ = [
    "Decline",
    "Edit",
    "Rule",
    "Sentence",
    "all_rules",
    "load_rules",
    "parse",
    "rule_names",
]
