"""Whether the contexts that an entry of the lexicon forbids are absent, and its words elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from perimetry.rules.lexicon.entries import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Token


@dataclass(frozen=True)
class Context:
    """A sentence as entries look at it: its words in both forms, and its running text."""

    tokens: Sequence[Token]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word as it stands, in small letters, and its lemma."""
        return frozenset(
            word for token in self.tokens for word in (token.lower_, token.lemma_.lower())
        )

    @cached_property
    def running(self) -> Sequence[str]:
        """The text in small letters with single spaces, as it stands and in lemmas."""
        text = str(self.tokens[0].doc.text) if self.tokens else ""
        return (
            " ".join(text.lower().split()),
            " ".join(token.lower_ for token in self.tokens),
            " ".join(token.lemma_.lower() for token in self.tokens),
        )

    def forbids(self, entry: Entry) -> bool:
        """Whether a word or phrase stands here near which the entry does not hold."""
        return bool(entry.never_near & self.words) or any(
            self._has(phrase) for phrase in entry.never_in
        )

    def has_other(self, lemma: str, members: Sequence[str]) -> bool:
        """Whether a member other than ``lemma`` stands here already."""
        return any(member != lemma and member in self.words for member in members)

    def repeats(self, token: Token) -> bool:
        """Whether the same word stands in another place too, so that both would have to change."""
        return sum(each.lemma_ == token.lemma_ for each in self.tokens) > 1

    def _has(self, phrase: str) -> bool:
        return any(phrase in text and _whole(phrase, text) for text in self.running)


def _whole(phrase: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text) is not None
