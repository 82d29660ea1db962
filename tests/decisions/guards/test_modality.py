import pytest

from perimetry.decisions.guards.modality import ModalityGuard

GUARD = ModalityGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("You must sign it.", "You should sign it."),
        ("You must sign it.", "You may sign it."),
        ("You must sign it.", "You need not sign it."),
        ("You must sign it.", "You must not sign it."),
        ("You can sign it.", "You cannot sign it."),
        ("You must not sign it.", "You need not sign it."),
        ("You must not sign it.", "You should not sign it."),
        ("Signing is mandatory.", "Signing is optional."),
        ("You have to sign it.", "You don't have to sign it."),
        ("It might rain.", "It will rain."),
        ("It will certainly rain.", "It might rain."),
        ("It is likely to rain.", "It is certain to rain."),
        ("It is likely to rain.", "It is unlikely to rain."),
        ("Members may enter.", "No member may enter."),
        ("Do I have to park here?", "Can I park here?"),
    ],
)
def test_other_duties_and_chances_are_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("You must sign it.", "You have to sign it."),
        ("You must sign it.", "It is required that you sign it."),
        ("You must not sign it.", "You may not sign it."),
        ("You must not sign it.", "You are not allowed to sign it."),
        ("You need not sign it.", "You don't have to sign it."),
        ("You may sign it.", "You can sign it."),
        ("It may rain.", "It might rain."),
        ("You must sign it.", "Sign it."),
        ("Could you sign it?", "Please sign it, you must be busy."),
        ("Members alone must enter.", "Nobody may enter unless a member."),
        ("No part may be shown.", "They may show no part."),
        ("Send it as soon as possible.", "It will be sent."),
    ],
)
def test_the_same_in_other_words_is_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None
