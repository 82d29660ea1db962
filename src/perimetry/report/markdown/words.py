"""Words as GitHub's Markdown: what a user wrote stays text.

It forms no markup, no link, no mention of a person or an issue, and no formula.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from html import escape

from perimetry.report.difference import ELLIPSIS, Change

ACTS = re.compile(r"[\\`*_\[\]<>|~&#]")
"""What acts wherever it stands."""

BEGINS = re.compile(r"^(\d*)(-|\+(?=\s|$)|[.)](?=\s|$))")
"""What acts at the beginning of a line: a rule, or the sign of a list."""

CALLS = re.compile(
    r"(?<=@)|(?<=#)(?=\d)|(?<=GH-)(?=\d)|(?<=:)(?=//)|(?<=www)(?=\.)|(?<=:)(?=[\w+-]+:)",
    re.IGNORECASE,
)
"""Where a person, an issue, a link or an emoji is called. GitHub looks for them after backslashes
are gone, so nothing less than a character in between keeps them apart."""

APART = "\N{ZERO WIDTH SPACE}"

DOLLAR = "<span>$</span>"
"""A dollar sign that begins no formula, as GitHub's documentation writes it."""

NOT_KEPT = "(text not kept)"


def plain(text: str) -> str:
    r"""``text`` on one line, with nothing in it that acts.

    >>> plain("a|b *c* @team")
    'a\\|b \\*c\\* @&#8203;team'
    >>> plain("- 0.5 in #12"), plain("−0.13 (0.1 to 0.2)")
    ('\\- 0.5 in \\#&#8203;12', '−0.13 (0.1 to 0.2)')
    """
    line = BEGINS.sub(r"\1\\\2", ACTS.sub(r"\\\g<0>", _apart(text)))
    return _written(line)


def in_html(text: str) -> str:
    """``text`` for a line of HTML, in which Markdown is not read.

    >>> in_html("<b> & @team")
    '&lt;b&gt; &amp; @&#8203;team'
    """
    return _written(escape(_apart(text), quote=False))


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Collection[int] = ()
) -> str:
    """A table of plain cells; the columns at the places ``numbers`` stand to the right."""
    rules = ["---:" if place in numbers else "---" for place in range(len(columns))]
    lines = [[plain(cell) for cell in columns], rules, *([*map(plain, row)] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def details(summary: str, *blocks: str) -> str:
    """Blocks of Markdown behind a line that opens them."""
    inner = "\n\n".join(blocks)
    return f"<details><summary>{in_html(summary)}</summary>\n\n{inner}\n\n</details>"


def bullets(lines: Sequence[str]) -> str:
    """A list of lines that are Markdown already."""
    return "\n".join(f"- {line}" for line in lines)


def changed(changes: Sequence[Change], limit: int = 400) -> str:
    """The words of a text, what it lost struck and what is new in bold, about ``limit`` long."""
    shown: list[str] = []
    left = limit
    for change in changes:
        before = "" if change.kind == "equal" else " ".join(change.before)
        after = " ".join(change.after)
        left -= len(before) + len(after) + 1
        if left < 0 and shown:
            shown.append(ELLIPSIS)
            break
        if change.kind == "equal":
            shown.append(plain(after))
            continue
        shown += [f"~~{plain(before)}~~"] * bool(before) + [f"**{plain(after)}**"] * bool(after)
    return " ".join(shown) or NOT_KEPT


def _apart(text: str) -> str:
    return CALLS.sub(APART, " ".join(text.split()))


def _written(line: str) -> str:
    return line.replace(APART, "&#8203;").replace("$", DOLLAR)
