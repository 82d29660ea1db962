"""Every rule keeps the contract, on ordinary sentences and on those of its own test file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module

import pytest

from perimetry.datasets.heros import builtin_heros
from perimetry.rules import Rule, Sentence, all_rules, parse
from perimetry.testing.rules import RuleContract


class TestEveryRule(RuleContract):
    @pytest.fixture(params=sorted(all_rules()))
    def rule(self, request: pytest.FixtureRequest) -> Rule:
        return all_rules()[request.param]

    @pytest.fixture
    def sentences(self, rule: Rule) -> Sequence[Sentence]:
        own = getattr(import_module(f"tests.rules.test_{rule.name}"), "EDITED", {})
        return [*_ordinary(), *parse(own)]


@lru_cache(maxsize=1)
def _ordinary() -> Sequence[Sentence]:
    return list(parse(sentence.original for sentence in builtin_heros().sentences))
