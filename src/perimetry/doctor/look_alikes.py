"""What common mistakes make of a text, written by hand in letters that they leave alone.

HTML escaping makes ``it&#x27;s`` of ``it's``; we cannot send that to an encoder that is sent
escaped texts, since the ``&`` would be escaped once more. But ``it#x27;s`` passes unchanged, and to
an encoder it is nearly the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perimetry.doctor.checks.casing import plain


@dataclass(frozen=True)
class Trial:
    """A text, how a healthy encoder may read it, and look-alikes of what a mistake makes of it."""

    text: str
    readings: Sequence[str]
    look_alikes: Sequence[str]


@dataclass(frozen=True)
class Mistake:
    """A mistake, its trials, and how it is mended."""

    name: str
    remedy: str
    trials: Sequence[Trial]


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
LETTERS = ("é ï ö ü ç ñ å ý", "ê î ó ù ç ñ ã ý", "è í ô û ç ñ á ý", "ë ì ò ú ç ñ â ý")
"""From U+00C0 to U+00FF: in UTF-8 the first of two bytes is C3, which Latin-1 reads as Ã."""
SAME_BLOCK = ("à á ã è ò ù ê õ", "ï ö â é ü å è ô", "õ à ë î ú ê ä ù", "ã ô é ï û à î ö")
"""Other letters of the same block: wrongly decoded, every second character is an Ã again."""
NEXT_BLOCK = (
    *("ě ł š ž č ś ń ő", "ę ą ř ž ć ś ł ű", "ě ř š ż č ń ć ů", "ą ł ś ź č ę ň ő"),
    *("ē ĩ ō ũ ć ń ā ŷ", "ě ī ő ū č ň ă ŷ", "ę ĭ ŏ ů ĉ ņ ą ŷ", "ĕ į ō ű ċ ń ā ŷ"),
)
"""Letters whose first byte is C4 or C5: wrongly decoded, an Ä or Å."""


def _around(words: Sequence[str], mark: str) -> str:
    return " ".join(f"{mark}{word}{mark}" for word in words)


ENTITIES = [
    Trial(_around(w, "'"), (" ".join(w), _around(w, '"')),
          [_around(w, entity) for entity in ("#x27;", "#39;", "apos;")])
    for w in WORDS
]  # fmt: skip
BACKSLASHES = [
    Trial(blank.join(w), [" ".join(w)], [f"/{letter}".join(w), f"\\{letter}".join(w)])
    for w in WORDS
    for blank, letter in (("\n", "n"), ("\t", "t"))
]
# UTF-8 read as Latin-1 puts an Â before a no-break space. Encoders without accents see an A.
NO_BREAK = [Trial("\u00a0".join(w), [" ".join(w)], ["A ".join(w)]) for w in WORDS]
TWO_BYTES = [
    Trial(text, [plain(text), *NEXT_BLOCK], [other])
    for text, other in zip(LETTERS, SAME_BLOCK, strict=True)
]


def _without(word: str, instead: str) -> str:
    return FRAME.format("".join(c if c.isascii() else instead for c in word))


DROPPED = [
    Trial(FRAME.format(word), [plain(FRAME.format(word))],
          [_without(word, instead) for instead in ("", "?", "\ufffd")])
    for word in ACCENTED
]  # fmt: skip

MISTAKES = (
    Mistake("line breaks become a backslash and a letter, as repr() and JSON write them",
            "Send the text itself, not its repr() or a JSON string that nobody reads back.",
            BACKSLASHES),
    Mistake("quotes become HTML entities",
            "Escape for HTML when a page is drawn, not before encoding; html.unescape mends texts.",
            ENTITIES),
    Mistake("UTF-8 is read as Latin-1, so é becomes Ã©",
            "Read and write the texts as UTF-8 at every step; ftfy mends texts that are stored.",
            NO_BREAK),
    Mistake("UTF-8 is read as Latin-1, so é becomes Ã©",
            "Read and write the texts as UTF-8 at every step; ftfy mends texts that are stored.",
            TWO_BYTES),
    Mistake("letters beyond ASCII are dropped or replaced by one sign",
            "Take encode('ascii', …) out; transliterate if the model cannot read accents.",
            DROPPED),
)  # fmt: skip
"""In the order in which they are named: JSON spells accents out too, so it comes before those."""
