"""Where a command prints: a terminal of any width, a pipe, a build's log, any encoding."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPE_COLUMNS = 140
"""The width of what is no terminal: tables fit, and a log's window still shows their ends."""

SPELLED = {
    "−": "-", "–": "-", "—": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'",
    "≥": ">=", "≤": "<=", "×": "x", "·": "|", "→": "->", "✓": "+", "△": "~", "○": "o", "✕": "x",
    "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ",
}  # fmt: skip
"""Our own signs where the encoding lacks them; a minus must stay a minus."""

ENCODING_ERRORS = "perimetry.spelled"


def screen() -> Console:
    """A console on standard output, as wide as its terminal or as COLUMNS says."""
    from rich.console import Console

    asked = os.environ.get("COLUMNS", "").isdigit()
    return Console(width=None if asked or sys.stdout.isatty() else PIPE_COLUMNS)


def is_watched() -> bool:
    """Whether a person looks at standard error, on a terminal that can redraw a line.

    A build that forces colours is no person.
    """
    return sys.stderr.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")


def speak_any_encoding() -> None:
    """Let both streams write every character: spelled in ASCII where their encoding lacks it."""
    codecs.register_error(ENCODING_ERRORS, _spelled)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ENCODING_ERRORS)


def _spelled(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(SPELLED.get(sign) or _escaped(sign) for sign in lacking), error.end


def _escaped(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode("ascii")
