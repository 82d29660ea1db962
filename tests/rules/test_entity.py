from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.entity import Entity
from tests.rules.asking import best_edit

RULE = Entity()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "She lives in Oslo.": "She lives in Toronto.",
    "We flew from Madrid last night.": "We flew from Baghdad last night.",
    "My card was used in Brazil.": "My card was used in Germany.",
    "I moved to the Netherlands in June.": "I moved to the Bahamas in June.",
    "The patient had travelled to Kenya.": "The patient had travelled to Argentina.",
    "A French court fined the firm.": "A Ukrainian court fined the firm.",
    "She works for a German bank.": "She works for a Ukrainian bank.",
    "Two Mexican workers were hurt.": "Two Kenyan workers were hurt.",
    "Rachel called the landlord.": "Louise called the landlord.",
    "I met Kevin at the gym.": "I met Jason at the gym.",
    "Protests spread to Cairo.": "Protests spread to Dallas.",
    "Rents in Berlin rose again.": "Rents in Vancouver rose again.",
    "The ship sailed for Japan.": "The ship sailed for Pakistan.",
    "Prices fell in Canada.": "Prices fell in Greece.",
    "The servers are in Dublin.": "The servers are in Bangkok.",
    "He is a Canadian citizen.": "He is a Colombian citizen.",
    "A group of Asian students sang.": "A group of African students sang.",
    "I live in the US.": "I live in the UK.",
    "Is the card free in the UK?": "Is the card free in the US?",
    "Why was I charged $5?": "Why was I charged €5?",
    "The jacket costs 40 euros.": "The jacket costs 40 rupees.",
    "I paid 300 dollars for it.": "I paid 300 euros for it.",
    "The fee is €2 a month.": "The fee is $2 a month.",
    "An Egyptian coin was found.": "An Indian coin was found.",
    "The trial was held in Seoul.": "The trial was held in Madrid.",
    "Our supplier is in Poland.": "Our supplier is in Denmark.",
    "The Spanish team won.": "The Thai team won.",
    "Oscar the dog barked.": "Brian the dog barked.",
}
DECLINED = {
    "An Italian tourist lost his bag.": "no known name",
    "She speaks French.": "perhaps part of a longer name",
    "The French are proud.": "perhaps part of a longer name",
    "He visited New Mexico.": "perhaps part of a longer name",
    "South Africa won.": "no known name",
    "The University of Chicago grew.": "perhaps part of a longer name",
    "Air Canada cancelled it.": "perhaps part of a longer name",
    "I ate French fries.": "perhaps part of a longer name",
    "Turkey is large.": "no known name",
    "Will called me.": "no known name",
    "Paris Hilton sang.": "no known name",
    "Kevin Hart is funny.": "perhaps part of a longer name",
    "He flew from Prague to Oslo.": "several names that hang together",
    "He weighs 80 pounds.": "no known name",
    "It costs $5 and 3 euros.": "no known name",
    "The Tour de France ended.": "perhaps part of a longer name",
    "Nice is on the coast.": "no known name",
    "India Gate is old.": "perhaps part of a longer name",
    "We saw the Madrid.": "perhaps part of a longer name",
    "He bought US dollars.": "perhaps part of a longer name",
    "Rome was not built in a day.": "no known name",
    "French vote on Sunday.": "perhaps part of a longer name",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons
