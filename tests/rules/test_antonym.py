from __future__ import annotations

import pytest

from perimetry.rules.antonym import (
    CONSTRUCTION,
    CONTEXT,
    NAME,
    NEGATIVE,
    QUESTION,
    SENSES,
    UNKNOWN,
    Antonym,
)
from perimetry.rules.base import Decline
from perimetry.rules.sentence import Sentence, parse

EDITED = {
    # everyday
    "The tea was hotter than the soup.": ["The tea was colder than the soup."],
    "The hall is more expensive than the barn.": ["The hall is cheaper than the barn."],
    "My sister bought an old piano.": ["My sister sold an old piano."],
    "The shop opens at nine.": ["The shop closes at nine."],
    "He closed the gate quietly.": ["He closed the gate loudly."],
    "It was a cheap umbrella.": ["It was an expensive umbrella."],
    "She is the youngest player in the team.": ["She is the oldest player in the team."],
    "He loves winter.": ["He hates winter."],
    "The happy man smiled.": ["The happy man frowned.", "The sad man smiled."],
    "They sat near the fire.": ["They stood near the fire."],
    "She stood up slowly.": ["She stood up quickly."],
    "She was happier yesterday.": ["She was sadder yesterday."],
    "This is the easiest way to reset the router.": [
        "This is the most difficult way to reset the router."
    ],
    # support and operations
    "Our team approved the refund yesterday.": ["Our team rejected the refund yesterday."],
    "The upload failed twice this morning.": ["The upload succeeded twice this morning."],
    "The operator opened the valve.": ["The operator closed the valve."],
    "The pump is noisy at night.": ["The pump is quiet at night."],
    "We deployed the largest server in March.": ["We deployed the smallest server in March."],
    "The guard locked the door.": ["The guard unlocked the door."],
    "Please lock the office.": ["Please unlock the office."],
    # clinical
    "The tumour was benign.": ["The tumour was malignant."],
    "The patient has a strong pulse.": ["The patient has a weak pulse."],
    "The nurse increased the dose.": ["The nurse decreased the dose."],
    "The rash was acute.": ["The rash was chronic."],
    "The results were positive.": ["The results were negative."],
    # legal
    "The court rejected the appeal.": ["The court accepted the appeal."],
    "The clause is valid under the new law.": ["The clause is invalid under the new law."],
    "The tenant accepted the offer.": ["The tenant rejected the offer."],
    "The trial was unfair.": ["The trial was fair."],
    "The suspect admitted the theft.": ["The suspect denied the theft."],
    # finance and retail
    "The bank lowered the rate.": ["The bank raised the rate."],
    "Profits rose sharply in the third quarter.": [
        "Losses rose sharply in the third quarter.",
        "Profits fell sharply in the third quarter.",
    ],
    "Our rent increased in May.": ["Our rent decreased in May."],
    "The blue kettle is heavy.": ["The blue kettle is light."],
    "She gave him an expensive watch.": ["She gave him a cheap watch."],
    # science and news
    "The reaction is reversible.": ["The reaction is irreversible."],
    "Cells expand in warm water.": ["Cells expand in cool water."],
    "The rebels attacked the town.": ["The rebels defended the town."],
    "The party won the election.": ["The party lost the election."],
    "Our flight landed late.": ["Our flight landed early."],
    "The deadline is flexible.": ["The deadline is rigid."],
    "The match ended early.": ["The match began early.", "The match ended late."],
}


DECLINED = {
    "The water is not hot.": NEGATIVE,
    "She never buys cheap shoes.": NEGATIVE,
    "Nobody closed the window.": NEGATIVE,
    "The soup is hot and spicy.": CONSTRUCTION,
    "The water was as hot as tea.": CONSTRUCTION,
    "The room is big enough for us.": CONSTRUCTION,
    "The test was easy to fail.": CONSTRUCTION,
    "The house stands near the river.": CONSTRUCTION,
    "Is the bus empty?": QUESTION,
    "Was the contract valid?": QUESTION,
    "He is good at chess.": CONTEXT,
    "We saw a hot dog stand.": CONTEXT,
    "The minister praised the new plan.": SENSES,
    "The Old Mill burned.": UNKNOWN,
    "The hot-air balloon is red.": NAME,
    '"Open the door," he said.': NAME,
    "He lives in New Zealand.": UNKNOWN,
    "The bread is on the table.": UNKNOWN,
    "git push origin main": "code, a path or an address",
    "pls open the door": "chat spelling",
    "open the door": "small letters and no full stop",
}


@pytest.fixture(scope="module")
def found() -> dict[str, list[str] | str]:
    return {sentence.text: edits(sentence) for sentence in parse([*EDITED, *DECLINED])}


def edits(sentence: Sentence, seed: int = 0) -> list[str] | str:
    made = Antonym().edits(sentence, seed=seed)
    return made.reason if isinstance(made, Decline) else [edit.text for edit in made]


@pytest.mark.parametrize(("text", "expected"), EDITED.items(), ids=EDITED)
def test_one_word_is_turned_into_its_opposite(text, expected, found):
    assert sorted(found[text]) == expected


@pytest.mark.parametrize(("text", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_left_alone(text, reason, found):
    assert found[text] == reason
    assert reason in Antonym().reasons


def test_the_seed_decides_which_edit_comes_first():
    (sentence,) = parse(["The happy man smiled."])
    assert len({edits(sentence, seed)[0] for seed in range(12)}) > 1
