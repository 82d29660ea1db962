"""What every rule keeps, ours and a plugin's: a suite that pytest runs.

::

    from perimetry.testing.rules import RuleContract

    class TestMyRule(RuleContract):
        @pytest.fixture
        def rule(self):
            return MyRule()
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pytest

from perimetry.datasets.heros import builtin_heros
from perimetry.rules import Decline, Edit, Rule, Sentence, parse

HOSTILE = (
    "",
    " ",
    ".",
    "?!",
    "a",
    "not",
    "0",
    "\x00\x07",
    "😀 👍🏽",
    "مرحبا بالعالم",
    "天气很好。",
    "e\u0301te\u0301",
    "\u202eabc\u202c",
    "x" * 100_000,
    "the cat " * 20_000,
    "((((((((((((((((((((((((",
    "SELECT * FROM t WHERE a != 'b';",
    "git rebase -i HEAD~3 && git push",
    "c u tmrw lol",
    "https://example.org/a?b=c#d",
    "<script>alert('x')</script>",
    "   leading and trailing   ",
    "one\ntwo\tthree",
)
"""Texts on which a rule may do as it likes, except fail."""


@lru_cache(maxsize=1)
def _sentences() -> Sequence[Sentence]:
    """The built-in originals and their partners, parsed."""
    texts = [
        text
        for sentence in builtin_heros().sentences
        for text in (sentence.original, sentence.partners["negation"])
    ]
    return list(parse(texts))


@lru_cache(maxsize=1)
def _hostile() -> Sequence[Sentence]:
    return list(parse(HOSTILE))


class RuleContract:
    """Override the fixture ``rule``; ``sentences`` too, where the rule is for other texts."""

    @pytest.fixture
    def rule(self) -> Rule:
        """The rule under test."""
        raise NotImplementedError("override the fixture rule")

    @pytest.fixture
    def sentences(self) -> Sequence[Sentence]:
        """Ordinary sentences, on some of which the rule should find something to do."""
        return _sentences()

    def test_it_is_a_rule_with_a_name_a_relation_and_reasons(self, rule: Rule) -> None:
        assert isinstance(rule, Rule)
        assert rule.name.isidentifier()
        assert rule.name == rule.name.lower()
        assert rule.relation in ("same", "different", "depends")
        assert rule.reasons
        assert len(set(rule.reasons)) == len(rule.reasons)

    def test_equal_sentences_and_seeds_give_equal_results(
        self, rule: Rule, sentences: Sequence[Sentence]
    ) -> None:
        first = [rule.edits(sentence, seed=3) for sentence in sentences]
        again = [rule.edits(sentence, seed=3) for sentence in reversed(sentences)]
        assert first == again[::-1]

    def test_an_edit_changes_the_source_where_it_says(
        self, rule: Rule, sentences: Sequence[Sentence]
    ) -> None:
        for seed in (0, 1):
            for sentence in sentences:
                self._check(rule, sentence, rule.edits(sentence, seed=seed))

    def test_texts_that_are_no_sentences_never_make_it_fail(self, rule: Rule) -> None:
        for sentence in _hostile():
            if rule.needs_parse and sentence.parsed is None:
                continue  # the runner declines these for it
            self._check(rule, sentence, rule.edits(sentence, seed=0))

    def _check(self, rule: Rule, sentence: Sentence, found: Sequence[Edit] | Decline) -> None:
        if isinstance(found, Decline):
            assert found.reason in rule.reasons
            return
        assert found, "a rule without an edit declines with a reason"
        assert len({edit.text for edit in found}) == len(found)
        for edit in found:
            before, after = sentence.text[: edit.start], sentence.text[edit.end :]
            assert edit.text != sentence.text
            assert edit.text == before + edit.replacement + after
