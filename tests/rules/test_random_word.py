from __future__ import annotations

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.random_word import (
    BEING,
    CONSTRUCTION,
    NAME,
    UNKNOWN,
    RandomWord,
)
from perimetry.rules.sentence import Sentence, parse

EDITED = {
    # everyday
    "The man sold his piano.": "The hat sold his piano.",
    "A dog slept in the garden.": "A bridge slept in the garden.",
    "She painted the old fence.": "She touched the old fence.",
    "He has a red car.": "He has a red hotel.",
    "The road is wet.": "The road is tall.",
    "He lost a coin.": "He lost an envelope.",
    "The guests danced.": "The guests laughed.",
    "The apple pie is hot.": "The apple pie is tall.",
    # support and operations
    "My card was stolen.": "My song was stolen.",
    "The invoice arrived today.": "The sofa arrived today.",
    "We repaired the printer on Monday.": "We repaired the stove on Monday.",
    "The manager closed the account.": "The manager closed the key.",
    "The technician cleaned the filter.": "The technician hid the filter.",
    "The truck is at the depot.": "The story is at the depot.",
    "He waited for the train.": "He waited for the camera.",
    # clinical
    "The nurse carried a lamp.": "The nurse carried a tunnel.",
    "The dentist pulled the tooth.": "The dentist cleaned the tooth.",
    "The surgeon washed her hands.": "The surgeon washed her letters.",
    "The patient has a swollen knee.": "The hotel has a swollen knee.",
    # legal
    "The lawyer wrote a letter.": "The lawyer wrote a roof.",
    "The tenant broke the window.": "The scarf broke the window.",
    "The judge read the diary.": "The judge read the surfboard.",
    # finance and retail
    "The bill was enormous.": "The game was enormous.",
    "This jacket is cheap.": "This jacket is famous.",
    "We sell honey and bread.": "We sell cotton and bread.",
    "I bought a kettle online.": "I discussed a kettle online.",
    "An orange costs a pound.": "A mattress costs a pound.",
    # science and news
    "The telescope is fragile.": "The telescope is nervous.",
    "The beetle lives under the bark.": "The basket lives under the bark.",
    "They measured the glacier in May.": "They memorized the glacier in May.",
    "The mayor opened the bridge.": "The sock opened the bridge.",
    "A storm hit the island.": "A storm hit the computer.",
    "The senator criticized the plan.": "The fence criticized the plan.",
    "She speaks politely.": "She speaks secretly.",
    "He drove slowly.": "He drove secretly.",
    "The child laughed loudly.": "The child laughed neatly.",
    "The oldest tree fell.": "The oldest shoe fell.",
    "He gave me a key.": "He gave me a forest.",
    "The roof of the church is new.": "The roof of the cup is new.",
    "The young man smiled.": "The young man sang.",
    "An egg fell.": "A tree fell.",
    "The woman hugged him.": "The camera hugged him.",
}


DECLINED = {
    "She is young.": BEING,
    "They chased us.": BEING,
    "The dog that barked ran away.": CONSTRUCTION,
    "The bank sent the mortgage papers.": NAME,
    "Red Square is in Moscow.": UNKNOWN,
    "It rained.": UNKNOWN,
    "The gap is very small.": CONSTRUCTION,
    '"The dog is hungry," he said.': NAME,
    "docker build image": "code, a path or an address",
    "pls feed the cat tmrw": "chat spelling",
    "feed the cat": "small letters and no full stop",
}


@pytest.fixture(scope="module")
def found() -> dict[str, list[str] | str]:
    return {sentence.text: edits(sentence) for sentence in parse([*EDITED, *DECLINED])}


def edits(sentence: Sentence, seed: int = 0) -> list[str] | str:
    made = RandomWord().edits(sentence, seed=seed)
    return made.reason if isinstance(made, Decline) else [edit.text for edit in made]


@pytest.mark.parametrize(("text", "expected"), EDITED.items(), ids=EDITED)
def test_one_word_is_put_for_an_unrelated_one(text, expected, found):
    assert found[text][0] == expected


@pytest.mark.parametrize(("text", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_left_alone(text, reason, found):
    assert found[text] == reason
    assert reason in RandomWord().reasons


def test_the_seed_decides_which_edit_comes_first():
    (sentence,) = parse(["She painted the old fence."])
    assert len({edits(sentence, seed)[0] for seed in range(12)}) > 1
