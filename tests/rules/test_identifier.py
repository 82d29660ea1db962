from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perimetry.rules.base import Decline
from perimetry.rules.identifier import Identifier
from perimetry.rules.sentence import Sentence
from tests.rules.asking import best_edit

RULE = Identifier()

# everyday, support, operations, clinical, legal, finance, retail, science, news, chat
EDITED = {
    "My order number is 884213 and it is late.": "My order number is 883213 and it is late.",
    "Where is order #48213?": "Where is order #48217?",
    "Ticket OPS-4417 is still open.": "Ticket OPS-4617 is still open.",
    "Please close case INC0045521 today.": "Please close case INC0065521 today.",
    "The parcel with tracking number JD0146003 is lost.": (
        "The parcel with tracking number JD0946003 is lost."
    ),
    "Pay to GB29 NWBK 6016 1331 9268 19 please.": "Pay to GB29 NWBK 6016 1332 9268 19 please.",
    "Flight BA249 was cancelled.": "Flight BA244 was cancelled.",
    "The car AB12 CDE was stolen.": "The car AB11 CDE was stolen.",
    "Upgrade to version 3.11.4 today.": "Upgrade to version 3.51.4 today.",
    "The bug is fixed in v2.7 already.": "The bug is fixed in v2.1 already.",
    "Call +44 20 7946 0958 after six.": "Call +44 20 7926 0958 after six.",
    "Call (212) 555-0147 for help.": "Call (212) 555-3147 for help.",
    "My number is 212-555-0147.": "My number is 212-535-0147.",
    "The build is 9f3c2ab1e7.": "The build is 9f3c2ac1e7.",
    "Stock item TX-40B-992 is sold out.": "Stock item TX-40B-492 is sold out.",
    "Invoice no. 20931 is overdue.": "Invoice no. 20911 is overdue.",
    "The claim number is AX77-2031.": "The claim number is AX72-2031.",
    "Patient ID 5530912 was discharged.": "Patient ID 5530918 was discharged.",
    "The policy number PL-90211 lapsed.": "The policy number PL-90411 lapsed.",
    "Batch number 77A12 was recalled.": "Batch number 73A12 was recalled.",
    "Docket 55021 was filed.": "Docket 52021 was filed.",
    "Account 40012233 is frozen.": "Account 40012232 is frozen.",
    "Reference: ZK41-2087.": "Reference: ZK41-5087.",
    "Serial number SN5520917 failed.": "Serial number SN5520916 failed.",
    "Error in commit 4be91c0d.": "Error in commit 4be96c0d.",
    "Lot 88213 is contaminated.": "Lot 88218 is contaminated.",
    "Licence number LN40911 expired.": "Licence number LN40915 expired.",
    "Customer number 70031 complained.": "Customer number 74031 complained.",
    "The model number is KD55X80.": "The model number is KD52X80.",
}
DECLINED = {
    "My booking code is QX81LT.": "no certain identifier",
    "Your voucher code is SPRING25X.": "no certain identifier",
    "We met in 2014.": "no certain identifier",
    "It costs 4500 dollars.": "no certain identifier",
    "There were 1200 people.": "no certain identifier",
    "Covid-19 spread fast.": "no certain identifier",
    "The F-16 landed.": "no certain identifier",
    "Come at 10:45.": "no certain identifier",
    "The score was 21-14.": "no certain identifier",
    "It happened on 12/05/2014.": "no certain identifier",
    "In this case 300 people left.": "no certain identifier",
    "He paid in full.": "no certain identifier",
    "The defaced wall was cleaned.": "no certain identifier",
    "ISO 9001 is a standard.": "no certain identifier",
    "The MP3 player broke.": "no certain identifier",
    "It grew by 2.5 percent.": "no certain identifier",
    "The G20 met.": "no certain identifier",
    "See page 212.": "no certain identifier",
}


made = partial(best_edit, RULE)


@pytest.mark.parametrize(("source", "edited"), EDITED.items(), ids=EDITED)
def test_a_certain_sentence_is_edited(source: str, edited: str) -> None:
    assert made(source) == edited


@pytest.mark.parametrize(("source", "reason"), DECLINED.items(), ids=DECLINED)
def test_a_doubtful_sentence_is_declined(source: str, reason: str) -> None:
    assert made(source) == reason
    assert reason in RULE.reasons


@given(st.from_regex(r"[A-Z]{3}-[1-9][0-9]{4}", fullmatch=True), st.integers(0, 9))
def test_the_form_is_kept_and_one_character_changes(ticket: str, seed: int) -> None:
    edits = RULE.edits(Sentence(f"Ticket {ticket} is open."), seed=seed)
    assert not isinstance(edits, Decline)
    other = edits[0].replacement
    assert re.fullmatch(r"[A-Z]{3}-[1-9][0-9]{4}", other)
    assert sum(a != b for a, b in zip(ticket, other, strict=True)) == 1
