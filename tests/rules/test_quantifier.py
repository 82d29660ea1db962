from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.quantifier import Quantifier
from tests.rules.asking import best_edit

RULE = Quantifier()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "All guests pay at the door.": "Some guests pay at the door.",
    "All the windows are open.": "Some of the windows are open.",
    "Every guest pays at the door.": "No guest pays at the door.",
    "Everyone likes the new bakery.": "No one likes the new bakery.",
    "Everybody was late.": "Nobody was late.",
    "Nobody answered the phone.": "Everybody answered the phone.",
    "No one is in the kitchen.": "Everyone is in the kitchen.",
    "She always locks the gate.": "She sometimes locks the gate.",
    "He is always late.": "He is sometimes late.",
    "He never eats meat.": "He always eats meat.",
    "Many people agree.": "Few people agree.",
    "Few people agree.": "Many people agree.",
    "Do all branches accept cash?": "Do some branches accept cash?",
    "Why do you need all my details?": "Why do you need some of my details?",
    "Does the app always ask for a code?": "Does the app sometimes ask for a code?",
    "At least 12 people were hurt.": "At most 12 people were hurt.",
    "Keep at most 5 files open.": "Keep at least 5 files open.",
    "It costs more than $40.": "It costs less than $40.",
    "More than 300 fans queued outside.": "Fewer than 300 fans queued outside.",
    "It took less than 2 hours.": "It took more than 2 hours.",
    "Fewer than 10 patients responded.": "More than 10 patients responded.",
    "At least two nurses are on duty.": "At most two nurses are on duty.",
    "All patients gave consent.": "Some patients gave consent.",
    "All tenants must sign the lease.": "Some tenants must sign the lease.",
    "Every invoice is checked by hand.": "No invoice is checked by hand.",
    "Most investors sold their shares.": "Few investors sold their shares.",
    "Many stars have planets.": "Few stars have planets.",
    "The pump always fails in winter.": "The pump sometimes fails in winter.",
    "It lasted more than two decades.": "It lasted less than two decades.",
}
DECLINED = {
    "All of the windows are open.": "no certain quantifier",
    "Most shops close early.": "no finite main verb beyond doubt",
    "Not all guests pay.": "a negation or a word that goes with it",
    "All five guests pay.": "no certain quantifier",
    "He is not at all happy.": "a negation or a word that goes with it",
    "We talked all night.": "no certain quantifier",
    "All in all it went well.": "no certain quantifier",
    "Every day I walk to work.": "no certain quantifier",
    "I never saw it before.": "a negation or a word that goes with it",
    "Never mind.": "no certain quantifier",
    "It is most beautiful.": "no certain quantifier",
    "How many people came?": "no certain quantifier",
    "A few people agree.": "no certain quantifier",
    "Not everyone likes it.": "a negation or a word that goes with it",
    "More than one guest left.": "no certain quantifier",
    "No more than 5 guests may enter.": "no certain quantifier",
    "Everyone run!": "no certain quantifier",
    "Hardly anyone came, but all the nurses stayed.": "a negation or a word that goes with it",
    "He wore all black clothes.": "no certain quantifier",
    "git add all files": "code, a path or an address",
    "all good thx": "chat spelling",
    "She bought all sorts of things.": "no certain quantifier",
    "You never know until you try.": "a negation or a word that goes with it",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons
