from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import truncation
from perimetry.records import Finding
from tests.doctor.wrapped import HEALTHY, Wrapped, of_text, opened


def words(count: int) -> Callable[[str], str]:
    return lambda text: " ".join(text.split()[:count])


def found(cut: Callable[[str], str], **setup: object) -> Finding:
    def texts(given: list[str]) -> list[str]:
        return [cut(text) for text in given]

    return truncation.check(Patient(Wrapped(opened("hash:"), texts=texts, setup=setup)))


def test_the_bundled_encoder_reads_as_far_as_it_declares() -> None:
    finding = truncation.check(Patient(opened(HEALTHY[0])))
    assert finding.outcome == "pass"
    assert "254 words, 256 tokens; 256 are declared" in finding.message


def test_a_bag_of_words_reads_to_the_end() -> None:
    finding = truncation.check(Patient(opened("hash:")))
    assert finding.outcome == "pass"
    assert "Both ends of a text count up to 600 words" in finding.message


def test_a_16_token_limit_is_found() -> None:
    finding = truncation.check(Patient(of_text(opened(HEALTHY[0]), words(14))))
    assert finding.outcome == "fail"
    assert "up to 14 words, about 16 tokens; 256 are declared" in finding.message


@pytest.mark.parametrize(
    ("declared", "outcome"), [(256, "fail"), (150, "warn"), (104, "pass"), (None, "pass")]
)
def test_a_cut_is_held_against_the_declared_maximum(declared: int | None, outcome: str) -> None:
    # 98 words and two tokens more are 100: 0.39, 0.67 and 0.96 of what is declared
    finding = found(words(98), max_length=declared)
    assert finding.outcome == outcome
    assert "98 words" in finding.message


def test_an_encoder_that_counts_its_tokens_fails_at_once() -> None:
    class Counting(Wrapped):
        def tokens(self, texts: Sequence[str]) -> list[int]:
            return [len(text.split()) + 2 for text in texts]

    encoder = Counting(opened("hash:"), texts=lambda given: [words(98)(text) for text in given],
                       setup={"max_length": 150})  # fmt: skip
    finding = truncation.check(Patient(encoder))
    assert finding.outcome == "fail"
    assert "98 words, 100 tokens; 150 are declared" in finding.message


def test_an_early_cut_that_nobody_declares_is_warned_of() -> None:
    assert found(lambda text: text[:40]).outcome == "warn"  # 20 digits with blanks between


def test_a_text_that_loses_its_beginning() -> None:
    def tail(text: str) -> str:
        return " ".join(text.split()[-98:])

    finding = found(tail, max_length=100, truncation_side="right")
    assert finding.outcome == "fail"
    assert "The first word of a text counts up to 98 words" in finding.message
    assert found(tail, max_length=100, truncation_side="left").outcome == "pass"


def test_an_encoder_that_drops_digits_is_asked_with_words() -> None:
    finding = found(lambda text: words(98)(re.sub(r"\d", "", text)), max_length=100)
    assert finding.outcome == "pass"
    assert "98 words" in finding.message


def test_one_word_of_many_may_be_lost_in_a_view_of_fewer_bits() -> None:
    views = [{"view": "quantize=binary"}]
    finding = found(words(98), max_length=512, views=views)
    assert finding.outcome == "warn"
    assert "Under quantize=binary, one word of many may not show." in finding.message
    assert "lost in the rounding" in found(words(98), views=views).message


def test_an_encoder_that_reads_nothing_fails() -> None:
    assert found(lambda _: "").outcome == "fail"


@pytest.mark.parametrize("limit", [4, 5, 63, 64, 65, 599, 600])
@pytest.mark.parametrize("guess", [0, 63, 64, 65, 1000])
def test_the_limit_is_found_by_halving(limit: int, guess: int) -> None:
    assert truncation.longest(lambda length: length <= limit, guess) == limit
