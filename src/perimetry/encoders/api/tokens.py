"""How many tokens texts have: counted by a stated tokenizer, or estimated from their length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from perimetry.encoders.api.batching import Count
from perimetry.errors import ModelError

LETTERS_A_TOKEN = 4
BYTES_A_TOKEN = 2
"""Of characters beyond ASCII: a Han character takes three bytes."""


@dataclass(frozen=True)
class TokenCount:
    """A way to count, and what it is called where a number is shown."""

    count: Count
    source: str


def token_count(tokenizer: str) -> TokenCount:
    """By the ``tokenizer.json`` at that path, or estimated where it is ``""``.

    Raises:
        ModelError: the file cannot be read as a tokenizer.
    """
    if not tokenizer:
        return TokenCount(estimated, "estimated at 4 letters a token")
    from tokenizers import Tokenizer

    path = Path(tokenizer).expanduser()
    try:
        loaded = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises plain Exception
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelError(f"{path} is no tokenizer.json ({first}). Give another file.") from None
    loaded.no_truncation()
    loaded.no_padding()

    def count(texts: Sequence[str]) -> Sequence[int]:
        return [len(encoded.ids) for encoded in loaded.encode_batch(list(texts))]

    return TokenCount(count, f"counted by {path.name}")


def estimated(texts: Sequence[str]) -> Sequence[int]:
    """A token for 4 ASCII characters or 2 bytes of others, one more a text.

    >>> estimated(["The cat sleeps.", ""])
    [5, 1]
    """
    return [1 + -(-_letters(text) // LETTERS_A_TOKEN) for text in texts]


def _letters(text: str) -> int:
    if text.isascii():
        return len(text)
    inside = sum(char.isascii() for char in text)
    beyond = len(text.encode("utf-8", "replace")) - inside
    return inside + beyond * LETTERS_A_TOKEN // BYTES_A_TOKEN
