from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.negation import Negation
from perimetry.rules.sentence import parse
from perimetry.rules.un_negation import UnNegation
from tests.rules.asking import best_edit

AFFIRMED = {
    # everyday
    "The soup is not hot.": "The soup is hot.",
    "The soup isn't hot.": "The soup is hot.",
    "My brother does not live in Cardiff.": "My brother lives in Cardiff.",
    "My brother doesn't live in Cardiff.": "My brother lives in Cardiff.",
    "We did not paint the fence last summer.": "We painted the fence last summer.",
    "They do not usually eat at seven.": "They usually eat at seven.",
    "It's not raining in Leeds.": "It's raining in Leeds.",
    "I'm not ready for the interview.": "I'm ready for the interview.",
    "I won't pay for the tickets.": "I will pay for the tickets.",
    "I haven't finished the book.": "I have finished the book.",
    "Grandma can't open the jar.": "Grandma can open the jar.",
    "She did not buy any apples.": "She bought some apples.",
    "She didn't drink any water.": "She drank some water.",
    "He did not say anything about the rent.": "He said something about the rent.",
    "You cannot park behind the church.": "You can park behind the church.",
    "Do not shut the window.": "Shut the window.",
    "Don't be late for the concert.": "Be late for the concert.",
    "Please do not water the plants on Friday.": "Please water the plants on Friday.",
    "The shop is no longer open.": "The shop is still open.",
    "The train has not yet left.": "The train has already left.",
    "Her aunt didn't carry the basket.": "Her aunt carried the basket.",
    # support and operations
    "Your refund has not been approved by our team.": "Your refund has been approved by our team.",
    "My card isn't working at the ATM.": "My card is working at the ATM.",
    "Why wasn't my parcel sent back?": "Why was my parcel sent back?",
    "Why doesn't the app show the receipt?": "Why does the app show the receipt?",
    "I can not see the refund.": "I can see the refund.",
    "You do not have to confirm the address.": "You have to confirm the address.",
    "The pump will not restart at noon.": "The pump will restart at noon.",
    "Do not stack the pallets by the door.": "Stack the pallets by the door.",
    # clinical, legal, finance
    "The wound was not clean at discharge.": "The wound was clean at discharge.",
    "The scan did not show a fracture.": "The scan showed a fracture.",
    "The patient denies pain and does not smoke.": "no negated main verb",
    "The report did not say if the valve was open.": "words that want a negative",
    "I'm not sure what I need.": "words that want a negative",
    "I can't seem to find the form.": "words that want a negative",
    "The lessee must not insure the boat.": "The lessee must insure the boat.",
    "The court should not admit the letter.": "The court should admit the letter.",
    "The auditors did not find a gap in the ledger.": "The auditors found a gap in the ledger.",
    # retail, science, news
    "This kettle does not fit the stove.": "This kettle fits the stove.",
    "The enzyme doesn't break down starch.": "The enzyme breaks down starch.",
    "The minister did not resign on Tuesday.": "The minister resigned on Tuesday.",
    "The mayor does not think the bridge is safe.": "The mayor thinks the bridge is safe.",
    # left alone
    "The soup is hot.": "no negated main verb",
    "Nobody answered the phone.": "no negated main verb",
    "He never eats fish.": "no negated main verb",
    "Not everyone agreed with him.": "no negated main verb",
    "He did not say no.": "more than one negative",
    "I don't have any idea of it.": "more than one negative",
    "She did not leave because of the rain.": "a word that a negation does not reach plainly",
    "The parcel has not arrived yet.": "a word that a negation does not reach plainly",
    "He does not like it either.": "a word that a negation does not reach plainly",
    "It is not only cheap.": "a word that a negation does not reach plainly",
    "Isn't the shop open?": "a question that a negation does not turn round",
    "Don't worry about the dog.": "words that want a negative",
    "I do not mind the noise.": "words that want a negative",
    "We do not have much time.": "words that want a negative",
    "He can't stand the smell.": "words that want a negative",
    "Why don't we meet in town?": "words that want a negative",
    "The dog did not lie on the rug.": "a verb form that is not certain",
    "pls dont call me": "chat spelling",
}
HELD = {source: text for source, text in AFFIRMED.items() if text not in UnNegation.reasons}


outcome = partial(best_edit, UnNegation())


@pytest.mark.parametrize(("source", "expected"), AFFIRMED.items())
def test_the_not_is_taken_away_or_the_sentence_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("source", sorted(HELD))
def test_it_is_never_the_source_and_does_not_depend_on_the_seed(source: str) -> None:
    assert outcome(source, seed=3) == outcome(source, seed=4) != source


@pytest.mark.parametrize("source", [source for source in HELD if "'" not in source])
def test_negation_undoes_it_where_nothing_was_contracted(source: str) -> None:
    (affirmed,) = parse([outcome(source)])
    edits = Negation().edits(affirmed, seed=0)
    assert not isinstance(edits, Decline), edits.reason
    assert edits[0].text == source.replace("can not", "cannot")


def test_a_second_time_it_finds_nothing_to_take_away() -> None:
    assert outcome(outcome("My card isn't working at the ATM.")) == "no negated main verb"
