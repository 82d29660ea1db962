import pytest

from perimetry.decisions.guards.negation import NegationGuard

GUARD = NegationGuard()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The gate is locked.", "The gate isn't locked."),
        ("The gate is locked.", "The gate is not locked."),
        ("The gate is locked.", "The gate is unlocked."),
        ("The gate is locked.", "The gate was never locked."),
        ("There is milk in the fridge.", "There is no milk in the fridge."),
        ("Comes with a bulb.", "Comes without a bulb."),
        ("They need a password.", "They do not need a password to log in."),
        ("The evidence is admissible.", "The evidence is inadmissible."),
        ("Interest is taxable.", "Interest is non-taxable."),
        ("Someone was hurt.", "No one was hurt."),
        ("The app works.", "The app no longer works."),
        ("The doors unlock on their own.", "The doors fail to unlock on their own."),
        ("Why was the fee paid?", "Why wasn't the fee paid?"),
        ("It stems from heat rather than from damp.", "It stems from damp rather than from heat."),
        ("You can walk there without wet feet.", "You can't walk there without wet feet."),
        ("i told him", "i havent told him"),
    ],
)
def test_what_one_text_denies_and_the_other_says_is_objected_to(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The gate isn't locked.", "The gate is not locked."),
        ("It is possible.", "It is not impossible."),
        ("Remember to lock it.", "Don't forget to lock it."),
        ("They succeeded in starting it.", "They did not fail in starting it."),
        ("You must bring a towel.", "You can't go without a towel."),
        ("The shop is not closed today.", "The shop is open today."),
        ("She did not miss the train.", "She caught the train."),
        ("Nobody was hurt.", "No one was hurt."),
        ("It isn't free.", "It costs money."),
        ("The river hasn't risen.", "At no point has the water risen."),
        ("Not only is it cheap, it is good.", "It is cheap and good."),
        ("It holds no more than 5.", "It holds 5."),
        ("The voters opposed the tax.", "The voters said no to the tax."),
        ("It works whether or not it is warm.", "It works even if it is not warm."),
        ("Do not enter.", "Stay out."),
        ("We understand the unit.", "We grasp the unit."),
    ],
)
def test_two_denials_or_other_words_are_not(a: str, b: str) -> None:
    assert GUARD.objection(a, b) is None


def test_the_reason_says_what_is_denied() -> None:
    found = GUARD.objection("She hasn't signed it.", "She signed it.")
    assert found == "negation differs: hasn't signed / signed"
