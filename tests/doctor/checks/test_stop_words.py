from __future__ import annotations

import re

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import stop_words
from tests.doctor.wrapped import HEALTHY, Wrapped, of_text, opened


@pytest.mark.parametrize("name", HEALTHY)
def test_function_words_count_in_a_healthy_encoder(name: str) -> None:
    assert stop_words.check(Patient(opened(name))).outcome == "pass"


@pytest.mark.parametrize("name", HEALTHY)
def test_stop_words_that_are_stripped_are_found(name: str) -> None:
    stripped = of_text(opened(name), lambda text: re.sub(r"\b(not|the|to|from|a) ", "", text))
    finding = stop_words.check(Patient(stripped))
    assert finding.outcome == "fail"
    assert finding.message.startswith("2 of 6 pairs")
    assert list(finding.examples) == [
        "the door is open. = the door is not open.",
        "he drove to the lake. = he drove from the lake.",
    ]


def test_articles_alone_are_a_warning() -> None:
    stripped = of_text(opened("hash:"), lambda text: re.sub(r"\b(the|a) ", "", text))
    assert stop_words.check(Patient(stripped)).outcome == "warn"


def test_where_content_words_do_not_count_either_another_check_is_named() -> None:
    constant = Wrapped(opened("hash:"), vectors=lambda vectors, _: np.ones_like(vectors))
    finding = stop_words.check(Patient(constant))
    assert finding.outcome == "skip"
    assert "see the check rows" in finding.message


def test_a_view_of_fewer_bits_may_lose_a_word_in_rounding() -> None:
    stripped = Wrapped(
        opened("hash:"),
        texts=lambda texts: [text.replace(" not", "") for text in texts],
        setup={"views": [{"view": "quantize=binary"}]},
    )
    assert stop_words.check(Patient(stripped)).outcome == "warn"
