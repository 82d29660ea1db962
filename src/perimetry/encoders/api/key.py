"""The secret: read from the environment or a file, never shown.

It is taken out of everything that a server says before anyone sees it, since servers repeat keys.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from perimetry.errors import InputError, UnavailableError

VARIABLE = "OPENAI_API_KEY"
HIDDEN = "[key]"

SHORTEST = 4
"""A shorter key is a placeholder, and taking it out would spoil words."""

LOOKS_SECRET = re.compile(r"(?i)(\bbearer\s+)\S+|\bsk-[\w*-]{6,}")


class Key:
    """A key that shows itself to nobody but the one who sends it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    @classmethod
    def none(cls) -> Key:
        """No key, where none is wanted."""
        return cls("")

    @classmethod
    def read(cls, options: Mapping[str, str], *, needed: bool) -> Key:
        """From ``key_file``, the variable ``key_env``, or ``OPENAI_API_KEY``.

        An empty ``key_env=`` says that the server wants none.

        Raises:
            InputError: both are named, or the key is not one line of printable ASCII.
            UnavailableError: the file cannot be read, or the variable is not set.
        """
        if "key_file" in options and "key_env" in options:
            raise InputError("openai: key_file and key_env are two places of a key. Give one.")
        if "key_file" in options:
            path = Path(options["key_file"]).expanduser()
            try:
                secret = path.read_text(encoding="utf-8", errors="replace").strip()
            except OSError as error:
                raise UnavailableError(
                    f"openai: the key cannot be read from {path} ({type(error).__name__})."
                ) from None
            place = f"the file {path}"
        else:
            variable = options.get("key_env", VARIABLE)
            if not variable:
                return cls.none()
            secret, place = os.environ.get(variable, "").strip(), f"the variable {variable}"
            needed = needed or "key_env" in options
        if not secret and needed:
            raise UnavailableError(
                f"openai: there is no key: {place} is empty. Set it, or name another place with "
                "?key_env=NAME or ?key_file=PATH; ?key_env= if the server wants none."
            )
        if not (secret.isascii() and secret.isprintable() and " " not in secret):
            raise InputError(f"openai: the key in {place} is not one line of printable ASCII.")
        return cls(secret)

    def reveal(self) -> str:
        """The key itself, for the request's header and nothing else."""
        return self._secret

    def scrub(self, text: str) -> str:
        """``text`` without the key, in any of its usual spellings, and without what looks like one.

        >>> Key("s3cret-key").scrub("not s3cret-key, nor sk-12345678, nor Bearer abc")
        'not [key], nor [key], nor Bearer [key]'
        """
        if len(self._secret) >= SHORTEST:
            raw = self._secret.encode()
            spellings = {self._secret, quote(self._secret, safe=""), b64encode(raw).decode()}
            for spelling in sorted(spellings, key=len, reverse=True):
                text = text.replace(spelling, HIDDEN)
        return LOOKS_SECRET.sub(lambda found: (found[1] or "") + HIDDEN, text)

    def __repr__(self) -> str:
        return "Key()"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written down")
