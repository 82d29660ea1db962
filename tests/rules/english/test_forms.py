from __future__ import annotations

import pytest

from perimetry.rules.english.forms import form, is_known, regular_forms


@pytest.mark.parametrize(
    ("lemma", "tag", "expected"),
    [
        ("buy", "VBD", "bought"),
        ("study", "VBZ", "studies"),
        ("stop", "VBG", "stopping"),
        ("break", "VBN", "broken"),
        ("wake", "VBN", "woken"),
        ("analyse", "VBN", "analysed"),
        ("unmute", "VBD", "unmuted"),
        ("fireman", "NNS", "firemen"),
        ("axilla", "NNS", "axillae"),
        ("brolly", "NNS", "brollies"),
        ("luggage", "NNS", None),
        ("hot", "JJR", "hotter"),
        ("free", "JJR", "freer"),
        ("vague", "JJS", "vaguest"),
        ("good", "JJR", "better"),
        ("wrong", "JJR", None),
        ("useful", "JJS", None),
        ("large", "JJ", "large"),
    ],
)
def test_a_form_is_the_dictionarys_or_regular_or_none(lemma, tag, expected):
    assert form(lemma, tag) == expected


@pytest.mark.parametrize(
    ("lemma", "tag", "expected"),
    [
        ("carry", "VBZ", "carries"),
        ("play", "VBZ", "plays"),
        ("watch", "VBZ", "watches"),
        ("die", "VBG", "dying"),
        ("dye", "VBG", "dyeing"),
        ("bake", "VBG", "baking"),
        ("agree", "VBG", "agreeing"),
        ("bake", "VBD", "baked"),
        ("dry", "JJR", "drier"),
        ("large", "JJS", "largest"),
    ],
)
def test_regular_endings_are_spelled_by_rule(lemma, tag, expected):
    assert regular_forms(lemma, tag)[0] == expected


def test_words_and_their_forms_are_known_and_slips_are_not():
    assert all(is_known(word) for word in ("house", "houses", "bought", "hottest"))
    assert not any(is_known(word) for word in ("kithcen", "sttage", "cjildren"))
