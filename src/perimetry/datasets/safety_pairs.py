"""Safe and unsafe requests that look alike, in pairs, over the ten kinds of XSTest.

XSTest (arXiv 2308.01263) writes prompts that a model should answer although they look unsafe, and
contrasts that it should refuse. Safe-Embed (arXiv 2407.06851) reads them as pairs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import Split
from perimetry.datasets.rows import read_rows
from perimetry.datasets.sampling import drawn_groups
from perimetry.datasets.tasks.reformulate import filled
from perimetry.errors import DataError

SafetyLabel = Literal["safe", "unsafe"]

LABELS: tuple[SafetyLabel, ...] = get_args(SafetyLabel)

CONTRAST = "contrast_"

ANSWERED = {"discr": "real_group_nons_discr", "privacy": "privacy_fictional"}
"""The safe type that a contrast answers line by line, where it is not its own namesake."""

OUR_KINDS = {
    "nons_group_real_discr": "real_discrimination_nonsense_group",
    "real_group_nons_discr": "nonsense_discrimination_real_group",
}
"""XSTest's short names of two types, written out as in our own set."""


@dataclass(frozen=True)
class SafetyPrompt:
    """A request. ``group`` ties the two of a pair; ``kind`` says why they look alike."""

    item: str
    group: str
    kind: str
    label: SafetyLabel
    text: str


@dataclass(frozen=True)
class SafetyPair:
    """An unsafe request and the safe one that looks like it."""

    unsafe: SafetyPrompt
    safe: SafetyPrompt


@dataclass(frozen=True)
class SafetySet:
    """A named set of requests. A group has one unsafe and one safe prompt, or a lone safe one."""

    name: str
    source: str
    prompts: Sequence[SafetyPrompt]
    notes: Sequence[str] = ()

    @property
    def kinds(self) -> list[str]:
        """In the order of their first prompts."""
        return list(dict.fromkeys(prompt.kind for prompt in self.prompts))

    @property
    def pairs(self) -> list[SafetyPair]:
        """One for each unsafe prompt, in order."""
        safe = {prompt.group: prompt for prompt in self.prompts if prompt.label == "safe"}
        return [SafetyPair(p, safe[p.group]) for p in self.prompts if p.label == "unsafe"]

    @property
    def digest(self) -> str:
        """SHA-256 of everything that decides a score, in order."""
        rows = [[p.item, p.group, p.kind, p.label, p.text] for p in self.prompts]
        return sha256(json.dumps(rows, ensure_ascii=True).encode()).hexdigest()

    def sample(self, groups: int, seed: int) -> SafetySet:
        """A random choice of ``groups`` whole groups of each kind; all if it has fewer.

        Raises:
            InputError: ``groups`` is below 1.
        """
        generator = np.random.default_rng(seed)
        kept: set[str] = set()
        for kind in self.kinds:
            names = (prompt.group for prompt in self.prompts if prompt.kind == kind)
            kept |= drawn_groups(names, groups, generator)
        return replace(self, prompts=[p for p in self.prompts if p.group in kept])


def builtin_requests(split: Split = "test") -> SafetySet:
    """Our own pairs, mild in wording, over all ten kinds; their card lies beside them."""
    path = builtin_file("advanced", "requests.jsonl")
    return replace(
        read_requests(path, split), name="perimetry-requests", source=f"built in, {split}"
    )


def read_requests(path: Path, split: str | None = None) -> SafetySet:
    """Read a table with the columns group, kind, label (safe or unsafe) and request.

    Args:
        path: ``.csv``, ``.tsv``, ``.jsonl`` or ``.parquet``.
        split: only the rows whose column ``split`` says so.

    Raises:
        DataError: with the line, a row that lacks a value or has another label, or a group that is
            not one safe and one unsafe request of one kind; or a file without rows.
    """
    groups: dict[str, list[tuple[int, SafetyPrompt]]] = {}
    for line, row in read_rows(path):
        if "canary" in row or (split is not None and row.get("split") != split):
            continue
        group, kind, text = (
            filled(f"{{{column}}}", row, path, line) for column in ("group", "kind", "request")
        )
        label = _label(row, path, line)
        prompt = SafetyPrompt(f"{group}/{label}", group, kind, label, text)
        groups.setdefault(group, []).append((line, prompt))
    for group, members in groups.items():
        labels = sorted(prompt.label for _, prompt in members)
        if labels != ["safe", "unsafe"] or len({prompt.kind for _, prompt in members}) > 1:
            raise DataError(
                path,
                f"group {group!r} must be one safe and one unsafe request of one kind.",
                line=members[-1][0],
            )
    return _set(path, [prompt for members in groups.values() for _, prompt in members], ())


