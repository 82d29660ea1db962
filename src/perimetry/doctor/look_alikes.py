"""What common mistakes make of a text, written by hand in letters that they leave alone.

HTML escaping makes ``it&#x27;s`` of ``it's``; we cannot send that to an encoder that is sent
escaped texts, since the ``&`` would be escaped once more. But ``it#x27;s`` passes unchanged, and to
an encoder it is nearly the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, normalize

from perimetry.records import Outcome

NEARER = 0.15
"""The least over a mistake's trials is 0.06 at most on our healthy encoders (GloVe), and
0.22 at least where they are sent what the mistake makes."""

NEARER_BY_A_BYTE = 0.45
"""A no-break space and § begin with one byte, which a table of byte pairs may see by itself: 0.37
if it is healthy. Sent Latin-1, all have 0.53 at least."""

THE_SAME = 0.9
"""Where a letter is dropped, nothing of it is left that could tell a text from its look-alike."""


@dataclass(frozen=True)
class Trial:
    """A text, how a healthy encoder may read it, and look-alikes of what a mistake makes of it."""

    text: str
    readings: Sequence[str]
    look_alikes: Sequence[str]


@dataclass(frozen=True)
class Mistake:
    """A mistake, how it is mended, its trials, and how near they must come to their look-alikes.

    ``nearer`` is a share of the distance between a text and its healthy reading, which every trial
    must pass; ``outcome`` a WARN where a small vocabulary may do the same by itself.
    """

    name: str
    remedy: str
    trials: Sequence[Trial]
    nearer: float = NEARER
    outcome: Outcome = "fail"


WORDS = tuple(
    text.split()
    for text in (
        "the meeting starts at noon everyone brings a report",
        "we waited for the bus the rain did not stop",
        "she sold the house her brother bought a boat",
        "the soup is cold so we ordered bread",
    )
)
FRAME = "they talked about the {} all evening."
ACCENTED = ("café", "résumé", "naïve", "cliché", "señor", "façade")


def plain(text: str) -> str:
    """``text`` in lower case, without accents.

    >>> plain("Élan São")
    'elan sao'
    """
    return "".join(c for c in normalize("NFD", text.lower()) if not combining(c))


def _around(words: Sequence[str], mark: str) -> str:
    return " ".join(f"{mark}{word}{mark}" for word in words)


ENTITIES = [
    Trial(_around(w, "'"), [" ".join(w), " ".join(f"({word})" for word in w)],
          [_around(w, entity) for entity in ("#x27;", "#39;", "apos;")])
    for w in WORDS
]  # fmt: skip
BRACKETS = [
    Trial(_around(w, "<"), [" ".join(w), *(_around(w, mark) for mark in "([-/=")],
          [_around(w, entity) for entity in ("lt;", "#lt;", "+lt;")])
    for w in WORDS
]  # fmt: skip
BACKSLASHES = [
    Trial(blank.join(w), [" ".join(w)], [f"/{letter}".join(w), f"\\{letter}".join(w)])
    for w in WORDS
    for blank, letter in (("\n", "n"), ("\t", "t"))
]
# In UTF-8 a no-break space and the signs § ¦ ± have two bytes, of which the first is C2. Read as
# Latin-1 all get an Â, which sticks to the word before. Encoders without accents see an A.
NO_BREAK = [
    Trial("\u00a0".join(w), [" ".join(w), "\t".join(w)], [f"{sign} ".join(w) for sign in "A§¦±"])
    for w in WORDS
]


def _without(word: str, instead: str) -> str:
    return FRAME.format("".join(c if c.isascii() else instead for c in word))


DROPPED = [
    Trial(FRAME.format(word), [plain(FRAME.format(word))],
          [_without(word, ""), _without(word, "?")])
    for word in ACCENTED
]  # fmt: skip

MISTAKES = (
    Mistake("line breaks become a backslash and a letter, as repr() and JSON write them",
            "Send the text itself, not its repr() or a JSON string that nobody reads back.",
            BACKSLASHES),
    Mistake("quotes become HTML entities",
            "Escape for HTML when a page is drawn, not before encoding; html.unescape mends texts.",
            ENTITIES),
    Mistake("the signs < > & become HTML entities, and quotes do not",
            "Escape for HTML when a page is drawn, not before encoding; html.unescape mends texts.",
            BRACKETS),
    Mistake("letters beyond ASCII are dropped or replaced by one sign",
            "Take encode('ascii', …) out; if the vocabulary is ASCII by design, strip accents.",
            DROPPED, THE_SAME, "warn"),
    Mistake("UTF-8 is read as Latin-1, so é becomes Ã©",
            "Read and write the texts as UTF-8 at every step; ftfy mends texts that are stored.",
            NO_BREAK, NEARER_BY_A_BYTE),
)  # fmt: skip
"""In the order in which they are named: JSON changes accents too, so it comes before those."""
