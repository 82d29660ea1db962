from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.voice import Voice
from tests.rules.asking import best_edit

DEED = "not a plain sentence of one deed"
NOUNS = "no plain noun phrases to exchange"
VERB = "a verb that is not used in both voices"
TURNED = {
    # active to passive
    "The nurse removed the bandage.": "The bandage was removed by the nurse.",
    "The nurse removed the bandages.": "The bandages were removed by the nurse.",
    "A boy is flying a kite.": "A kite is being flown by a boy.",
    "Two men were fixing the boat.": "The boat was being fixed by two men.",
    "The cashier has checked the receipt.": "The receipt has been checked by the cashier.",
    "The engineers have repaired the pump.": "The pump has been repaired by the engineers.",
    "The lawyer had signed the contract.": "The contract had been signed by the lawyer.",
    "The editor will publish the letters.": "The letters will be published by the editor.",
    "The manager must approve the order.": "The order must be approved by the manager.",
    "A woman is peeling an onion.": "An onion is being peeled by a woman.",
    "The students clean the classroom.": "The classroom is cleaned by the students.",
    "A girl drinks a cup of tea.": "A cup of tea is drunk by a girl.",
    "The scientist discovered the error.": "The error was discovered by the scientist.",
    "The farmer cleared the field on Sunday.": "The field was cleared on Sunday by the farmer.",
    "The artist can paint the wall.": "The wall can be painted by the artist.",
    "Egypt releases seven sailors": "Seven sailors are released by Egypt",
    "The driver delivered the parcel to the shop.": (
        "The parcel was delivered to the shop by the driver."
    ),
    "The technician could install the meter.": "The meter could be installed by the technician.",
    # passive to active
    "The bandage was removed by the nurse.": "The nurse removed the bandage.",
    "The bandages were removed by a nurse.": "A nurse removed the bandages.",
    "A kite is being flown by a boy.": "A boy is flying a kite.",
    "The boat was being fixed by two men.": "Two men were fixing the boat.",
    "The receipt has been checked by the cashiers.": "The cashiers have checked the receipt.",
    "The contract had been signed by the lawyer.": "The lawyer had signed the contract.",
    "The letters will be published by the editor.": "The editor will publish the letters.",
    "The classroom is cleaned by the students.": "The students clean the classroom.",
    "An onion is being cut with a knife by a woman.": "A woman is cutting an onion with a knife.",
    "A woman is cutting an onion with a knife.": NOUNS,
    "The error was discovered by a researcher.": "A researcher discovered the error.",
    # left alone
    "The nurse slept in the chair.": VERB,
    "The nurse has two sisters.": VERB,
    "The jacket fits the boy.": VERB,
    "The boy resembles the man.": VERB,
    "He removed the bandage.": NOUNS,
    "A boy is playing the violin onstage.": NOUNS,
    "The man washed his car.": NOUNS,
    "Every nurse read a book.": NOUNS,
    "The cook ate some bread.": NOUNS,
    "The storm destroyed the barn.": NOUNS,
    "The nurse did not remove the bandage.": DEED,
    "The nurse removed the bandage and left.": DEED,
    "The nurse quickly removed the bandage.": DEED,
    "Did the nurse remove the bandage?": DEED,
    "Remove the bandage.": DEED,
    "On Monday the nurse removed the bandage.": DEED,
    "The nurse removed the bandage while it rained.": DEED,
    "The fence was painted by the river.": NOUNS,
    "The fence was painted in May.": NOUNS,
    "The nurse took a walk.": VERB,
    "the nurse removed the bandage": "small letters and no full stop",
    "A man riding a horse.": "no finite main verb beyond doubt",
}
HELD = [source for source, text in TURNED.items() if text not in Voice.reasons]


outcome = partial(best_edit, Voice())


@pytest.mark.parametrize(("source", "expected"), TURNED.items())
def test_the_voice_is_exchanged_or_the_sentence_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("source", HELD)
def test_turned_twice_it_is_the_source_again(source: str) -> None:
    assert outcome(outcome(source), seed=5) in (source, *Voice.reasons)
    assert outcome(source) != source
