from __future__ import annotations

import time

import pytest

from perimetry.rules.base import Decline
from perimetry.rules.sentence import Sentence
from perimetry.rules.typo import SLIPS, Typo, is_only, is_word

NONE = "no content word long enough"
CODE = "code, a path or an address"
EDITED = {
    "My grandmother still bakes on Sunday.": "My gradmother still bakes on Sunday.",
    "The kitchen is tiny.": "The kithcen is tiny.",
    "Somebody left the window open.": "Somebody left the wkndow open.",
    "We walked along the river.": "We walkedd along the river.",
    "The children are hungry.": "The chilren are hungry.",
    "Your parcel has been delayed.": "Your prcel has been delayed.",
    "Please restart the router.": "Please resstart the router.",
    "I would like a refund for my ticket.": "I would like a refund for my ticcket.",
    "The password is wrong.": "The paswsord is wrong.",
    "The backup finished before midnight.": "The backup finished before midnihgt.",
    "The valve is leaking again.": "The valvve is leaking again.",
    "Replace the filter on Friday.": "Repalce the filter on Friday.",
    "The patient has a fever.": "The patienf has a fever.",
    "The surgeon closed the wound.": "The surgeon colsed the wound.",
    "Her pulse is steady.": "Her pusle is steady.",
    "The tenant shall repair the fence.": "The tenatn shall repair the fence.",
    "The court rejected the appeal.": "The court rejected the appeeal.",
    "The contract ends in June.": "The cotnract ends in June.",
    "The loan was approved.": "The loan was aproved.",
    "Interest rates fell sharply.": "Inetrest rates fell sharply.",
    "The invoice is overdue.": "The invoice is ovredue.",
    "This jacket is waterproof.": "This jcket is waterproof.",
    "The sofa comes in green.": "The sofa cmoes in green.",
    "The telescope found a planet.": "The tepescope found a planet.",
    "The enzyme breaks down sugar.": "The enzyme breaks down suggar.",
    "The senator resigned today.": "The senwtor resigned today.",
    "Storms hit the coast overnight.": "Stoorms hit the coast overnight.",
    "im so hungry right now": "im so hungry ritht now",
    "is the library open?": "is the lirbary open?",
    "Can you bring the charger?": "Can you brnig the charger?",
    '"Bring the hammer," he said.': '"Brkng the hammer," he said.',
    "The (frozen) lake is safe.": "The (fozen) lake is safe.",
    "London is bigger than Bristol.": "London is biggr than Bristol.",
    "Mr Brown teaches chemistry in Oslo.": "Mr Brown teaaches chemistry in Oslo.",
}

DECLINED = {
    "It is hot.": NONE,
    "He is an old man.": NONE,
    "There were about three others.": NONE,
    "Should there be another?": NONE,
    "Paris": NONE,
    "We met Carol in Leeds.": NONE,
    "The EUROPEAN bid.": NONE,
    "RESTART THE ROUTER": NONE,
    "Order A12345 is due.": NONE,
    "Don't you?": NONE,
    "I can't, won't, shouldn't.": NONE,
    "BBC and NATO met.": NONE,
    "tmrw pls": NONE,
    "15,000 at 12:30": NONE,
    "": NONE,
    "git rebase main": CODE,
    "sudo restart docker": CODE,
    "See https://example.org/house for more.": CODE,
    "Write to support@example.org today.": CODE,
    "Call `render(template)` first.": CODE,
    "The file config.yaml is missing.": CODE,
    "Open /etc/hosts again.": CODE,
}


def edits(text: str, seed: int = 0) -> list[str] | str:
    found = Typo().edits(Sentence(text), seed=seed)
    return found.reason if isinstance(found, Decline) else [edit.text for edit in found]


@pytest.mark.parametrize(("text", "expected"), EDITED.items(), ids=EDITED)
def test_a_slip_is_made(text, expected):
    assert edits(text)[0] == expected


@pytest.mark.parametrize(("text", "reason"), DECLINED.items(), ids=DECLINED)
def test_no_slip_is_made(text, reason):
    assert edits(text) == reason
    assert reason in Typo().reasons


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("text", EDITED, ids=str)
def test_one_word_changes_by_one_slip_after_its_first_letter(text, seed):
    found = Typo().edits(Sentence(text), seed=seed)
    assert not isinstance(found, Decline)
    for edit in found:
        word = text[edit.start : edit.end]
        assert edit.replacement in {slip for make in SLIPS.values() for slip in make(word)}
        assert edit.replacement[0] == word[0]
        assert edit.replacement != word
        assert not is_word(edit.replacement.lower())
        assert text[: edit.start] + edit.replacement + text[edit.end :] == edit.text


def test_equal_sentences_and_seeds_give_equal_slips():
    text = "The driver delivered the parcel before breakfast."
    assert edits(text, 7) == edits(text, 7)


def test_the_seed_decides_word_slip_and_place():
    text = "The driver delivered the parcel before breakfast."
    assert len({edits(text, seed)[0] for seed in range(40)}) > 20


def test_every_kind_of_slip_is_made():
    text = "The gardener watered the strawberries."
    firsts = [Typo().edits(Sentence(text), seed=seed)[0] for seed in range(40)]
    lengths = {len(edit.text) - len(text) for edit in firsts}
    assert lengths == {-1, 0, 1}


@pytest.mark.parametrize(
    ("word", "slip"),
    [
        ("house", "hose"),
        ("house", "mouse"),
        ("house", "hosue"),
        ("form", "from"),
        ("stage", "stae"),
        ("coast", "cost"),
        ("planet", "plant"),
        ("their", "there"),
        ("trial", "trail"),
    ],
)
def test_a_slip_that_is_or_may_be_another_word_is_refused(word, slip):
    assert not is_only(word, slip)


@pytest.mark.parametrize(
    ("word", "slip"), [("kitchen", "kithcen"), ("stage", "sttage"), ("children", "cjildren")]
)
def test_a_slip_that_can_only_be_the_word_is_taken(word, slip):
    assert is_only(word, slip)


def test_a_name_that_opens_a_sentence_is_left_alone():
    assert edits("South Africa is hot.") == NONE


def test_a_very_long_text_declines_at_once():
    started = time.perf_counter()
    assert edits("strawberry " * 10_000) == "too long"
    assert edits("a" * 100_000) == "too long"
    assert time.perf_counter() - started < 1
