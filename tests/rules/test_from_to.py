from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.from_to import FromTo
from tests.rules.asking import best_edit

NONE = "no from and to"
NOUNS = "no plain noun phrases to exchange"
RANGE = "a range or a set phrase"
TURNED = {
    "The bus from Leeds to York is late.": "The bus from York to Leeds is late.",
    "We drove from the lake to the city.": "We drove from the city to the lake.",
    "The shop is open from Monday to Friday.": "The shop is open from Friday to Monday.",
    "She moved from Canada to Peru in May.": "She moved from Peru to Canada in May.",
    "He carried the boxes from the attic to the cellar.": (
        "He carried the boxes from the cellar to the attic."
    ),
    "Can I send money from my account to my card?": "Can I send money from my card to my account?",
    "I want to change from euros to pounds.": "I want to change from pounds to euros.",
    "The data was copied from the old server to the new server.": (
        "The data was copied from the new server to the old server."
    ),
    "The truck goes from the depot to the port.": "The truck goes from the port to the depot.",
    "The patient was moved from the ward to the clinic.": (
        "The patient was moved from the clinic to the ward."
    ),
    "The pain spread from the shoulder to the wrist.": (
        "The pain spread from the wrist to the shoulder."
    ),
    "The debt went from the seller to the buyer.": "The debt went from the buyer to the seller.",
    "The case was sent from the tribunal to the court.": (
        "The case was sent from the court to the tribunal."
    ),
    "The fund moved its office from London to Dublin.": (
        "The fund moved its office from Dublin to London."
    ),
    "The light changed from the red lamp to the green lamp.": (
        "The light changed from the green lamp to the red lamp."
    ),
    "Water flows from the tank to the valve.": "Water flows from the valve to the tank.",
    "He translated it from Polish to Greek.": "He translated it from Greek to Polish.",
    "The train from the airport to the station was full.": (
        "The train from the station to the airport was full."
    ),
    "The letter went from the tenant to the landlord.": (
        "The letter went from the landlord to the tenant."
    ),
    "The pool is open from April to October.": "The pool is open from October to April.",
    "The signal goes from the ear to the brain.": "The signal goes from the brain to the ear.",
    "My flight from Oslo to Rome was cancelled.": "My flight from Rome to Oslo was cancelled.",
    # left alone
    "It rains from time to time.": RANGE,
    "She searched the house from top to bottom.": RANGE,
    "He sold brushes from door to door.": RANGE,
    "He was soaked from head to toe.": RANGE,
    "Prices range from the low end to the high end.": RANGE,
    "The guests vary from students to farmers.": RANGE,
    "The house changed from start to finish.": RANGE,
    "They walked from the bank to the bank.": RANGE,
    "The card was sent from my daughter to the bank.": RANGE,
    "The shop is open from nine to five.": NOUNS,
    "Sales rose from 20 to 30 units.": NOUNS,
    "The rate fell from 5% to 3%.": NOUNS,
    "He walked from here to the mill.": NOUNS,
    "She took it from him to the office.": NOUNS,
    "He drove from the lake to the city of Derby.": NOUNS,
    "He drove from the lake to the city and back.": NOUNS,
    "He read thinkers from Plato to Kant.": RANGE,
    "She jumped from the roof to the yard below.": RANGE,
    "She comes from Malta.": NONE,
    "He went to the lake from the city.": NONE,
    "I borrowed a ladder from Ana to paint the wall.": NOUNS,
    "The clinic is closed.": NONE,
    "the bus from leeds to york": "small letters and no full stop",
    "A bus from Leeds to York.": "no finite main verb beyond doubt",
}
HELD = [source for source, text in TURNED.items() if text not in FromTo.reasons]


outcome = partial(best_edit, FromTo())


@pytest.mark.parametrize(("source", "expected"), TURNED.items())
def test_the_ends_are_exchanged_or_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("source", HELD)
def test_turned_twice_it_is_the_source_again_or_left_alone(source: str) -> None:
    assert outcome(outcome(source), seed=5) in (source, *FromTo.reasons)
    assert outcome(source) != source
