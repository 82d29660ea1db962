import pytest

from perimetry.decisions.guards.quantifier import QuantifierGuard

GUARD = QuantifierGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("All flights are late.", "Some flights are late."),
        ("All flights are late.", "Most flights are late."),
        ("Every flight is late.", "None of the flights is late."),
        ("Both flights are late.", "Either flight is late."),
        ("Both flights are late.", "Neither flight is late."),
        ("Add at least 5 of them.", "Add at most 5 of them."),
        ("Add up to 5 of them.", "Add more than 5 of them."),
        ("It takes over 5 of them.", "It takes under 5 of them."),
        ("He is always late.", "He is sometimes late."),
        ("He is often late.", "He is rarely late."),
        ("All of it except the lid.", "All of it including the lid."),
        ("The lid always closes.", "The lid doesn't always close."),
        ("Many agreed.", "Few agreed."),
        ("The whole roof leaks.", "Half the roof leaks."),
    ],
)
def test_quantifiers_that_exclude_each_other_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("All flights are late.", "Every flight is late."),
        ("All flights are late.", "Each of the flights is late."),
        ("Add at least 5 of them.", "Add 5 or more of them."),
        ("Add at least 5 of them.", "Add no fewer than 5 of them."),
        ("Add at least 5 of them.", "Do not add less than 5 of them."),
        ("Add at most 5 of them.", "Don't add more than 5 of them."),
        ("All flights are late.", "Flights are late."),
        ("Not at all.", "It is some way off."),
        ("It is over the hill.", "It is under the hill."),
        ("All were present.", "None was absent."),
        ("Nearly all of them.", "Most of them."),
        ("The most expensive one of all.", "All of the dearest."),
    ],
)
def test_those_that_say_the_same_or_nothing_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None
