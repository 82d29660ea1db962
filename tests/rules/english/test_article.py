from __future__ import annotations

import pytest

from perimetry.rules.english.article import article_for

A = "big European eulogy ewe one once-off union unique useful usual utility unicorn united house"
AN = (
    "apple egg idea old ugly hour honest honour heir unhappy uninteresting unimportant uninhabited"
    " unintended utter umbrella undone unsafe unlocked upper urban unfair inexpensive uncle unlit"
    " unnatural uninsured unidentified uninformed"
)


@pytest.mark.parametrize("word", A.split())
def test_a_consonant_sound_takes_a(word):
    assert article_for(word) == "a"


@pytest.mark.parametrize("word", AN.split())
def test_a_vowel_sound_takes_an(word):
    assert article_for(word) == "an"
