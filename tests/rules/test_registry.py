from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from perimetry.errors import InputError
from perimetry.rules import all_rules, load_rules, registry, rule_names


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Iterator[type]:
    """A plugin that brings whatever ``brings`` holds."""

    class Entry:
        value = "their_package:rule"
        brings: object = None

        def load(self) -> object:
            return Entry.brings

    monkeypatch.setattr(registry, "entry_points", lambda group: [Entry()])
    registry.all_rules.cache_clear()
    yield Entry
    registry.all_rules.cache_clear()


class TheirRule:
    name = "their_rule"
    relation = "same"
    needs_parse = False
    reasons = ("never",)

    def edits(self, sentence: object, *, seed: int) -> object:
        raise NotImplementedError


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_a_built_in_rule_lies_in_the_file_of_its_name(name: str) -> None:
    rule = all_rules()[name]
    assert rule.name == name
    assert type(rule).__module__ == f"perimetry.rules.{name}"
    assert import_module(type(rule).__module__).__doc__


@pytest.mark.parametrize("brought", [TheirRule, TheirRule()], ids=["class", "instance"])
def test_a_plugins_rule_stands_beside_ours(plugin: type, brought: object) -> None:
    plugin.brings = brought  # type: ignore[attr-defined]
    assert list(all_rules())[-1] == "their_rule"
    assert load_rules(["their_rule", "negation"])[0].name == "their_rule"


def test_a_plugin_that_brings_no_rule_is_named(plugin: type) -> None:
    plugin.brings = dict  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="their_package:rule is no rule"):
        all_rules()


def test_a_plugin_cannot_take_a_name_of_ours(plugin: type) -> None:
    class Thief(TheirRule):
        name = "negation"

    plugin.brings = Thief  # type: ignore[attr-defined]
    with pytest.raises(InputError, match="takes the name 'negation'"):
        all_rules()


def test_an_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(InputError, match=r"no rule 'negaton'\. Did you mean 'negation'"):
        load_rules(["negaton"])


def test_names_are_taken_from_a_list_with_commas() -> None:
    assert rule_names("number, negation,number") == ["number", "negation"]
    assert rule_names("") == list(all_rules())
