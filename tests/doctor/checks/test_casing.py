from __future__ import annotations

import re

import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import casing
from perimetry.doctor.look_alikes import plain
from tests.doctor.wrapped import HEALTHY, Wrapped, of_text, opened

UNKNOWN = "zzz"


def test_the_bundled_encoder_ignores_capitals_and_accents() -> None:
    finding = casing.check(Patient(opened(HEALTHY[0])))
    assert finding.outcome == "pass"
    assert finding.message.startswith("Capital letters are ignored; accents are ignored.")


def test_the_bag_of_words_ignores_capitals_and_sees_accents() -> None:
    finding = casing.check(Patient(opened("hash:")))
    assert finding.outcome == "pass"
    assert finding.message.startswith("Capital letters are ignored; accents are seen.")


@pytest.mark.parametrize("name", HEALTHY)
def test_capitals_that_become_the_unknown_word_are_a_lost_lower_casing(name: str) -> None:
    lost = of_text(opened(name), lambda text: re.sub(r"\w*[A-Z]\w*", UNKNOWN, text))
    finding = casing.check(Patient(lost))
    assert finding.outcome == "fail"
    assert "Lower-casing is lost" in finding.message
    assert "Paris" in finding.examples[0]


@pytest.mark.parametrize("name", HEALTHY)
def test_accented_words_that_become_the_unknown_word_are_warned_of(name: str) -> None:
    lost = of_text(opened(name), lambda text: re.sub(r"\w*[^\x00-\x7f]\w*", UNKNOWN, text))
    assert casing.check(Patient(lost)).outcome == "warn"


def test_names_that_are_unknown_in_any_case_are_no_fault() -> None:
    names = {name.lower() for pair in casing.CAPITALS for name in pair}
    small = of_text(opened("hash:"),
                    lambda text: " ".join(UNKNOWN if w.lower() in names else w
                                          for w in text.split()))  # fmt: skip
    assert casing.check(Patient(small)).outcome == "pass"


def spelt(text: str) -> str:
    """A text as a cased encoder would see it: capitals are other words for the bag of words."""
    return re.sub("[A-Z]", lambda letter: f"capital{letter[0]}", text)


CASED = (
    {"layout": "word table", "lower_case": False},
    {"tokenizer_class": "RobertaTokenizer", "lower_case": False},
)


@pytest.mark.parametrize("setup", CASED, ids=["words", "roberta"])
def test_capitals_are_held_against_a_declaration_of_seeing_them(setup: dict[str, object]) -> None:
    def finding(encoder: Wrapped) -> str:
        return casing.check(Patient(encoder)).outcome

    assert finding(Wrapped(opened("hash:"), setup=setup)) == "fail"
    sees = Wrapped(opened("hash:"), texts=lambda texts: [spelt(t) for t in texts], setup=setup)
    assert finding(sees) == "pass"


def test_capitals_are_held_against_a_declaration_of_lower_casing() -> None:
    declared = {"lower_case": True}
    sees = Wrapped(opened("hash:"), texts=lambda texts: [spelt(t) for t in texts], setup=declared)
    finding = casing.check(Patient(sees))
    assert finding.outcome == "fail"
    assert "declares that it ignores them" in finding.message
    ignores = casing.check(Patient(Wrapped(opened("hash:"), setup=declared)))
    assert "ignored, as declared" in ignores.message


def test_a_word_piece_tokenizer_may_lower_case_by_itself() -> None:
    setup = {"tokenizer_class": "BertTokenizer", "lower_case": False}
    assert casing.declared_casing(Wrapped(opened("hash:"), setup=setup)) == ""


def test_plain_keeps_all_but_case_and_accents() -> None:
    assert plain("Ça, c'est Zürich!") == "ca, c'est zurich!"
