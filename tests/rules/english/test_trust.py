from __future__ import annotations

import pytest

from perimetry.rules.english.trust import LONGEST, REASONS, distrust
from perimetry.rules.sentence import Sentence, parse

TRUSTED = [
    "The nurse removed the dressing this morning.",
    "Please close the gate behind you.",
    "Why was my payment declined at the ATM?",
    "Can I add another card to my account?",
    "Dr. Okafor reviewed the chart at 9 a.m. on Monday.",
    "The shop charges $12.50 for next-day delivery.",
    "Sales fell by 3.4% in the third quarter.",
    "The U.S. court dismissed the claim.",
    "It's colder today than it was yesterday.",
    "Two dogs are playing in the yard",
    "We made it to the station in time.",
    "The team's café opens at seven.",
    "Your parcel and invoice were sent on 3 May.",
]
DISTRUSTED = {
    "no words": ["", "   ", "12 345", "?!"],
    "unusual characters": ["The card 💳 was declined.", "Это не работает.", "Line one\nline two"],
    "code, a path or an address": [
        "git rebase the branch onto main",
        "Run `make test` before you push.",
        "Open /etc/hosts in an editor.",
        "Read https://example.org for details.",
        "Mail it to anna@example.org today.",
        "The tool accepts --force on every platform.",
        "Set max_tokens to ten.",
        "Call close() on the file.",
        "I love this #sunset tonight.",
        "The folder src/app/main holds it.",
        "sudo reboots the machine now.",
        "It failed.Then it worked.",
    ],
    "chat spelling": [
        "pls call me tmrw.",
        "Thx for the help yesterday.",
        "I dont know the answer.",
        "u are late again.",
        "when will i get my card?",
        "yesterday i'm told it failed.",
        "That was sooo good.",
        "Where is my money??",
        "The bus is late :)",
        "Well... that was quick.",
        "Im waiting for the bus.",
    ],
    "several sentences": [
        "I lost my card. It was blue.",
        "Is it open? We are hungry.",
        "The test failed; the build passed.",
        "The clinic is closed - try again on Monday.",
        "Note: the office is closed.",
    ],
    "capitals that hide names": [
        "THE STORE IS CLOSED TODAY.",
        "Mayor Opens New Bridge Over River Tame",
    ],
    "small letters and no full stop": [
        "my card is not working",
        "the cat sat on the mat",
    ],
    "no finite main verb beyond doubt": [
        "A man riding a horse.",
        "A plate of food on a table.",
        "Chinese activist renews call to strike",
        "Card activation steps.",
    ],
    "subject and verb do not agree as read": ["The group of visitors are waiting outside."],
    "perhaps a participle, not a past tense": [
        "Two men tied to a chair.",
        "Nurses trained for the new ward.",
    ],
}


def read(text: str) -> Sentence:
    return next(parse([text]))


@pytest.mark.parametrize("text", TRUSTED)
def test_plain_prose_is_trusted(text: str) -> None:
    assert distrust(read(text)) is None


@pytest.mark.parametrize(
    ("reason", "text"), [(reason, text) for reason, texts in DISTRUSTED.items() for text in texts]
)
def test_what_taggers_misread_is_not(reason: str, text: str) -> None:
    assert distrust(read(text)) == reason


@pytest.mark.parametrize("piece", ["a", "a. ", ": ", "x/", "!", "-- ", "'", "é."])
def test_a_very_long_text_is_refused_at_once(piece: str) -> None:
    text = piece * 100_000
    assert distrust(Sentence(text)) == "too long to be read well"


def test_every_reason_is_listed_and_shown_here() -> None:
    assert {*DISTRUSTED, "too long to be read well"} == set(REASONS)
    assert LONGEST < 1000
