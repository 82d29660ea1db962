"""Forms of English verbs, given only where the way back leads to the same form."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

TWO_VERBS = frozenset({"be", "bid", "fit", "hang", "lie", "program", "quit", "shine", "wound"})
"""Verbs whose past tense depends on the meaning or on the country."""


def base_form(verb: Token) -> str | None:
    """The infinitive of ``verb``, or ``None`` unless inflecting it gives back what stands there."""
    if verb.tag_ in ("VB", "VBP") and verb.lower_ not in ("am", "are", "'re", "'m"):
        return str(verb.lower_) if verb.lower_ == verb.lemma_.lower() else None
    lemma = str(verb.lemma_.lower())
    return lemma if verb.lower_ in _forms(lemma, verb.tag_) else None


def inflected(base: str, tag: str) -> str | None:
    """``base`` inflected for a Penn tag such as ``VBZ``, or ``None`` where there is no one form.

    >>> inflected("stop", "VBD"), inflected("carry", "VBZ")
    ('stopped', 'carries')
    """
    if tag == "VBD" and base in TWO_VERBS:
        return None
    forms = _forms(base, tag)
    return forms[0] if forms else None


@lru_cache(maxsize=4096)
def _forms(base: str, tag: str) -> tuple[str, ...]:
    import lemminflect

    return tuple(str(form) for form in lemminflect.getInflection(base, tag, inflect_oov=False))
