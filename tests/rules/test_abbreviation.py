from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.abbreviation import Abbreviation
from perimetry.rules.base import Decline
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = Abbreviation()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "Dr. Osei will see you now.": "Doctor Osei will see you now.",
    "Doctor Osei will see you now.": "Dr. Osei will see you now.",
    "Prof. Lindqvist retired in June.": "Professor Lindqvist retired in June.",
    "I spoke to Professor Mensah.": "I spoke to Prof. Mensah.",
    "Sen. Alvarez voted against it.": "Senator Alvarez voted against it.",
    "She met Senator Alvarez.": "She met Sen. Alvarez.",
    "The house is approx. 200 years old.": "The house is approximately 200 years old.",
    "It weighs approximately 40 tonnes.": "It weighs approx. 40 tonnes.",
    "Bring fruit (e.g. apples) and water.": "Bring fruit (for example, apples) and water.",
    "Bring fruit (for example, apples) and water.": "Bring fruit (e.g., apples) and water.",
    "Use the safe mode, i.e. the slow one.": "Use the safe mode, that is, the slow one.",
    "We sell nails, screws, etc.": "We sell nails, screws, and so on.",
    "The match was France vs. Ghana in the end.": "The match was France versus Ghana in the end.",
    "It was art versus commerce.": "It was art vs. commerce.",
    "The bag weighs 20 kg.": "The bag weighs 20 kilograms.",
    "The bag weighs 20 kilograms.": "The bag weighs 20 kg.",
    "The bag weighs 1 kg.": "The bag weighs 1 kilogram.",
    "The town is 5 km away.": "The town is 5 kilometres away.",
    "Give 40 mg of it.": "Give 40 milligrams of it.",
    "Rates rose 5% in May.": "Rates rose 5 percent in May.",
    "Rates rose 5 percent.": "Rates rose 5%.",
    "We met on Jan. 5.": "We met on January 5.",
    "We met on January 5.": "We met on Jan. 5.",
    "We met on 5 Feb 2019.": "We met on 5 February 2019.",
    "He works at the Dept. of Health.": "He works at the Department of Health.",
    "He works at the Department of Health.": "He works at the Dept. of Health.",
    "Reply asap please.": "Reply as soon as possible please.",
    "Reply as soon as possible please.": "Reply ASAP please.",
    "I need more info about fees.": "I need more information about fees.",
    "I need information about fees.": "I need info about fees.",
    "He is watching TV.": "He is watching television.",
    "He is watching television.": "He is watching TV.",
    "We live in the UK now.": "We live in the United Kingdom now.",
    "She moved to the United States last year.": "She moved to the US last year.",
    "The UN sent help.": "The United Nations sent help.",
    "Gov. Tran signed it.": "Governor Tran signed it.",
    "Wait 5 mins.": "Wait 5 minutes.",
    "It drove at 60 mph.": "It drove at 60 miles per hour.",
    "She needs an info desk.": "She needs an information desk.",
}
DECLINED = {
    "Buy a 5 kg bag.": "no certain abbreviation",
    "I ate an apple.": "no certain abbreviation",
    "The doctor is late.": "no certain abbreviation",
    "Doctor Who is on.": "no certain abbreviation",
    "Department stores closed.": "no certain abbreviation",
    "Jan called me.": "no certain abbreviation",
    "March on Monday.": "no certain abbreviation",
    "St. Mary is old.": "no certain abbreviation",
    "the UKs best shop": "no certain abbreviation",
    "He works in information technology.": "no certain abbreviation",
    "An EU rule applies.": "no certain abbreviation",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@pytest.mark.parametrize(
    "source",
    [
        "Dr. Osei will see you now.",
        "She met Senator Alvarez.",
        "The bag weighs 20 kg.",
        "Rates rose 5 percent.",
        "We met on Jan. 5.",
        "He is watching TV.",
        "We live in the UK now.",
    ],
)
def test_writing_out_and_abbreviating_undo_each_other(source: str) -> None:
    there = RULE.edits(Sentence(source), seed=0)
    assert not isinstance(there, Decline)
    back = RULE.edits(Sentence(there[0].text), seed=0)
    assert not isinstance(back, Decline)
    assert source in {edit.text for edit in back}
