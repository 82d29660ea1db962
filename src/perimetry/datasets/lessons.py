"""perimetry-lessons: frames that teach a phenomenon, and no test holds.

A frame has the design of a core anchor: partners that keep its meaning and partners that break it,
close and distant, where close ones share words with the anchor alike. The two that break it mean
one thing, so they are a kept pair themselves. A slot ``{name}`` takes one of the frame's values in
all of its texts, so one frame gives several sets of sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

from perimetry.datasets.builtin import builtin_files
from perimetry.errors import DataError
from perimetry.files import read_json_lines

TEXTS = ("anchor", "same_close", "different_close", "same_distant", "different_distant")
SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Filled:
    """The sentences of a frame with one value in each slot."""

    anchor: str
    same_close: str
    different_close: str
    same_distant: str
    different_distant: str


@dataclass(frozen=True)
class Frame:
    """A frame; ``texts`` has the names of :class:`Filled`, ``fill`` the values of each slot."""

    group: str
    phenomenon: str
    texts: Mapping[str, str]
    fill: Mapping[str, Sequence[str]]

    def filled(self, copies: int, seed: int) -> list[Filled]:
        """At most ``copies`` fillings, drawn by digest so that no other frame moves them."""
        choices = [dict(zip(self.fill, values, strict=True)) for values in self._choices()]
        choices.sort(key=lambda chosen: self._rank(chosen, seed))
        return [
            Filled(**{name: SLOT.sub(lambda m: chosen[m[1]], text)  # noqa: B023 (used at once)
                      for name, text in self.texts.items()})
            for chosen in choices[:copies]
        ]  # fmt: skip

    def _choices(self) -> Iterator[tuple[str, ...]]:
        return product(*self.fill.values())

    def _rank(self, chosen: Mapping[str, str], seed: int) -> bytes:
        return sha256(repr((seed, self.group, sorted(chosen.items()))).encode()).digest()


def builtin_lessons() -> list[Frame]:
    """All frames that ship with perimetry; their card lies beside them."""
    return [frame for path in builtin_files("lessons", ".jsonl") for frame in read_frames(path)]


def read_frames(path: Path) -> list[Frame]:
    """Read a file of frames of one phenomenon, which is the file's name.

    Raises:
        DataError: a text is missing, or a slot has no values or values no slot, with its line.
    """
    return [_frame(path, line, row) for line, row in read_json_lines(path)]


def _frame(path: Path, line: int, row: Any) -> Frame:
    texts = {name: row.get(name) for name in TEXTS}
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            raise DataError(path, f"{name} must be a sentence.", line=line)
    fill = row.get("fill", {})
    if not isinstance(fill, dict):
        raise DataError(path, "fill must name each slot with a list of its values.", line=line)
    slots = {slot for text in texts.values() for slot in SLOT.findall(text)}
    if slots != set(fill):
        raise DataError(
            path, f"the texts have the slots {sorted(slots)}, fill has {sorted(fill)}.", line=line
        )
    if not all(isinstance(values, list) and values for values in fill.values()):
        raise DataError(path, "each slot in fill must have a list of values.", line=line)
    return Frame(f"lesson-{path.stem}-{line:03}", path.stem, texts, fill)
