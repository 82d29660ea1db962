"""The rules by name: ours, and those that plugins bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points

from perimetry.errors import InputError
from perimetry.rules.base import Rule

GROUP = "perimetry.rules"
"""The entry-point group of plugins: each names a rule, or something that makes one when called."""

BUILT_IN: Mapping[str, str] = {
    "synonym": "Synonym",
    "typo": "Typo",
    "casing": "Casing",
    "contraction": "Contraction",
    "abbreviation": "Abbreviation",
    "digits_words": "DigitsWords",
    "equal_unit": "EqualUnit",
    "voice": "Voice",
    "antonym": "Antonym",
    "random_word": "RandomWord",
    "negation": "Negation",
    "un_negation": "UnNegation",
    "number": "Number",
    "date": "Date",
    "unit": "OtherUnit",
    "identifier": "Identifier",
    "entity": "Entity",
    "role_swap": "RoleSwap",
    "before_after": "BeforeAfter",
    "from_to": "FromTo",
    "quantifier": "Quantifier",
    "modality": "Modality",
    "comparative": "Comparative",
}
"""Each rule's name, which is its module's too, and its class, in the order of the tables."""


@lru_cache(maxsize=1)
def all_rules() -> Mapping[str, Rule]:
    """Every rule that is installed, by name.

    Raises:
        InputError: a plugin brings something that is no rule, or a name that is taken.
    """
    rules: dict[str, Rule] = {}
    for name, kind in BUILT_IN.items():
        rules[name] = getattr(import_module(f"perimetry.rules.{name}"), kind)()
    for entry in entry_points(group=GROUP):
        found = entry.load()
        rule = found if isinstance(found, Rule) and not isinstance(found, type) else found()
        if not isinstance(rule, Rule):
            raise InputError(f"the plugin {entry.value} is no rule: see perimetry.rules.Rule.")
        if rule.name in rules:
            raise InputError(f"the plugin {entry.value} takes the name {rule.name!r} of a rule.")
        rules[rule.name] = rule
    return rules


def load_rules(names: Sequence[str]) -> list[Rule]:
    """The rules called ``names``, in that order.

    Raises:
        InputError: there is no such rule; the message names the nearest.
    """
    rules = all_rules()
    for name in names:
        if name not in rules:
            near = get_close_matches(name, rules, n=1)
            hint = f"Did you mean {near[0]!r}? " if near else ""
            raise InputError(f"there is no rule {name!r}. {hint}Rules: {', '.join(rules)}.")
    return [rules[name] for name in names]


def rule_names(text: str = "") -> list[str]:
    """The names in ``text``, which has commas between them; all rules if it is empty.

    Raises:
        InputError: one of them is no rule.
    """
    named = [name.strip() for name in text.split(",") if name.strip()]
    return [rule.name for rule in load_rules(list(dict.fromkeys(named)) or list(all_rules()))]
