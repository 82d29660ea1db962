"""Varied texts on which two engines are compared."""

from __future__ import annotations

import random

from perimetry.datasets.background import builtin_background

_SPECIAL = ["<pad>", "<s>", "</s>", "<unk>", "<mask>", "[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"]
_EDGES = [
    "",
    " ",
    "\n",
    "a",
    ".",
    "the",
    " the weather",
    "the weather ",
    "  two  spaces  ",
    "tab\tnew\nline\r\nreturn",
    "THE WEATHER is Lovely",
    "天气很好",
    "天气 is 好!",
    "今日は天気がいい",
    "😀",
    "😀😀 the 🏳️‍🌈 weather",
    "a\x00b\x07c\u200b\n\td\x7f",
    "\ufeffthe\u00a0weather\u2028is",
    "e\u0301té naïve ÅNGSTRÖM ß ﬁ",
    "مرحبا بالعالم שלום",
    "१२३ ٤٥٦ ½ ²",
    "x" * 10_000,
    "天" * 1_000,
    "word " * 700,
    "The weather is lovely today. " * 60,
    *(" ".join("a" * n) for n in (1, 2, 7, 8, 9, 15, 16, 17, 127, 128, 129, 147, 148, 149, 150)),
    *_SPECIAL,
    *(f"the {token} weather {token}{token} is" for token in _SPECIAL),
    "<pad> a" * 80,
]
_ALPHABET = [
    *"abcdefghijklmnopqrstuvwxyz",
    *"  ABTW.,!?'-0189éß天气好あ가😀\u0301\t\x07",
    *_SPECIAL,
    "the ",
    " weather",
]


def _generated(count: int) -> list[str]:
    choice = random.Random(4)
    return [
        "".join(choice.choices(_ALPHABET, k=choice.choice([1, 2, 5, 20, 80]))) for _ in range(count)
    ]


def _sentences(count: int) -> list[str]:
    return list(builtin_background().sentences[:count])


TEXTS = [*_EDGES, *_generated(240), *_sentences(240)]
