"""The forms of words of every part of speech: from the dictionary, or by the rules of spelling."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from perimetry.errors import MissingExtraError

ENDINGS: Mapping[str, str] = {
    "JJR": "er",
    "JJS": "est",
    "RBR": "er",
    "RBS": "est",
    "NNS": "s",
    "VBZ": "s",
    "VBG": "ing",
    "VBD": "ed",
    "VBN": "ed",
}
"""What a regular word of each Penn tag ends in."""

BASE = frozenset({"JJ", "RB", "NN", "VB", "VBP"})

CORRECTED: Mapping[tuple[str, str], Sequence[str]] = {
    ("axilla", "NNS"): ("axillae",),
    ("free", "JJR"): ("freer",),
    ("free", "JJS"): ("freest",),
    ("ill", "JJR"): (),
    ("ill", "JJS"): (),
    ("mimic", "VBG"): ("mimicking",),
    ("mimic", "VBD"): ("mimicked",),
    ("mimic", "VBN"): ("mimicked",),
    ("often", "RBR"): (),
    ("often", "RBS"): (),
    ("shy", "JJR"): ("shier", "shyer"),
    ("shy", "JJS"): ("shiest", "shyest"),
    ("thrombus", "NNS"): ("thrombi",),
    ("true", "JJR"): ("truer",),
    ("vague", "JJR"): ("vaguer",),
    ("vague", "JJS"): ("vaguest",),
    ("wake", "VBN"): ("woken", "waked"),
    ("wrong", "JJR"): (),
    ("wrong", "JJS"): (),
}
"""Forms that lemminflect's dictionary lacks or has wrong."""


@lru_cache(maxsize=8192)
def known_forms(lemma: str, tag: str) -> Sequence[str]:
    """The forms that lemminflect's dictionary has for a Penn tag; none if it lacks the word.

    Raises:
        MissingExtraError: lemminflect is not installed.
    """
    if (lemma, tag) in CORRECTED:
        return CORRECTED[lemma, tag]
    try:
        import lemminflect
    except ImportError:
        raise MissingExtraError("lemminflect", "rules") from None
    found = lemminflect.getInflection(lemma, tag, inflect_oov=False)
    if not found and tag == "VBN":
        found = lemminflect.getInflection(lemma, "VBD", inflect_oov=False)
    return tuple(str(form) for form in found)


def is_known(word: str) -> bool:
    """Whether lemminflect's dictionary has ``word`` as a form of a noun, verb, adjective or adverb.

    Raises:
        MissingExtraError: lemminflect is not installed.
    """
    return word.lower() in _known_forms()


@lru_cache(maxsize=1)
def _known_forms() -> frozenset[str]:
    """The dictionary's own table: ``getAllLemmas`` copies its entry at each call, 0.1 ms a word."""
    try:
        from lemminflect import config
        from lemminflect.codecs.LemmaLUCodec import LemmaLUCodec
        from lemminflect.codecs.OverridesCodec import OverridesCodec
    except ImportError:
        raise MissingExtraError("lemminflect", "rules") from None
    table = LemmaLUCodec.load(config.lemma_lu_fn)
    return frozenset(table) | frozenset(OverridesCodec.load(config.lemma_overrides_fn))


def form(lemma: str, tag: str) -> str | None:
    """``lemma`` inflected for a Penn tag, or ``None`` where no such form is sure.

    A word that the dictionary lacks altogether, such as *unmute*, takes regular endings.

    >>> form("buy", "VBD"), form("unmute", "VBG"), form("useful", "JJR")
    ('bought', 'unmuting', None)
    """
    if tag in BASE:
        return lemma
    if found := known_forms(lemma, tag):
        return None if tag == "NNS" and found[0] == lemma else found[0]
    unknown = tag[0] in "VN" and not known_forms(lemma, {"V": "VB", "N": "NN"}[tag[0]])
    return regular_forms(lemma, tag)[0] if unknown and tag in ENDINGS else None


def regular_forms(lemma: str, tag: str) -> Sequence[str]:
    """How ``lemma`` is spelled with the regular ending, the likeliest first.

    >>> regular_forms("carry", "VBZ"), regular_forms("stop", "VBG")
    (('carries',), ('stoping', 'stopping'))
    """
    ending = ENDINGS[tag]
    if ending in ("ing", "ed") and lemma.endswith("ic"):
        return (lemma + "k" + ending,)
    doubled = lemma + lemma[-1] + ending
    if ending == "s":
        if re.search(r"[^aeiou]y$", lemma):
            return (lemma[:-1] + "ies",)
        if re.search(r"(?:[sxz]|[cs]h)$", lemma):
            return (lemma + "es", lemma + lemma[-1] + "es", lemma + "s")
        return (lemma + "s", lemma + "es")
    if ending == "ing":
        if lemma.endswith("ie"):
            return (lemma[:-2] + "ying",)
        dropped = lemma[:-1] if re.search(r"[^eoy]e$", lemma) else lemma
        return (dropped + ending, doubled)
    if lemma.endswith("e"):
        return (lemma + ending[1:],)
    if re.search(r"[^aeiou]y$", lemma):
        return (lemma[:-1] + "i" + ending,)
    return (lemma + ending, doubled)
