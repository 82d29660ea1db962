from __future__ import annotations

from pathlib import Path

import pytest

from perimetry.errors import DataError
from perimetry.rules.lexicon import lexicon
from perimetry.rules.lexicon.widening import widened
from perimetry.rules.sentence import parse
from perimetry.rules.synonym import Synonym

INDEX = {
    "noun": [
        "lamp n 2 1 @ 2 1 00000100 00000200",
        "lantern n 1 0 1 1 00000100",
        "tractor n 1 0 1 1 00000300",
        "plough n 1 0 1 1 00000300",
        "oil_lamp n 1 0 1 1 00000100",
        "person n 1 0 1 1 00000400",
        "someone n 1 0 1 1 00000400",
    ],
    "adj": ["sunlit a 1 1 ! 1 1 00000500", "moonlit a 1 1 ! 1 1 00000600"],
    "adv": [],
}
DATA = {
    "noun": [
        "00000100 06 n 03 lamp 0 lantern 0 oil_lamp 0 000 | a light; carried by hand",
        "00000200 06 n 01 lamp 0 000 | a piece of furniture with a light",
        "00000300 06 n 02 tractor 0 plough 0 000 | a farm machine",
        "00000400 06 n 02 person 0 someone 0 000 | a human being",
    ],
    "adj": [
        "00000500 00 a 01 sunlit(a) 0 001 ! 00000600 a 0101 | lit by the sun",
        "00000600 00 a 01 moonlit 0 001 ! 00000500 a 0101 | lit by the moon",
    ],
    "adv": [],
}
COUNTS = [
    "lamp%1:06:00:: 1 20",
    "lamp%1:06:01:: 2 1",
    "lantern%1:06:00:: 1 9",
    "tractor%1:06:00:: 1 9",
    "plough%1:06:00:: 1 2",
    "person%1:06:00:: 1 90",
    "someone%1:06:00:: 1 90",
    "sunlit%3:00:00:: 1 7",
    "moonlit%3:00:00:: 1 8",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    licence = "  1 This database is made up for a test.  \n"
    for name, lines in INDEX.items():
        (tmp_path / f"index.{name}").write_text(licence + "\n".join(lines))
    for name, lines in DATA.items():
        (tmp_path / f"data.{name}").write_text(licence + "\n".join(lines))
    (tmp_path / "cntlist.rev").write_text("\n".join(COUNTS))
    return tmp_path


def added(folder: Path) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    wide, shipped = widened(folder), lexicon()
    return (
        [tuple(each.members) for each in wide.synonyms[len(shipped.synonyms) :]],
        [tuple(each.members) for each in wide.antonyms[len(shipped.antonyms) :]],
    )


def test_words_that_agree_in_their_common_first_sense_are_added(folder):
    synonyms, _ = added(folder)
    assert synonyms == [("lamp", "lantern")]


def test_opposites_are_added_in_both_directions(folder):
    _, antonyms = added(folder)
    assert antonyms == [("sunlit", "moonlit"), ("moonlit", "sunlit")]


def test_a_word_that_is_rare_in_that_sense_is_left_out(folder):
    counts = (folder / "cntlist.rev").read_text().replace(":: 2 1", ":: 2 15")
    (folder / "cntlist.rev").write_text(counts)
    assert added(folder)[0] == []


def test_the_shipped_lexicon_stays_as_it_is(folder):
    before = len(lexicon().synonyms)
    assert widened(folder) is not lexicon()
    assert len(lexicon().synonyms) == before
    assert ("lamp", "NOUN") not in lexicon().synonyms_of


def test_only_a_rule_that_is_given_it_uses_it(folder):
    (sentence,) = parse(["The lamp is on the table."])
    edits = Synonym(entries=widened(folder)).edits(sentence, seed=0)
    assert [edit.text for edit in edits] == ["The lantern is on the table."]
    assert not isinstance(Synonym().edits(sentence, seed=0), list)


@pytest.mark.parametrize("name", ["cntlist.rev", "data.noun", "index.adj"])
def test_a_file_that_is_no_wordnet_is_named(folder, name):
    (folder / name).write_text("something else\n")
    with pytest.raises(DataError, match=name):
        widened(folder)


def test_a_missing_file_is_named(folder):
    (folder / "index.adv").unlink()
    with pytest.raises(DataError, match=r"index\.adv"):
        widened(folder)
