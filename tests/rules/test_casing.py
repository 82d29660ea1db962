from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.casing import Casing
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = Casing()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The soup is hot.": "The Soup Is Hot.",
    "Why was my payment declined?": "Why Was My Payment Declined?",
    "I lost my card in Lisbon.": "I Lost My Card In Lisbon.",
    "Two dogs run on the beach.": "two dogs run on the beach.",
    "She is Italian.": "She Is Italian.",
    "The meeting is on Monday.": "The Meeting Is On Monday.",
    "My sister lives in Brazil.": "My Sister Lives In Brazil.",
    "we sell fresh bread": "WE SELL FRESH BREAD",
    "The ATM kept my card.": "The ATM Kept My Card.",
    "Please don't touch the lever.": "PLEASE DON'T TOUCH THE LEVER.",
    "The patient sleeps badly.": "the patient sleeps badly.",
    "Rents rose in Toronto last year.": "Rents Rose In Toronto Last Year.",
    "The tenant must pay the rent.": "the tenant must pay the rent.",
    '"Stop," she said.': '"Stop," She Said.',
    "It's late.": "IT'S LATE.",
    "Profits fell again.": "PROFITS FELL AGAIN.",
    "How do I reset my password?": "how do i reset my password?",
    "The river is 3rd in length.": "the river is 3rd in length.",
    "Stars burn hydrogen.": "stars burn hydrogen.",
    "It happened in 1999.": "it happened in 1999.",
    "I think I can.": "I THINK I CAN.",
}
DECLINED = {
    "He works for Apple.": "a word of two readings",
    "May called me.": "a word of two readings",
    "Will is here.": "a word of two readings",
    "The US won.": "a word of two readings",
    "Tell us more.": "a word of two readings",
    "It runs at 5 MW.": "a unit or an identifier",
    "Take 20 mg daily.": "a unit or an identifier",
    "Use camelCase here.": "an unknown capital",
    "Run git_status now.": "code, a path or an address",
    "Open https://example.org today.": "code, a path or an address",
    "The NHS is slow.": "an unknown capital",
    "Henry VIII was king.": "an unknown capital",
    "My code is A1B2.": "a unit or an identifier",
    "STOP THAT NOW": "no word to write otherwise",
    "yes": "no word to write otherwise",
    "Vitamin C helps.": "an unknown capital",
    "Polish the table.": "a word of two readings",
    "The Smiths left.": "an unknown capital",
    "Straße means street in German.": "letters without both cases",
    "It tastes of turkey.": "a word of two readings",
    "IT fixed the printer.": "an unknown capital",
    "He met Mark at noon.": "a word of two readings",
    "12345": "no word to write otherwise",
    "The pH is low.": "an unknown capital",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@pytest.mark.parametrize("source", EDITED)
def test_only_the_case_of_letters_changes(source: str) -> None:
    edits = RULE.edits(Sentence(source), seed=0)
    made = [] if isinstance(edits, Decline) else edits
    assert all(edit.text.lower() == source.lower() for edit in made)
