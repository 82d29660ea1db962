from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

import pytest

from perimetry.files import file_digest
from perimetry.rules.lexicon import bank, lexicon
from perimetry.rules.lexicon.checker import bank_faults, faults, main
from perimetry.rules.lexicon.inflection_class import inflection_class
from perimetry.rules.lexicon.lexicon import lexicon_file

FILES = ("antonyms.jsonl", "synonyms.jsonl", "bank.jsonl")


def test_the_shipped_entries_have_no_fault():
    assert list(faults(lexicon().antonyms, lexicon().synonyms)) == []
    assert list(bank_faults(bank())) == []


def test_the_checker_prints_what_it_counted(capsys):
    assert main() == 0
    assert capsys.readouterr().out.endswith(" 0 faults\n")


def test_a_word_is_found_by_lemma_and_part_of_speech():
    assert [pair.b for pair in lexicon().antonyms_of["hot", "ADJ"]] == ["cold"]
    assert ("hot", "NOUN") not in lexicon().antonyms_of
    assert "purchase" in lexicon().synonyms_of["buy", "VERB"][0].members


def test_a_word_that_only_replaces_others_is_not_replaced():
    one_way = [pair for pair in lexicon().antonyms if pair.direction == "a>b"]
    assert all(pair in lexicon().antonyms_of[pair.a, pair.pos] for pair in one_way)
    assert all(pair not in lexicon().antonyms_of.get((pair.b, pair.pos), []) for pair in one_way)


def test_words_of_one_entry_are_known_to_be_near():
    assert "cold" in lexicon().beside["hot"]
    assert "hot" not in lexicon().beside["hot"]


@pytest.mark.parametrize("name", ["antonyms.jsonl", "synonyms.jsonl"])
def test_the_card_tells_the_digest(name):
    card = (files("perimetry.rules.lexicon") / "CARD.md").read_text(encoding="utf-8")
    assert file_digest(lexicon_file(name)) in card


@pytest.mark.parametrize("name", FILES)
def test_the_card_tells_the_number_of_entries(name):
    card = (files("perimetry.rules.lexicon") / "CARD.md").read_text(encoding="utf-8")
    count = len(lexicon_file(name).read_text(encoding="utf-8").splitlines())
    assert re.search(rf"`{name}` \| {count:,} ", card)


@pytest.mark.parametrize(
    ("lemma", "pos", "expected"),
    [
        ("stop", "VERB", "regular"),
        ("carry", "VERB", "regular"),
        ("buy", "VERB", "irregular"),
        ("unmute", "VERB", "regular"),
        ("fireman", "NOUN", "irregular"),
        ("luggage", "NOUN", "invariant"),
        ("lawyer", "NOUN", "regular"),
        ("big", "ADJ", "regular"),
        ("free", "ADJ", "regular"),
        ("good", "ADJ", "irregular"),
        ("useful", "ADJ", "invariant"),
        ("quickly", "ADV", "invariant"),
    ],
)
def test_the_inflection_class_is_that_of_the_dictionary(lemma, pos, expected):
    assert inflection_class(lemma, pos) == expected


PAIR = lexicon().antonyms_of["hot", "ADJ"][0]
SET = lexicon().synonyms_of["buy", "VERB"][0]


@pytest.mark.parametrize(
    ("pair", "fault"),
    [
        (replace(PAIR, a="Hot"), "'Hot' is no word"),
        (replace(PAIR, b="very cold"), "'very cold' is no word"),
        (replace(PAIR, register="rude"), "register 'rude'"),
        (replace(PAIR, frame="transitive"), "frame 'transitive'"),
        (replace(PAIR, direction="b>a"), "direction 'b>a'"),
        (replace(PAIR, pos="ADP"), "part of speech 'ADP'"),
        (replace(PAIR, sense=""), "no sense"),
        (replace(PAIR, b=PAIR.a), "one of them twice"),
        (replace(PAIR, inflection=("irregular", "regular")), "'hot' is not irregular"),
        (replace(PAIR, inflection=("regular",)), "without its inflection"),
        (replace(PAIR, never_near=frozenset({"hot"})), "near themselves"),
        (replace(PAIR, never_in=("Hot  dog",)), "phrase 'Hot  dog'"),
    ],
)
def test_a_broken_pair_is_named(pair, fault):
    assert any(fault in found for found in faults([pair], []))


def test_a_word_that_two_sets_replace_is_named():
    other = replace(SET, members=(SET.members[0], "acquire"), inflection=("irregular", "regular"))
    assert any("source of a set 2 times" in found for found in faults([], [SET, other]))


def test_the_same_pair_the_other_way_round_is_named():
    turned = replace(PAIR, a=PAIR.b, b=PAIR.a)
    assert any("antonym pair 2 times" in found for found in faults([PAIR, turned], []))


def test_a_pair_that_is_synonym_and_antonym_is_named():
    both = replace(PAIR, a=SET.members[0], b=SET.members[1], pos="VERB")
    assert any("both synonyms and antonyms" in found for found in faults([both], [SET]))


def test_a_lexicon_that_is_too_small_is_named():
    assert any("are promised" in found for found in faults([PAIR], [SET]))
    assert any("are promised" in found for found in bank_faults(bank()[:3]))


def test_a_broken_word_of_the_bank_is_named():
    broken = [replace(bank()[0], band=9), replace(bank()[1], word="Two words")]
    found = " ".join(bank_faults(broken))
    assert "band 9" in found
    assert "no word" in found
