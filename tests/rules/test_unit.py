from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.unit import OtherUnit
from tests.rules.asking import best_edit

RULE = OtherUnit()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The bus leaves in 20 minutes.": "The bus leaves in 20 hours.",
    "We hiked 12 km in the rain.": "We hiked 12 m in the rain.",
    "The parcel weighs 3 kg.": "The parcel weighs 3 g.",
    "I waited two hours for the plumber.": "I waited two minutes for the plumber.",
    "The baby is 8 months old.": "The baby is 8 years old.",
    "My son is 5 years old.": "My son is 5 months old.",
    "The file is 40 MB.": "The file is 40 GB.",
    "The backup takes 6 hours.": "The backup takes 6 days.",
    "Give 500 mg of paracetamol.": "Give 500 g of paracetamol.",
    "Rest for three weeks after surgery.": "Rest for three days after surgery.",
    "The lease runs for two years.": "The lease runs for two months.",
    "He was sentenced to six months.": "He was sentenced to six years.",
    "The bond matures in 10 years.": "The bond matures in 10 months.",
    "The fabric is 2 metres long.": "The fabric is 2 centimetres long.",
    "The cable is 50 cm long.": "The cable is 50 mm long.",
    "Sound travels 343 metres in a second.": "Sound travels 343 kilometres in a second.",
    "The telescope has a 30-metre mirror.": "The telescope has a 30-centimetre mirror.",
    "Rain fell for 15 minutes.": "Rain fell for 15 seconds.",
    "The march went on for 5 miles.": "The march went on for 5 yards.",
    "It is a 45-minute drive.": "It is a 45-hour drive.",
    "Add 2 litres of water.": "Add 2 millilitres of water.",
    "The plant makes 300 megawatts of power.": "The plant makes 300 kilowatts of power.",
    "wait 10 secs pls": "wait 10 mins pls",
    "It takes 1 week.": "It takes 1 day.",
    "It takes five to ten minutes.": "It takes five to ten seconds.",
    "It lasted 3 million years.": "It lasted 3 million months.",
}
DECLINED = {
    "She is 80 years old.": "no certain measure",
    "Limit it to 60 miles per hour.": "no certain measure",
    "Take 5 mg per day.": "no certain measure",
    "He earns 20 dollars an hour.": "no certain measure",
    "It takes one day.": "no certain measure",
    "He gave 2 minutes and 30 seconds.": "several measures that hang together",
    "The board is 10 feet (3 m) long.": "several measures that hang together",
    "It is 5 m away.": "no certain measure",
    "The 30 Days campaign began.": "no certain measure",
    "We work 8 hours a day.": "no certain measure",
    "There were 3 million people.": "no certain measure",
    "Wait a minute.": "no certain measure",
    "It took several hours.": "no certain measure",
    "He has two feet.": "no certain measure",
    "In 5 business days you get a reply.": "no certain measure",
    "The room seats 40.": "no certain measure",
    "It costs $5 days later.": "no certain measure",
    "We got ten minutes of silence.": "no certain measure",
    "He ran between 5 miles and 6 miles.": "several measures that hang together",
    "Pick 2 or 3 days.": "no certain measure",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons
