import pytest

from perimetry.decisions.guards.direction import DIRECTED, OPPOSITES, DirectionGuard

GUARD = DirectionGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("How do I enable sync on it?", "How do I disable sync on it?"),
        ("Lock it before you leave.", "Lock it after you leave."),
        ("Sales increased in the north.", "Sales decreased in the north."),
        ("Can I upgrade my plan today?", "Can I downgrade my plan today?"),
        ("The train arrives at the coast.", "The train departs at the coast."),
        ("Please add me to the list.", "Please remove me to the list."),
    ],
)
def test_an_opposite_in_the_same_place_is_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("A is better than B.", "B is worse than A."),
        ("The new one is faster than the old one.", "The old one is slower than the new one."),
        ("How do I enable sync on it?", "My phone is full, so I want to disable it."),
        ("It is not enabled on my phone.", "It is disabled on my phone."),
        ("Turn it on and off.", "Turn it off and on."),
        ("Lock it before you leave.", "Lock it."),
    ],
)
def test_the_converse_a_denial_and_another_sentence_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


def test_opposites_go_both_ways() -> None:
    assert all(word in OPPOSITES[other] for word in DIRECTED for other in OPPOSITES[word])
    assert not any(word in OPPOSITES[word] for word in DIRECTED)
