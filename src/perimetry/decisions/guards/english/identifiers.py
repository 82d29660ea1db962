"""Codes, versions, file names, addresses and other strings that count as written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perimetry.decisions.guards.english.listed import listed

CHAT = frozenset(listed("b4 gr8 l8r l8 m8 w8 h8 str8 2nite 2day 2moro 4eva 4u 2b u2"))
"""Words in short-message spelling, which are no codes."""

SPOKEN = frozenset(
    listed("a.m p.m e.g i.e u.s u.k u.n d.c u.s.a ph.d a.k.a b.c p.s and/or n/a w/o")
)
VERSIONED = frozenset(
    listed("version v release build firmware python java ubuntu ios android section")
)
"""What a number follows that counts as written: version 1.10 is not version 1.1."""

DOTTED = re.compile(r"\d+\.\d+\.\d")
QUARTER = re.compile(r"[qh][1-4]")
SEPARATORS = str.maketrans("", "", "-_ '")


def identifier_of(tokens: Sequence[str], written: Sequence[str], at: int) -> str | None:
    """The identifier at ``tokens[at]`` without its separators, or None where there is none.

    >>> [identifier_of([t.lower()], [t], 0) for t in ("ABC-123", "v1.2", "run.log", "10.0.0.1")]
    ['abc123', '1.2', 'run.log', '10.0.0.1']
    >>> [identifier_of([t.lower()], [t], 0) for t in ("3rd", "well-known", "12.5", "and/or")]
    [None, None, None, None]
    """
    word = tokens[at]
    if word[0].isdecimal():
        if not _coded_figures(tokens, written, at):
            return None
    elif not _coded_word(word):
        return None
    code = code_of(word)
    if not word[0].isdecimal() or at == 0:
        return code
    before = written[at - 1]
    if word.isdecimal() and before.isupper() and before.isalpha() and len(before) < 6:
        return before.lower() + code
    return code


def code_of(word: str) -> str:
    """An identifier as it is compared: without separators and the *v* of a version.

    >>> code_of("v1.2-rc_1")
    '1.2rc1'
    """
    code = word.removesuffix("'s").translate(SEPARATORS)
    return code[1:] if len(code) > 1 and code[0] == "v" and code[1].isdecimal() else code


def tail_of(written: Sequence[str], at: int) -> str | None:
    """The part of an identifier that stands after a space: *LK73 VTR*, *HD 4093 c*.

    >>> tail_of(["LK73", "VTR"], 0), tail_of(["B12", "a"], 0), tail_of(["A1", "OK"], 0)
    ('VTR', None, None)
    """
    if at + 1 >= len(written):
        return None
    tail = written[at + 1]
    if len(tail) == 1 and "b" <= tail <= "h":
        return tail
    if tail.isalpha() and tail.isupper() and 2 < len(tail) < 5 and not written[at].isalpha():
        return tail
    return None


def _coded_figures(tokens: Sequence[str], written: Sequence[str], at: int) -> bool:
    word = tokens[at]
    before = tokens[at - 1] if at else ""
    if word.isdecimal():
        if len(word) >= 7 or (word[0] == "0" and len(word) > 2) or before == "#":
            return True
        return _follows_letters(written, at)
    if before in VERSIONED:
        return True
    return DOTTED.match(word) is not None


def _follows_letters(written: Sequence[str], at: int) -> bool:
    """*BA 123*: capitals that are no words stand before it."""
    if not at or len(written[at]) < 2:
        return False
    before = written[at - 1]
    if not (before.isupper() and before.isalpha() and 1 < len(before) < 5):
        return False
    return not any(word.isupper() and len(word) > 4 for word in written[:at])


def _coded_word(word: str) -> bool:
    if word in SPOKEN or word in CHAT or len(word) < 2:
        return False
    if any(character.isdecimal() for character in word):
        return QUARTER.fullmatch(word) is None
    if "_" in word or "@" in word:
        return True
    if "." in word:
        parts = word.split(".")
        return all(len(part) > 1 for part in parts[:-1]) and parts[-1].isalnum()
    return False
