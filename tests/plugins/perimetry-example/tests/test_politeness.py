from __future__ import annotations

import pytest
from perimetry_example_rule import Politeness

from perimetry.rules import Decline, Sentence
from perimetry.testing.rules import RuleContract


class TestPoliteness(RuleContract):
    @pytest.fixture
    def rule(self):
        return Politeness()


def test_a_request_gets_a_please() -> None:
    (edit,) = Politeness().edits(Sentence("Can you call me back?"), seed=0)
    assert edit.text == "Can you please call me back?"


@pytest.mark.parametrize("text", ["You can call me back.", "Can you please call me back?"])
def test_what_is_no_plain_request_is_left_alone(text: str) -> None:
    assert isinstance(Politeness().edits(Sentence(text), seed=0), Decline)
