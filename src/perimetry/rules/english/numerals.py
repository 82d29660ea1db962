"""Numbers as English writes them: figures with their separators, and the words for small ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

FIGURES = re.compile(
    r"""(?<![\w.,:/\#@&+*=\\'’^~-])(?<![–—])
    (?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?
    (?!\w|[.,:/–—'’-]\d|[/\#@_=*^\\])""",
    re.VERBOSE | re.ASCII,
)
"""Figures that stand alone: no part of a word, date, time, range, version or path."""

_SMALL = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
VALUES = {word: value for value, word in enumerate(_SMALL.split(), start=2)} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), start=2)
}
"""Number words and their values; *one* is left out, since it is most often a pronoun."""

WORDS = re.compile(rf"(?<![\w'’-])(?:{'|'.join(VALUES)})(?![\w'’])", re.IGNORECASE)
MAGNITUDES = ("hundred", "thousand", "million", "billion", "trillion", "dozen")


def value_of(number: str) -> Decimal:
    """The value of figures or of a number word.

    >>> value_of("1,250.50"), value_of("Twelve")
    (Decimal('1250.50'), Decimal('12'))
    """
    word = VALUES.get(number.lower())
    return Decimal(number.replace(",", "")) if word is None else Decimal(word)


def starts_with_vowel(number: str) -> bool:
    """Whether the number, read aloud, takes *an*: 8, 11, 18, 80 and the like.

    >>> [n for n in ("8", "11", "18", "80", "1", "110", "eleven", "one") if starts_with_vowel(n)]
    ['8', '11', '18', '80', 'eleven']
    """
    if number[0].isalpha():
        return number.lower().startswith(("eight", "eleven"))
    whole = number.partition(".")[0]
    digits = whole.replace(",", "")
    leading = whole.partition(",")[0] if "," in whole else digits[: (len(digits) - 1) % 3 + 1]
    return digits.startswith("8") or leading in ("11", "18")


def clearly_different(one: Decimal, other: Decimal) -> bool:
    """Whether the larger is at least one and a half times the smaller, and at most five times.

    >>> clearly_different(Decimal(8), Decimal(9)), clearly_different(Decimal(8), Decimal(4))
    (False, True)
    """
    small, large = sorted((one, other))
    return small > 0 and 3 * small <= 2 * large and large <= 5 * small


def other_figures(figures: str) -> Sequence[str]:
    """Figures of the same form whose leading digit makes a clearly different value.

    >>> other_figures("1,250.50")
    ('2,250.50', '3,250.50', '4,250.50', '5,250.50', '6,250.50')
    """
    place = next((i for i, digit in enumerate(figures) if digit in "123456789"), None)
    if place is None:
        return ()
    value = value_of(figures)
    made = (figures[:place] + digit + figures[place + 1 :] for digit in "123456789")
    return tuple(other for other in made if clearly_different(value, value_of(other)))


def other_words(word: str, *, small_only: bool = False) -> Sequence[str]:
    """Number words of a clearly different value, in the case of ``word``.

    >>> other_words("Six", small_only=True)
    ('Two', 'Three', 'Four', 'Nine')
    """
    value = value_of(word)
    return tuple(
        cased_like(word, other)
        for other, known in VALUES.items()
        if clearly_different(value, Decimal(known)) and not (small_only and known > 9)
    )


def cased_like(model: str, word: str) -> str:
    """``word`` in the case of ``model``: all capitals, a first capital, or neither.

    >>> cased_like("Two", "three"), cased_like("TWO", "three"), cased_like("5", "three")
    ('Three', 'THREE', 'three')
    """
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
