from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.before_after import BeforeAfter
from tests.rules.asking import best_edit

PLACE = "perhaps a place, a pursuit or a set phrase"
TURNED = {
    # everyday
    "Wash your hands before the meal.": "Wash your hands after the meal.",
    "Wash your hands after the meal.": "Wash your hands before the meal.",
    "We left before the concert ended.": "We left after the concert ended.",
    "After the storm the river rose.": "Before the storm the river rose.",
    "Before the storm the river was calm.": "After the storm the river was calm.",
    "She called me after she landed.": "She called me before she landed.",
    "He brushed his teeth before going to bed.": "He brushed his teeth after going to bed.",
    "The kids do their homework after school.": "The kids do their homework before school.",
    "It snowed two days after the wedding.": "It snowed two days before the wedding.",
    # support, operations, clinical
    "Reset the alarm before you open the gate.": "Reset the alarm after you open the gate.",
    "The card failed after I changed the PIN.": "The card failed before I changed the PIN.",
    "Do I pay the fee before the transfer?": "Do I pay the fee after the transfer?",
    "Stop the pump before the night shift.": "Stop the pump after the night shift.",
    "The truck was loaded after the inspection.": "The truck was loaded before the inspection.",
    "Take the tablet before breakfast.": PLACE,
    "The patient slept after the injection.": "The patient slept before the injection.",
    "The fever rose shortly before the operation.": "The fever rose shortly after the operation.",
    # legal, finance, retail, science, news
    "The lease was signed before the hearing.": "The lease was signed after the hearing.",
    "The buyer paid the deposit after the audit.": "The buyer paid the deposit before the audit.",
    "The shares fell before the report was published.": (
        "The shares fell after the report was published."
    ),
    "The shop reopened after Easter.": "The shop reopened before Easter.",
    "The jumper shrank after the first wash.": "The jumper shrank before the first wash.",
    "The sample was cooled before the test.": "The sample was cooled after the test.",
    "The minister resigned after the vote.": "The minister resigned before the vote.",
    "The ferry sailed before the fog lifted.": "The ferry sailed after the fog lifted.",
    # left alone
    "The dog ran after the ball.": PLACE,
    "My aunt looks after the children.": PLACE,
    "The bridge was named after the queen.": PLACE,
    "She stood before the judge.": PLACE,
    "The case came before the court.": PLACE,
    "The bill was put before the committee.": PLACE,
    "He returned after three years.": PLACE,
    "We have met before.": PLACE,
    "It rained day after day.": PLACE,
    "The bus came after all.": PLACE,
    "Call me as soon after lunch as you can.": PLACE,
    "She did not leave before noon.": PLACE,
    "He slept after he had eaten.": PLACE,
    "The mill closed long before the war.": PLACE,
    "How soon after surgery can I drive?": PLACE,
    "After that we went home.": PLACE,
    "The price has been cut after the review.": PLACE,
    "The price rose to nine dollars after hitting ten earlier.": PLACE,
    "He ate before the play and after the play.": "more than one before or after",
    "The clinic is closed on Sunday.": "no before or after",
    "call me after lunch": "small letters and no full stop",
    "Lunch after the game.": "no finite main verb beyond doubt",
}
HELD = [source for source, text in TURNED.items() if text not in BeforeAfter.reasons]


outcome = partial(best_edit, BeforeAfter())


@pytest.mark.parametrize(("source", "expected"), TURNED.items())
def test_before_and_after_are_exchanged_or_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("source", HELD)
def test_turned_twice_it_is_the_source_again_or_left_alone(source: str) -> None:
    assert outcome(outcome(source), seed=5) in (source, *BeforeAfter.reasons)
    assert outcome(source) != source
