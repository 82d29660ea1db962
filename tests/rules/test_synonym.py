from __future__ import annotations

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.sentence import Sentence, parse
from perimetry.rules.synonym import (
    CONSTRUCTION,
    CONTEXT,
    NAME,
    PRESENT,
    UNKNOWN,
    Synonym,
)

EDITED = {
    # everyday
    "She bought a car last week.": ["She purchased a car last week."],
    "They began to sing.": ["They started to sing."],
    "The movie was boring.": ["The film was boring.", "The movie was dull."],
    "A large dog slept on the couch.": [
        "A big dog slept on the couch.",
        "A large dog slept on the sofa.",
    ],
    "We ate at a huge restaurant.": ["We ate at an enormous restaurant."],
    "It was a mistake.": ["It was an error."],
    "The children were frightened.": ["The children were scared."],
    "I believe the bus is late.": ["I think the bus is late."],
    "The autumn was wet.": ["The fall was wet."],
    "She answered politely.": ["She answered courteously."],
    "He resides in Norwich.": ["He lives in Norwich."],
    # support and operations
    "I attempted to reset my password.": ["I tried to reset my password."],
    "My payment has vanished.": ["My payment has disappeared."],
    "We need additional storage in March.": ["We need extra storage in March."],
    "The outage began at noon.": ["The outage started at noon."],
    "The engineers repaired the pump.": ["The engineers fixed the pump."],
    "We repaired three bicycles.": ["We fixed three bicycles.", "We repaired three bikes."],
    "My luggage is missing.": ["My baggage is missing."],
    # clinical
    "The physician examined the boy.": ["The doctor examined the boy."],
    "The swelling decreased rapidly.": ["The swelling decreased quickly."],
    "The nurse quickly cleaned the wound.": ["The nurse swiftly cleaned the wound."],
    "The teenager was anxious.": ["The adolescent was anxious."],
    "The baby was sleepy.": ["The baby was drowsy."],
    # legal
    "The lawyer requested a copy of the lease.": ["The attorney requested a copy of the lease."],
    "The court dismissed the lawsuit.": ["The court dismissed the suit."],
    "The tenant must vacate the flat in May.": ["The tenant must leave the flat in May."],
    "The defendant concealed the letter.": ["The defendant hid the letter."],
    # finance and retail
    "The statement is incorrect.": ["The statement is wrong."],
    "The store sells bicycles.": ["The store sells bikes."],
    "This jacket is costly.": ["This jacket is expensive."],
    "The supermarket sells aubergines.": ["The supermarket sells eggplants."],
    "The taxi was late.": ["The cab was late."],
    "The recipe requires cilantro.": ["The recipe requires coriander."],
    # science and news
    "The researchers demonstrated the method.": ["The researchers showed the method."],
    "Microbes inhabit the soil.": [
        "Microbes populate the soil.",
        "Microorganisms inhabit the soil.",
    ],
    "The government banned the drug.": ["The government prohibited the drug."],
    "The lawmakers rejected the bill.": ["The legislators rejected the bill."],
    "The kidnappers fled abroad.": ["The abductors fled abroad."],
    "The ship vanished near Iceland.": ["The ship disappeared near Iceland."],
    "He is nearly ready.": ["He is almost ready."],
}


DECLINED = {
    "He begins and starts each day early.": PRESENT,
    "The large intestine absorbs water.": CONTEXT,
    "The police located the suspect.": CONTEXT,
    "She began with a joke.": CONSTRUCTION,
    "He is sure of it.": CONSTRUCTION,
    "The results vary with temperature.": CONSTRUCTION,
    "Could you assist me with my account?": CONSTRUCTION,
    "Shares increased by two percent.": "perhaps a participle, not a past tense",
    '"Begin the meeting," he said.': NAME,
    "The bookstore-cafe is new.": NAME,
    "The Large Hadron Collider is in Geneva.": "capitals that hide names",
    "They keep calling.": UNKNOWN,
    "The new restaurant opened yesterday.": UNKNOWN,
    "start the server": "small letters and no full stop",
    "pls help me tmrw": "chat spelling",
    "npm start server": "code, a path or an address",
}


@pytest.fixture(scope="module")
def found() -> dict[str, list[str] | str]:
    return {sentence.text: edits(sentence) for sentence in parse([*EDITED, *DECLINED])}


def edits(sentence: Sentence, seed: int = 0) -> list[str] | str:
    made = Synonym().edits(sentence, seed=seed)
    return made.reason if isinstance(made, Decline) else [edit.text for edit in made]


@pytest.mark.parametrize(("text", "expected"), EDITED.items(), ids=EDITED)
def test_one_word_is_put_for_another_of_its_meaning(text, expected, found):
    assert sorted(found[text]) == expected


@pytest.mark.parametrize(("text", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_left_alone(text, reason, found):
    assert found[text] == reason
    assert reason in Synonym().reasons


def test_the_seed_decides_which_edit_comes_first():
    (sentence,) = parse(["A large dog slept on the couch."])
    assert len({edits(sentence, seed)[0] for seed in range(12)}) > 1
