from __future__ import annotations

from dataclasses import replace

import pytest

from perimetry.decisions.ci.naming import Naming, Place, means
from perimetry.results.baseline import Baseline
from tests.decisions.ci.standings import standing

NOW = standing(negation=[1, 0], number=[1, 1])


@pytest.mark.parametrize(
    ("pattern", "place", "expected"),
    [
        ("negation", Place("core", "negation"), True),
        ("core: negation", Place("core", "negation"), True),
        ("core: negation", Place("heros", "negation"), False),
        ("neg*", Place("core", "negation"), True),
        ("*", Place("core", "all"), True),
        ("*", Place("heros", "typo>negation"), False),
        ("*>negation", Place("heros", "typo>negation"), True),
        ("typo>negation", Place("heros", "typo>negation"), True),
        ("factuality", Place("claims", "claims", "factuality"), True),
        ("safety", Place("claims", "claims", "factuality"), False),
        ("a[b]", Place("pairs", "a[b]"), True),
        ("negatio?", Place("core", "negation"), False),
    ],
)
def test_a_pattern_means_a_place(pattern: str, place: Place, expected: bool) -> None:
    assert means(pattern, place) is expected


def test_a_misspelt_subset_has_its_nearest_name() -> None:
    said = Naming(NOW).unknown_subset("negatoin")
    assert said == "there is no subset 'negatoin'. Did you mean 'negation'?"


def test_a_name_like_nothing_comes_with_what_is_here() -> None:
    assert "Here are: negation, number." in Naming(NOW).unknown_subset("zzz")


def test_a_misspelt_probe_is_said() -> None:
    assert "no probe 'coer'. Did you mean 'core'?" in Naming(NOW).unknown_subset("coer: negation")


@pytest.mark.parametrize("name", ["antonym", "heros: typo", "claims", "mod*"])
def test_a_built_in_subset_that_was_not_asked_is_known(name: str) -> None:
    assert Naming(NOW).unknown_subset(name) == ""


def test_a_measure_is_known_by_the_audit_or_by_perimetry() -> None:
    odd = standing(measure="insight", negation=[1, 0])
    assert Naming(odd).unknown_measure("insight") == ""
    assert Naming(odd).unknown_measure("auroc") == ""
    assert "Did you mean 'insight'?" in Naming(odd).unknown_measure("insigt")


def test_places_are_those_of_the_audit_and_of_the_baseline() -> None:
    before = standing(negation=[1, 0], antonym=[1, 1])
    found = Naming(NOW, before).places("*", "order_accuracy")
    assert [place.subset for place in found] == ["negation", "number", "antonym"]


def test_a_family_is_that_of_its_task() -> None:
    tasks: Baseline = replace(standing(probe="claims", family="factuality", claims=[1, 0]))
    assert Naming(tasks).places("factuality", "order_accuracy") == [
        Place("claims", "claims", "factuality")
    ]
