from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Decline
from perimetry.rules.equal_unit import EqualUnit
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = EqualUnit()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The film lasts 2 hours.": "The film lasts 120 minutes.",
    "The race is 1.5 km long.": "The race is 1,500 m long.",
    "Add 500 grams of flour.": "Add 0.5 kilograms of flour.",
    "Boil the eggs for 180 seconds.": "Boil the eggs for 3 minutes.",
    "We leave in 90 minutes.": "We leave in 1.5 hours.",
    "The trip takes two weeks.": "The trip takes 14 days.",
    "The loan runs for three years.": "The loan runs for 36 months.",
    "She paid for 24 months.": "She paid for 2 years.",
    "The plank is 6 feet long.": "The plank is 2 yards long.",
    "Refunds take 14 days.": "Refunds take 2 weeks.",
    "The timeout is 60 seconds.": "The timeout is 1 minute.",
    "Give 2,000 mg now.": "Give 2 g now.",
    "The tumour measured 3 cm.": "The tumour measured 30 mm.",
    "He got a two-year sentence.": "He got a 24-month sentence.",
    "The warranty lasts 12 months.": "The warranty lasts 1 year.",
    "The notice period is four weeks.": "The notice period is 28 days.",
    "The crater is 2 kilometers wide.": "The crater is 2,000 meters wide.",
    "The truck carries 3 tonnes.": "The truck carries 3,000 kilograms.",
    "The plant makes 2 megawatts.": "The plant makes 2,000 kilowatts.",
    "It takes 7 minutes.": "It takes 420 seconds.",
}
DECLINED = {
    "Add 500 g of flour.": "no certain measure",
    "The walk is 3,000 m long.": "no certain measure",
    "The cable is 2 m long.": "no certain measure",
    "The job runs every 30 minutes.": "no exact value in another unit",
    "Infuse 1.5 litres over 6 hours.": "no exact value in another unit",
    "A 30-minute delay is common.": "no exact value in another unit",
    "The river is 40 kilometres long.": "no exact value in another unit",
    "It takes about 2 hours.": "no exact value in another unit",
    "It takes around 3 weeks.": "no exact value in another unit",
    "It takes roughly 90 minutes.": "no exact value in another unit",
    "It weighs nearly 2 kg.": "no exact value in another unit",
    "We waited an hour.": "no certain measure",
    "It takes 2 days.": "no exact value in another unit",
    "It takes one to two weeks.": "no exact value in another unit",
    "The file is 2 GB.": "no exact value in another unit",
    "She is 3 years old.": "no exact value in another unit",
    "He studied at a four-year college.": "no exact value in another unit",
    "Drive at 60 km per hour.": "no certain measure",
    "It weighs 70 kg.": "no exact value in another unit",
    "The match had 3 million viewers.": "no certain measure",
    "An 8-hour shift starts now.": "no exact value in another unit",
    "We work 8 hours a day.": "no certain measure",
    "120 minutes is too long.": "no exact value in another unit",
    "He won in 3.333 seconds.": "no exact value in another unit",
    "It took a couple of hours.": "no certain measure",
    "He played 55, 60 minutes.": "no exact value in another unit",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@given(st.integers(2, 100))
def test_minutes_and_seconds_are_equal(minutes: int) -> None:
    edits = RULE.edits(Sentence(f"It takes {minutes} minutes."), seed=0)
    assert not isinstance(edits, Decline)
    number, unit = edits[0].replacement.replace(",", "").split()
    seconds = {"seconds": 1, "hour": 3600, "hours": 3600}[unit]
    assert Decimal(number) * seconds == 60 * minutes
