from __future__ import annotations

import numpy as np
import pytest

from perimetry.doctor import Patient
from perimetry.doctor.checks import scripts
from perimetry.doctor.sentences import SCRIPTS
from tests.doctor.wrapped import Vectors, Wrapped, of_text, opened


def spelled(vectors: Vectors, texts: list[str]) -> Vectors:
    """How often a text has each letter, of 512 places."""
    rows = np.zeros((len(texts), 512), dtype=np.float32)
    for row, text in zip(rows, texts, strict=True):
        np.add.at(row, [ord(letter) % 512 for letter in text], 1)
    return rows


@pytest.mark.parametrize("script", SCRIPTS)
def test_sentences_of_a_script_are_alike_where_every_word_is_unknown(script: str) -> None:
    """As many words each, and the same mark at the end."""
    sentences = SCRIPTS[script]
    assert len(set(sentences)) == 4
    assert len({len(sentence.split()) for sentence in sentences}) == 1
    if script == "Han":
        assert len({len(sentence) for sentence in sentences}) == 1
    if script != "Thai" and script != "emoji":
        assert len({sentence[-1] for sentence in sentences}) == 1


def test_an_encoder_that_spells_sees_every_script() -> None:
    finding = scripts.check(Patient(Wrapped(opened("hash:"), vectors=spelled)))
    assert finding.outcome == "pass"


def test_the_bundled_encoder_is_warned_of_by_the_names_of_scripts() -> None:
    finding = scripts.check(Patient(opened("all-MiniLM-L6-v2")))
    assert finding.outcome == "warn"
    assert "Sentences in Thai, Kana, emoji cannot be told apart" in finding.message
    assert finding.examples[2] == "🐱😴 = 🚂🌅"


def test_a_bag_of_words_sees_no_emoji() -> None:
    finding = scripts.check(Patient(opened("hash:")))
    assert finding.outcome == "warn"
    assert "Sentences in emoji cannot" in finding.message


def test_a_vocabulary_of_ascii_sees_latin_alone() -> None:
    ascii_only = of_text(
        opened("hash:"),
        lambda text: " ".join(w if w.isascii() else "unknown" for w in text.split()),
    )
    finding = scripts.check(Patient(ascii_only))
    assert finding.outcome == "warn"
    assert "Cyrillic, Greek, Arabic, Hebrew, Devanagari, Bengali, Thai, Han" in finding.message


def test_texts_without_a_vector_are_not_seen() -> None:
    def greek_is_zero(vectors: Vectors, texts: list[str]) -> Vectors:
        rows = spelled(vectors, texts)
        rows[[text in SCRIPTS["Greek"] for text in texts]] = 0
        return rows

    finding = scripts.check(Patient(Wrapped(opened("hash:"), vectors=greek_is_zero)))
    assert "Sentences in Greek cannot" in finding.message


def test_nearly_equal_is_not_seen_either() -> None:
    """As where the words are unknown and only their number differs a little."""

    def greek_is_near(vectors: Vectors, texts: list[str]) -> Vectors:
        rows = spelled(vectors, texts)
        greek = [text in SCRIPTS["Greek"] for text in texts]
        rows[greek] = 100 * rows[greek].mean(axis=0) + 10 * rows[greek]
        return rows

    finding = scripts.check(Patient(Wrapped(opened("hash:"), vectors=greek_is_near)))
    assert "Sentences in Greek cannot" in finding.message


def test_an_encoder_that_cannot_read_english_fails() -> None:
    blind = of_text(opened("hash:"), lambda text: "unknown " * len(text.split()))
    finding = scripts.check(Patient(blind))
    assert finding.outcome == "fail"
    assert "Different English sentences get the same vector" in finding.message
