from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Decline
from perimetry.rules.digits_words import DigitsWords
from perimetry.rules.english.numerals import VALUES
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = DigitsWords()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "We have three cats.": "We have 3 cats.",
    "The box holds 12 eggs.": "The box holds twelve eggs.",
    "Two boys play chess.": "2 boys play chess.",
    "2 boys play chess.": "Two boys play chess.",
    "I waited five days for the card.": "I waited 5 days for the card.",
    "My card arrived after 5 days.": "My card arrived after five days.",
    "The server failed four times.": "The server failed 4 times.",
    "Restart it after 20 minutes.": "Restart it after twenty minutes.",
    "The patient has two children.": "The patient has 2 children.",
    "Take 3 tablets at night.": "Take three tablets at night.",
    "The lease lasts 6 months.": "The lease lasts six months.",
    "The court heard nine witnesses.": "The court heard 9 witnesses.",
    "Prices rose 8 percent.": "Prices rose eight percent.",
    "The fund lost four million dollars.": "The fund lost 4 million dollars.",
    "I paid 20 dollars for it.": "I paid twenty dollars for it.",
    "The shop sells 15 kinds of bread.": "The shop sells fifteen kinds of bread.",
    "Seven people were hurt.": "7 people were hurt.",
    "The team scored eleven points.": "The team scored 11 points.",
    "She has a 9-year-old daughter.": "She has a nine-year-old daughter.",
    "We need thirty chairs.": "We need 30 chairs.",
    "There are 40 seats.": "There are forty seats.",
    "ordered 3 pizzas lol": "ordered three pizzas lol",
}
DECLINED = {
    "I paid $20 for it.": "no certain small number",
    "The rover has six wheels.": "no certain small number",
    "There are 25 seats.": "no certain small number",
    "One of us left.": "no certain small number",
    "No one came.": "no certain small number",
    "It weighs 5 kg.": "no certain small number",
    "It costs 3.50 dollars.": "no certain small number",
    "We meet at 5.": "no certain small number",
    "We meet on 5 May.": "no certain small number",
    "Bus 12 is late.": "no certain small number",
    "Call 999 now.": "no certain small number",
    "Flight 7 is full.": "no certain small number",
    "He lives at 9 Elm Road.": "no certain small number",
    "Chapter 3 is short.": "no certain small number",
    "It scored 10/10.": "no certain small number",
    "He is fifty-two.": "no certain small number",
    "Two-thirds agreed.": "no certain small number",
    "There are 1,200 seats.": "no certain small number",
    "We have 2 hundred sheep.": "no certain small number",
    "The Three Tenors sang.": "no certain small number",
    "I need version 2.": "no certain small number",
    "Press 3 to stop.": "no certain small number",
    "Give me 5!": "no certain small number",
    "TWO DOGS BARK": "no certain small number",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@given(st.sampled_from(sorted(VALUES)))
def test_figures_and_words_undo_each_other(word: str) -> None:
    source = f"It took {word} minutes."
    there = RULE.edits(Sentence(source), seed=0)
    assert not isinstance(there, Decline)
    back = RULE.edits(Sentence(there[0].text), seed=0)
    assert not isinstance(back, Decline)
    assert back[0].text == source
