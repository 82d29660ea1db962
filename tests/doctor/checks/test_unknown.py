from __future__ import annotations

import re

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import unknown
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Wrapped, of_text, opened

WORD = re.compile(r"\w+|[^\w\s]")


def knowing(*words: str) -> Wrapped:
    """An encoder with a vocabulary; the common words that the check asks for are always in it."""
    known = {*words, *unknown.COMMON}
    return of_text(
        opened("hash:"),
        lambda text: " ".join(w if w in known else "unk" for w in WORD.findall(text)),
    )


def found(encoder: object, *texts: str) -> Finding:
    return unknown.check(Patient(encoder, own_texts=texts))  # type: ignore[arg-type]


def test_without_own_texts_it_is_skipped() -> None:
    finding = found(opened("hash:"))
    assert finding.outcome == "skip"
    assert "--texts FILE" in finding.message


@pytest.mark.parametrize("name", HEALTHY)
def test_a_healthy_encoder_knows_english(name: str) -> None:
    assert found(opened(name), "The train leaves at seven.", "Nobody paid.").outcome == "pass"


def test_an_encoder_that_spells_has_no_unknown_word() -> None:
    assert "it spells out the words" in found(opened("hash:"), "qwrtzpl").message


def test_the_share_is_of_all_words_and_the_most_frequent_stand_first() -> None:
    finding = found(knowing("the", "is", "cold"), "the zork is cold", "zork blim", "the the the")
    assert finding.outcome == "fail"
    # the ×4, is, cold, zork ×2, blim: 3 of 9 unknown, 2 of 5 different ones, in 2 of 3 texts.
    assert finding.message == (
        "33.3% of the words in your texts are unknown to the encoder (2 of 5 different ones looked "
        "at); 2 of 3 texts have one."
    )
    assert finding.examples == ["zork (2 times)", "blim (1 times)"]


def test_between_a_hundredth_and_a_fifth_is_a_warning() -> None:
    assert found(knowing("the"), *["the"] * 9, "zork").outcome == "warn"
    assert found(knowing("the"), *["the"] * 199, "zork").outcome == "pass"


def test_the_bundled_encoder_does_not_know_emoji() -> None:
    finding = found(opened("all-MiniLM-L6-v2"), "thank you 🙏", "see you soon 👋")
    assert finding.outcome == "fail"
    assert finding.examples == ["👋 (1 times)", "🙏 (1 times)"]


def test_zero_vectors_are_unknown_words_too() -> None:
    def zero(vectors: np.ndarray, texts: list[str]) -> np.ndarray:
        lost = [not text.isascii() or text == "zork" for text in texts]
        return np.where(np.array(lost)[:, None], np.float32(0), vectors)

    finding = found(Wrapped(opened("hash:"), vectors=zero), "zork", "the")
    assert finding.examples == ["zork (1 times)"]


def test_an_encoder_that_knows_no_common_word_fails() -> None:
    finding = found(of_text(opened("hash:"), lambda text: "unk"), "the")
    assert finding.outcome == "fail"
    assert "Even common English words" in finding.message


def test_texts_without_a_word_are_skipped() -> None:
    assert found(opened("hash:"), " ", "").outcome == "skip"
