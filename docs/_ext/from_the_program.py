"""Fills pages from the program while Sphinx reads them, so that they cannot fall behind it.

``<!-- commands -->`` becomes every command with its options, ``<!-- python: perimetry.rules -->``
what a module offers, ``<!-- names -->`` the table of what ``import perimetry`` gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from commands import commands_page
from names import module_page, names_table
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

MAKERS: dict[str, Callable[[str], str]] = {
    "commands": lambda _: commands_page(),
    "names": lambda _: names_table(),
    "python": module_page,
}
PLACE = re.compile(r"^<!-- (commands|names|python)(?:: ([\w.]+))? -->$", re.MULTILINE)
CARD = re.compile(r"\((?:\.\./)+src/perimetry/datasets/builtin/(\w+)/CARD\.md\)")
SYMBOL = re.compile(r"(?<=\d) (?=[✓△○✕?] \|)")
ARRAY = re.compile(
    r"~numpy\.ndarray\[tuple\[~typing\.Any, \.\.\.\], ~numpy\.dtype\[~numpy\.(\w+)\]\]"
)


def fill(_app: Sphinx, _docname: str, source: list[str]) -> None:
    """Put what the program says where a page asks for it, and lead links to cards to their page.

    In a table a number keeps its symbol beside it.
    """
    text = PLACE.sub(lambda place: MAKERS[place[1]](place[2] or ""), source[0])
    text = CARD.sub(r"(/reference/cards/\1.md)", text)
    source[0] = SYMBOL.sub("\N{NO-BREAK SPACE}", text)


def shorten(*event: Any) -> tuple[str | None, ...]:
    """Name arrays in a signature and its result, what Sphinx hands last, as the source does."""
    return tuple(part and ARRAY.sub(r"NDArray[\1]", part) for part in event[-2:])


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("source-read", fill)
    app.connect("autodoc-process-signature", shorten)
    app.add_lexer("csv", TextLexer)
    return {"parallel_read_safe": True}
