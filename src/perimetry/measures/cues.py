"""What usually decides whether two like sentences ask for the same: numbers, negation, names.

By patterns and word lists alone, for English. A cue on one side only makes a pair worth reading; it
does not say that the two differ in meaning.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from perimetry.words import words

NEGATIONS = frozenset(
    words(
        "not no never none nobody nothing nowhere neither nor without cannot hardly barely "
        "isn aren wasn weren don doesn didn won wouldn shouldn couldn mustn needn hasn haven"
    )
)
NUMBER_WORDS = frozenset(
    words(
        "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty "
        "fifty sixty seventy eighty ninety hundred thousand million billion half quarter double "
        "first second third"
    )
)
MODALS = frozenset(words("must should may might can could shall will would need needn"))
QUANTIFIERS = frozenset(
    words("all every each any some most many few several both either only except least most")
)
ORDERS = frozenset(words("before after until since unless if while first then last"))

IDENTIFIER = re.compile(r"\b(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w]+(?:[.-]\w+)*\b")
NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")


def _among(known: frozenset[str]) -> Callable[[str], Counter[str]]:
    return lambda text: Counter(word for word in words(text) if word in known)


def _matching(pattern: re.Pattern[str]) -> Callable[[str], Counter[str]]:
    return lambda text: Counter(pattern.findall(text))


CUES: Mapping[str, Callable[[str], Counter[str]]] = {
    "negation": _among(NEGATIONS),
    "identifier": _matching(IDENTIFIER),
    "number": lambda text: _matching(NUMBER)(text) + _among(NUMBER_WORDS)(text),
    "name": _matching(NAME),
    "modality": _among(MODALS),
    "quantifier": _among(QUANTIFIERS),
    "order or condition": _among(ORDERS),
}
"""Each cue and what of it a text holds, the gravest first."""


def differing_cues(a: str, b: str) -> list[str]:
    """The cues in which two texts differ.

    >>> differing_cues("Does the pass cover 2 adults?", "Does the pass not cover 3 adults?")
    ['negation', 'number']
    >>> differing_cues("open on Sunday", "open on sundays")
    ['name']
    """
    return [cue for cue, held in CUES.items() if held(a) != held(b)]
