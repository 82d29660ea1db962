"""What differs between two encoders, guessed from the kinds of text that do."""

from __future__ import annotations

from collections.abc import Mapping

from perimetry.doctor.agreement import NEAR
from perimetry.doctor.sentences import FEATURES, LENGTHS, PLAIN, SCRIPTS, long_texts

GUESSES = {
    "capital letters": "letter case is treated otherwise (lower-casing lost or added)",
    "accents": "accents are treated otherwise (stripped or kept)",
    "digits": "digits are treated otherwise",
    "punctuation": "punctuation is treated otherwise (stripped?)",
    "function words": "function words are treated otherwise (stop words stripped?)",
    "markup": "the signs < > & are treated otherwise (escaped, or markup stripped?)",
    "blanks": "line breaks and repeated blanks are treated otherwise",
}

DAMAGED = 0.98
"""Texts of every kind that are off, yet not below this cosine, have lost precision rather than a
layer: all-MiniLM-L6-v2 keeps 0.997 where a byte a dimension cuts off the fraction, and 0.44 without
its last layer."""

SHORT_CUT = 16
"""A cut below so many words reaches the one-feature texts as well, so it explains them."""


def compared_texts() -> list[str]:
    """The texts that :func:`kind_of_difference` needs the cosines of."""
    featured = [text for texts in FEATURES.values() for text in texts]
    return list(dict.fromkeys([*PLAIN, *featured, *long_texts()]))


def kind_of_difference(cosines: Mapping[str, float]) -> str:
    """A guess at what differs, in a clause.

    Args:
        cosines: of each of :func:`compared_texts`, one encoder's vector with the other's.
    """
    plain = [cosines[text] for text in PLAIN]
    if sum(cosine < NEAR for cosine in plain) > len(plain) / 2:
        if min(cosines.values()) >= DAMAGED:
            return "texts of every kind differ a little, numbers have lost precision"
        return "texts of every kind differ, by weights, a layer, the pooling or the tokenizer"
    off = {f for f, texts in FEATURES.items() if max(cosines[text] for text in texts) < NEAR}
    guesses = [] if _first_off(cosines) <= SHORT_CUT else [*_letters(off), *_features(off)]
    if _first_off(cosines) <= LENGTHS[-1]:
        guesses.append(f"texts are cut elsewhere, or not at all, from {_first_off(cosines)} words")
    return "; ".join(guesses) or "some texts differ, of no kind that is tried"


def _first_off(cosines: Mapping[str, float]) -> int:
    """The number of words of the shortest text of plain words that differs."""
    for length, text in zip(LENGTHS, long_texts(), strict=True):
        if cosines[text] < NEAR:
            return length
    return LENGTHS[-1] + 1


def _letters(off: set[str]) -> list[str]:
    if {"accents", "Han"} <= off:
        return ["letters beyond ASCII are read wrongly (text encoded twice?)"]
    scripts = [script for script in SCRIPTS if script in off]
    if not scripts or "accents" in off:  # Greek and others have accents too
        return []
    return [f"{', '.join(scripts)} are split otherwise (another tokenizer)"]


def _features(off: set[str]) -> list[str]:
    twice = {"accents", "Han"} <= off
    return [guess for f, guess in GUESSES.items() if f in off and not (twice and f == "accents")]
