from __future__ import annotations

import pytest

from perimetry.rules import Rule, all_rules
from perimetry.testing.rules import RuleContract


class TestEveryRule(RuleContract):
    @pytest.fixture(params=sorted(all_rules()))
    def rule(self, request: pytest.FixtureRequest) -> Rule:
        return all_rules()[request.param]
