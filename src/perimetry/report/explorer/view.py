"""The items that encoders get wrong, to look through: with their texts, cosines and margins.

The page holds so many of them as fit in it, of every phenomenon the worst ones; it says how many
there are, and how to ask ``items.parquet`` for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from markupsafe import escape

from perimetry.probes.order import TIE
from perimetry.records import DatasetNote
from perimetry.report.explorer.choice import SAFETY, Candidate, Kind, Sight, candidates, chosen
from perimetry.report.explorer.lines import Line, entry_lines
from perimetry.report.explorer.registers import built_in_registers
from perimetry.report.wording import edit_label, number, short
from perimetry.results import Audit

MOST = 300
"""Entries of a page, about ten of each phenomenon of the core set."""

MOST_BYTES = 800_000
"""What all entries may weigh in the page, whatever their texts are."""

COPIED = 4_000
"""Characters of an entry that can be copied; a cut text would be another text."""


@dataclass(frozen=True)
class Reading:
    """What one encoder makes of an entry: numbers for its ``columns``, and whether it is wrong."""

    encoder: str
    values: Sequence[str]
    wrong: bool
    order: str


@dataclass(frozen=True)
class Entry:
    """One item. Without texts in the audit it has no ``lines``; ``cut`` says they are not whole."""

    item: str
    phenomenon: str
    register: str
    lines: Sequence[Line]
    columns: Sequence[str]
    readings: Sequence[Reading]
    cut: bool
    offends: bool
    record: Mapping[str, str] | None


@dataclass(frozen=True)
class Phenomenon:
    """The entries of one phenomenon, of ``total`` that there are.

    First come those on which even the encoder that does best is furthest from right.
    """

    key: str
    label: str
    data: str
    total: int
    entries: Sequence[Entry]


@dataclass(frozen=True)
class ExplorerView:
    """What can be looked through, and what was left out of the page.

    ``kinds`` says which of *answers*, *pairs* and *triplets* the audit has.
    """

    encoders: Sequence[str]
    phenomena: Sequence[Phenomenon]
    faultless: Sequence[str]
    total: int
    registers: Sequence[str]
    holds_texts: bool
    kinds: Sequence[str]
    commands: Sequence[str]

    @property
    def shown(self) -> int:
        """How many entries the page has."""
        return sum(len(phenomenon.entries) for phenomenon in self.phenomena)

    @property
    def sets(self) -> dict[str, list[Phenomenon]]:
        """The phenomena of each data set, by its name."""
        found: dict[str, list[Phenomenon]] = {}
        for phenomenon in self.phenomena:
            found.setdefault(phenomenon.data, []).append(phenomenon)
        return found

    @property
    def island(self) -> str:
        """The texts of the entries in their order, as JSON that no HTML parser can leave."""
        records = [entry.record for each in self.phenomena for entry in each.entries]
        return _ascii(records)


def build_explorer(audit: Audit, *, most: int = MOST) -> ExplorerView | None:
    """The explorer of an audit, None where nothing in it is a pair or a triplet."""
    found = candidates(audit)
    if not found:
        return None
    registers = built_in_registers(audit.datasets)
    names = [short(record.name) for record in audit.encoders]
    entries: dict[tuple[str, str], list[tuple[float, Entry]]] = {
        (candidate.probe, candidate.phenomenon): [] for candidate in found
    }
    weight = 0
    for candidate in islice(chosen(found), most):
        if weight > MOST_BYTES:
            break
        entry = _entry(audit, candidate, names, registers)
        weight += _weight(entry)
        best = max(sight.order for sight in candidate.sights)
        entries[candidate.probe, candidate.phenomenon].append((best, entry))
    totals = dict.fromkeys(entries, 0)
    for candidate in found:
        totals[candidate.probe, candidate.phenomenon] += candidate.eligible
    phenomena = [
        Phenomenon(
            key=short(f"{probe}/{name}"),
            label=edit_label(name),
            data=_data(audit.datasets.get(probe), probe),
            total=totals[probe, name],
            entries=[entry for _, entry in sorted(own, key=lambda pair: pair[0])],
        )
        for (probe, name), own in entries.items()
        if own
    ]
    kinds = {candidate.kind for candidate in found}
    faulty = {edit_label(name) for (_, name), total in totals.items() if total}
    return ExplorerView(
        encoders=names,
        phenomena=phenomena,
        faultless=list(
            dict.fromkeys(edit_label(n) for _, n in totals if edit_label(n) not in faulty)
        ),
        total=sum(totals.values()),
        registers=sorted({e.register for each in phenomena for e in each.entries if e.register}),
        holds_texts=audit.holds_texts,
        kinds=sorted({_kind(audit, candidate) for candidate in found}),
        commands=_commands(audit, kinds),
    )


def _kind(audit: Audit, candidate: Candidate) -> str:
    if candidate.kind != "triplet":
        return "pairs"
    return "answers" if _is_task(audit.datasets.get(candidate.probe)) else "triplets"


def _is_task(note: DatasetNote | None) -> bool:
    return note is not None and bool(note.family)


def _data(note: DatasetNote | None, probe: str) -> str:
    if note is None:
        return short(probe)
    return f"tasks: {short(note.family)}" if note.family else short(note.name)


def _entry(
    audit: Audit,
    candidate: Candidate,
    names: Sequence[str],
    registers: Mapping[str, Mapping[str, str]],
) -> Entry:
    note = audit.datasets.get(candidate.probe)
    if candidate.kind == "triplet":
        places = {"anchor": "anchor", "positive": "text_a", "negative": "text_b"}
        labels, columns = _triplet_words(candidate, note)
    else:
        places = {"text_a": "text_a", "text_b": "text_b"}
        labels, columns = _pair_words(candidate, note)
    texts = {name: audit.items[at][candidate.row].as_py() for name, at in places.items()}
    whole = all(isinstance(text, str) for text in texts.values())
    lines, cut = entry_lines(labels, list(texts.values())) if whole else ([], False)
    label = {} if candidate.kind == "triplet" else {"label": candidate.kind}
    record = {**texts, **label, "category": candidate.phenomenon, "group": candidate.group}
    if not candidate.sights[0].cosines:
        columns = columns[-1:]
    return Entry(
        item=short(candidate.item),
        phenomenon=edit_label(candidate.phenomenon),
        register=short(registers.get(candidate.probe, {}).get(candidate.group, "")),
        lines=lines,
        columns=columns,
        readings=[
            _reading(name, sight) for name, sight in zip(names, candidate.sights, strict=True)
        ],
        cut=cut,
        offends=note is not None and note.family == SAFETY,
        record=record if whole and sum(map(len, record.values())) <= COPIED else None,
    )


def _triplet_words(
    candidate: Candidate, note: DatasetNote | None
) -> tuple[Sequence[str], Sequence[str]]:
    """What the three texts and the three numbers of a triplet are called."""
    if _is_task(note):
        return ("question", "right", "chosen"), ("right", "chosen", "margin")
    keeping, several, _ = candidate.subset.partition(">")
    by = f" ({edit_label(keeping)})" if several and note and note.relations else ""
    return ("sentence", f"keeps{by}", "breaks"), ("keeps", "breaks", "margin")


def _pair_words(
    candidate: Candidate, note: DatasetNote | None
) -> tuple[Sequence[str], Sequence[str]]:
    """What the two texts and the numbers of a pair are called."""
    if note is not None and note.family == SAFETY:
        return ("unsafe", "safe"), ("cosine",)
    other = "says the same" if candidate.kind == "same" else "says another thing"
    known = candidate.sights[0].gap is not None
    return ("sentence", other), ("cosine", "margin") if known else ("cosine",)


def _reading(name: str, sight: Sight) -> Reading:
    values = [number(cosine, 3) for cosine in sight.cosines]
    if sight.gap is not None:
        values.append(number(sight.gap, 3))
    return Reading(name, values, sight.wrong, f"{sight.order:.6g}")


def _weight(entry: Entry) -> int:
    """About the bytes of an entry in the page: its words, its numbers, its place in the island."""
    words = [
        word
        for line in entry.lines
        for change in line.changes
        for word in (*(change.before if change.kind != "equal" else ()), *change.after)
    ]
    names = [entry.item, *(reading.encoder for reading in entry.readings)]
    markup = 900 + 170 * len(entry.readings)
    return markup + len(_ascii(entry.record)) + sum(_escaped(text) + 1 for text in words + names)


def _escaped(text: str) -> int:
    return len(str(escape(text)).encode("utf-8", "replace"))


def _ascii(value: Any) -> str:
    """``value`` as JSON in ASCII, in which nothing can end or open a tag or an entity."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _commands(audit: Audit, kinds: set[Kind]) -> list[str]:
    """SQL for everything of which the page shows the worst; a row an encoder and item.

    They are shown, not run; the names in them are those of our own baselines.
    """
    names = ", ".join("'" + name.replace("'", "''") + "'" for name in audit.baselines)
    encoders = f" and encoder not in ({names})" if names else ""
    texts = {
        "triplet": "anchor, text_a as positive, text_b as negative, subset as category, ",
        "pair": "text_a, text_b, ",
    }
    told = texts if audit.holds_texts else dict.fromkeys(texts, "")
    found = []
    if "triplet" in kinds:
        found.append(
            f"select {told['triplet']}encoder, probe, item, value as margin from items "  # noqa: S608
            f"where measure = 'margin' and value <= {TIE:.6f}{encoders} order by margin"
        )
    if kinds != {"triplet"}:
        found.append(
            f"select {told['pair']}encoder, probe, subset, item, value as cosine from items "  # noqa: S608
            f"where measure = 'cosine'{encoders} order by cosine desc"
        )
    return [f'perimetry sql "{statement}" --audits .' for statement in found]