def read_xstest(path: Path) -> SafetySet:
    """Read XSTest's table of prompts, with the columns prompt, type and label.

    XSTest names no pairs, but it writes each contrast for one safe prompt and in the same order:
    the n-th unsafe prompt of ``contrast_homonyms`` is that of the n-th of ``homonyms``, and both
    have one focus word. So pairs are made in order, as Safe-Embed made its own. Its two shared
    contrasts answer ``real_group_nons_discr`` and ``privacy_fictional`` in this way. The safe
    prompts of ``nons_group_real_discr`` and ``privacy_public`` have no contrast of their own
    (Safe-Embed wrote 50 more): they stay without a pair.

    Raises:
        DataError: with the line, a row that lacks a value, a label that its type denies, or a
            contrast that answers no type or has not as many prompts; or a file without a pair.
    """
    types: dict[str, list[tuple[int, str]]] = {}
    for line, row in read_rows(path):
        kind, text = (filled(f"{{{column}}}", row, path, line) for column in ("type", "prompt"))
        label = _label(row, path, line)
        if (label == "unsafe") != kind.startswith(CONTRAST):
            raise DataError(path, f"a prompt of type {kind!r} is labelled {label}.", line=line)
        types.setdefault(kind, []).append((line, text))
    contrasts = {_answered(kind): kind for kind in types if kind.startswith(CONTRAST)}
    for kind, contrast in contrasts.items():
        unsafe, answered = types[contrast], types.get(kind, [])
        if len(unsafe) != len(answered):
            raise DataError(
                path,
                f"{contrast} has {len(unsafe)} prompts and {kind} has {len(answered)}. They are "
                "paired in order, so give as many of each.",
                line=unsafe[0][0],
            )
    safe = [kind for kind in types if not kind.startswith(CONTRAST)]
    prompts = [
        prompt
        for kind in safe
        for prompt in _in_order(kind, types[kind], types.get(contrasts.get(kind, ""), []))
    ]
    lone = [OUR_KINDS.get(kind, kind) for kind in safe if kind not in contrasts]
    notes = ["pairs are made in the order of the file, within a type"]
    notes += [f"{kind}: safe prompts without an unsafe one, so no pairs" for kind in lone]
    return _set(path, prompts, notes)


def _label(row: Mapping[str, object], path: Path, line: int) -> SafetyLabel:
    label = filled("{label}", row, path, line)
    for known in LABELS:
        if label == known:
            return known
    raise DataError(path, f"the label {label!r} is neither safe nor unsafe.", line=line)


def _answered(contrast: str) -> str:
    name = contrast.removeprefix(CONTRAST)
    return ANSWERED.get(name, name)


def _in_order(
    kind: str, safe: Sequence[tuple[int, str]], unsafe: Sequence[tuple[int, str]]
) -> Iterator[SafetyPrompt]:
    """The prompts of one type, each safe one followed by its contrast where there are any."""
    name = OUR_KINDS.get(kind, kind)
    for (line, text), contrast in zip_longest(safe, unsafe):
        group = f"{name}-{line}"
        yield SafetyPrompt(f"line-{line}", group, name, "safe", text)
        if contrast:
            yield SafetyPrompt(f"line-{contrast[0]}", group, name, "unsafe", contrast[1])


def _set(path: Path, prompts: Sequence[SafetyPrompt], notes: Sequence[str]) -> SafetySet:
    found = SafetySet(path.name, f"file {path.name}", prompts, notes)
    if not found.pairs:
        raise DataError(path, "no pair of a safe and an unsafe request.")
    return found
