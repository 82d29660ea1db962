from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.contraction import Contraction
from perimetry.rules.sentence import parse
from tests.rules.asking import best_edit

NOTHING = "nothing to contract"
CHANGED = {
    # drawn together
    "It is raining in the valley.": "It's raining in the valley.",
    "I am ready for the exam.": "I'm ready for the exam.",
    "We are closing the branch in May.": "We're closing the branch in May.",
    "You are early today.": "You're early today.",
    "They have sold the barn.": "They've sold the barn.",
    "She has filed the claim.": "She's filed the claim.",
    "He will sign the lease.": "He'll sign the lease.",
    "I would like a window seat.": "I'd like a window seat.",
    "They had left before dawn.": "They'd left before dawn.",
    "There is a crack in the lens.": "There's a crack in the lens.",
    "The scan is not clear.": "The scan isn't clear.",
    "The valve does not open.": "The valve doesn't open.",
    "The parcel did not arrive on time.": "The parcel didn't arrive on time.",
    "Our agents cannot see the order.": "Our agents can't see the order.",
    "The board will not meet in June.": "The board won't meet in June.",
    "The tenant should not sublet the flat.": "The tenant shouldn't sublet the flat.",
    "Do not lift the lid.": "Don't lift the lid.",
    "Please do not feed the ducks.": "Please don't feed the ducks.",
    "The sample was not frozen.": "The sample wasn't frozen.",
    # written out
    "It's raining in the valley.": "It is raining in the valley.",
    "I'm ready for the exam.": "I am ready for the exam.",
    "We're closing the branch in May.": "We are closing the branch in May.",
    "They've sold the barn.": "They have sold the barn.",
    "He'll sign the lease.": "He will sign the lease.",
    "I'd like a window seat.": "I would like a window seat.",
    "The scan isn't clear.": "The scan is not clear.",
    "The valve doesn't open.": "The valve does not open.",
    "Our agents can't see the order.": "Our agents cannot see the order.",
    "The board won't meet in June.": "The board will not meet in June.",
    "Don't lift the lid.": "Do not lift the lid.",
    "I’m ready for the exam.": "I am ready for the exam.",
    "The sample wasn't frozen.": "The sample was not frozen.",
    # left alone
    "The valve opens at noon.": NOTHING,
    "She's filed the claim.": NOTHING,
    "They'd left before dawn.": "no finite main verb beyond doubt",
    "The nurse's badge is blue.": NOTHING,
    "That is who they are.": "That's who they are.",
    "We know where it is.": NOTHING,
    "That was the way it is now.": NOTHING,
    "Isn't the shop open?": NOTHING,
    "Why isn't the alarm on?": NOTHING,
    "The rule is not only old.": NOTHING,
    "I have a car.": NOTHING,
    "It's been going around since May.": NOTHING,
    "You are to leave at once.": NOTHING,
    "The dog is asleep.": NOTHING,
    'He said "it is over" to the press.': "quoted speech",
    "u are late": "chat spelling",
    "it is late": "small letters and no full stop",
    "A man riding a horse.": "no finite main verb beyond doubt",
}


outcome = partial(best_edit, Contraction())


@pytest.mark.parametrize(("source", "expected"), CHANGED.items())
def test_words_are_drawn_together_or_written_out_or_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("seed", range(3))
def test_one_place_is_changed_an_edit_and_the_seed_draws_which_is_first(seed: int) -> None:
    source = "I am sure it is not here."
    (sentence,) = parse([source])
    edits = Contraction().edits(sentence, seed=seed)
    assert not isinstance(edits, Decline)
    assert {edit.text for edit in edits} == {
        "I'm sure it is not here.",
        "I am sure it isn't here.",
        "I am sure it's not here.",
    }
    assert outcome(source, seed) == edits[0].text
