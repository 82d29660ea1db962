from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Decline
from perimetry.rules.number import Number
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = Number()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "The recipe needs 6 eggs and a cup of flour.": "The recipe needs 2 eggs and a cup of flour.",
    "We waited for three hours at the border.": "We waited for eight hours at the border.",
    "Our flat has four bedrooms.": "Our flat has nineteen bedrooms.",
    "I ran 12 miles along the canal.": "I ran 52 miles along the canal.",
    "My order of 8 mugs arrived broken.": "My order of 3 mugs arrived broken.",
    "I was charged $45 for the repair.": "I was charged $25 for the repair.",
    "Why is there a £1 fee on my bill?": "Why is there a £2 fee on my bill?",
    "Restart the server after 30 minutes.": "Restart the server after 10 minutes.",
    "The queue holds 1,500 messages.": "The queue holds 2,500 messages.",
    "Disk usage rose to 85% overnight.": "Disk usage rose to 45% overnight.",
    "The patient takes 250 mg twice a day.": "The patient takes 850 mg twice a day.",
    "Give 40 mg of furosemide in the morning.": "Give 20 mg of furosemide in the morning.",
    "The wound needed seven stitches.": "The wound needed eighteen stitches.",
    "The tenant owes two months of rent.": "The tenant owes eight months of rent.",
    "The lease runs for 18 months.": "The lease runs for 58 months.",
    "Revenue reached $3.2 billion last year.": "Revenue reached $7.2 billion last year.",
    "The fund charges 1.5% in fees.": "The fund charges 7.5% in fees.",
    "The jacket costs €120 in the shop.": "The jacket costs €220 in the shop.",
    "Save 20% on garden furniture.": "Save 10% on garden furniture.",
    "The probe carries nine instruments.": "The probe carries seventeen instruments.",
    "The storm destroyed 300 homes.": "The storm destroyed 600 homes.",
    "Police arrested eleven protesters.": "Police arrested seventeen protesters.",
    "The trial enrolled two hundred patients.": "The trial enrolled five hundred patients.",
    "She adopted a 9-year-old boy.": "She adopted a 5-year-old boy.",
    "He is an 18 year old student.": "He is an 88 year old student.",
    "I am 100% sure about this.": "I am 30% sure about this.",
    "pls send 5 boxes asap": "pls send 2 boxes asap",
}
DECLINED = {
    "The twins turn five on Sunday.": "no certain quantity",
    "Shares fell 4 percent from 82 to 78.": "no certain quantity",
    "The sample contained 0.5 g of salt.": "no certain quantity",
    "an 8-hour shift is too long for anyone": "no other number fits",
    "Both of the two keys fit the lock.": "no certain quantity",
    "It takes 1 hour to charge.": "no certain quantity",
    "Only one of us stayed.": "no certain quantity",
    "Call me on 020 7946 0958.": "no certain quantity",
    "Flight 417 leaves at 9:45.": "no certain quantity",
    "Ticket 5521 is still open.": "no certain quantity",
    "We met in 2014 at a wedding.": "no certain quantity",
    "The meeting is on 12 May.": "no certain quantity",
    "Upgrade to version 3.2 today.": "no certain quantity",
    "She lives at 42 Mill Lane.": "no certain quantity",
    "1. Unscrew the lid.": "no certain quantity",
    "Open gate 14 on the left.": "no certain quantity",
    "He moved from 3 to 5 rooms.": "no certain quantity",
    "I asked for 40 pounds but only got 20 pounds.": "no certain quantity",
    "Two cats sleep here, one on the sofa.": "no certain quantity",
    "The 747 landed late.": "no certain quantity",
    "Use port 8080 for the proxy.": "no certain quantity",
    "There are four options: red, blue, green and black.": "no certain quantity",
    "Press 2 to continue.": "no certain quantity",
    "He has two left hands.": "no certain quantity",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@given(st.integers(2, 999), st.sampled_from(["minutes", "kg", "dollars", "percent"]))
def test_the_value_is_clearly_different_and_takes_a_plural(value: int, unit: str) -> None:
    edits = RULE.edits(Sentence(f"It was {value} {unit}."), seed=0)
    if isinstance(edits, Decline):
        return
    other = int(edits[0].replacement)
    assert 3 * min(value, other) <= 2 * max(value, other)
    assert other >= 2 or unit in ("kg", "percent")
