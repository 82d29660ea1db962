"""The report as Markdown for a pull request: short first, the numbers folded behind it.

It fits into one comment of GitHub's, and names what it had no room for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from perimetry.report.dossier import Dossier
from perimetry.report.markdown.parts import Section
from perimetry.report.markdown.sections import sections
from perimetry.report.markdown.words import details, plain
from perimetry.report.view import EncoderView, View, build_view
from perimetry.report.wording import VERDICT_SIGNS, listed, short
from perimetry.results import Audit

MOST = 60_000
"""Characters of a report; a comment on GitHub holds 65,536."""

RESERVED = 2_000
"""Characters kept for the line that names what was left out."""

TITLE, FINDING, NAMED, LEFT_OUT = 300, 1_200, 8, 60
BETWEEN = "\n\n"

K = TypeVar("K")


def report_markdown(found: Audit | Dossier | View, *, most: int = MOST) -> str:
    """The report on an audit, and on the records beside it, as GitHub's Markdown.

    Equal records give equal text. What stands open goes first, then the folded parts, each whole
    or not at all; what had no room is named.

    Args:
        found: what to report on.
        most: the characters that it may have.
    """
    view = build_view(found)
    asked = sections(view)
    room = most - RESERVED
    head = _fitting(dict(enumerate(_head(view))), room)
    room -= _length(head)
    opened = _fitting({place: _opened(section) for place, section in enumerate(asked)}, room)
    room -= _length(opened)
    parts = {
        (place, number): details(part.summary, *part.blocks)
        for place in sorted(opened, key=lambda place: not asked[place].needed)
        for number, part in enumerate(asked[place].folded)
    }
    folded = _fitting(parts, room)
    blocks = [*head.values()]
    for place, text in opened.items():
        blocks += [text, *(part for key, part in folded.items() if key[0] == place)]
    lost = [e.name for place, e in enumerate(view.encoders, start=1) if place not in head]
    lost += [section.title for place, section in enumerate(asked) if place not in opened]
    lost += [
        f"{asked[place].title} ({asked[place].folded[number].summary})"
        for place, number in parts
        if (place, number) not in folded
    ]
    return BETWEEN.join([*blocks, *_left_out(lost)]) + "\n"


def _fitting(blocks: Mapping[K, str], room: int) -> dict[K, str]:
    """The blocks that fit into ``room``, one after another; one that does not is passed over."""
    fit: dict[K, str] = {}
    for key, block in blocks.items():
        if _length(fit) + len(block) + len(BETWEEN) <= room:
            fit[key] = block
    return fit


def _length(blocks: Mapping[K, str]) -> int:
    return sum(len(block) + len(BETWEEN) for block in blocks.values())


def _head(view: View) -> Iterator[str]:
    yield f"## {plain(short(view.title, TITLE))}"
    for encoder in view.encoders:
        yield _encoder(encoder)
    if view.sure:
        yield plain(view.sure)


def _encoder(encoder: EncoderView) -> str:
    first, *rest = (plain(short(sentence, FINDING)) for sentence in encoder.opening)
    verdict = encoder.conclusion.verdict
    word = f"{VERDICT_SIGNS[verdict]} {verdict}" if verdict else ""
    evidence = " · ".join(part for part in (word, encoder.conclusion.evidence) if part)
    lines = [f"**{plain(encoder.name)}** {first}", *rest]
    return " ".join(lines) + (f"\\\n{plain(short(evidence, FINDING))}" if evidence else "")


def _opened(section: Section) -> str:
    return BETWEEN.join([f"### {plain(short(section.title, TITLE))}", *section.blocks])


def _left_out(titles: Sequence[str]) -> Iterable[str]:
    if not titles:
        return ()
    named = [short(title, LEFT_OUT) for title in titles[:NAMED]]
    rest = [f"{len(titles) - NAMED} more"] if len(titles) > NAMED else []
    said = f"Left out here, for its length: {listed([*named, *rest])}. The page has all of it."
    return [plain(said)]
