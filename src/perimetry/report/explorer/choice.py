"""Which items the explorer shows: those that an encoder gets wrong, of every phenomenon some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from perimetry.probes.order import TIE
from perimetry.records import pair_items
from perimetry.results import Audit

SAFETY = "safety"

Kind = Literal["triplet", "same", "different"]
Place = tuple[str, str]
"""A probe and the name of an item or a phenomenon in it."""


@dataclass(frozen=True)
class Sight:
    """What one encoder makes of one item.

    ``cosines`` are those of the keeping and the breaking partner, or that of the pair; empty where
    the audit has only the margin. ``gap`` is at most 0 where the item is wrong, None where nothing
    says what is.
    """

    cosines: Sequence[float]
    gap: float | None

    @property
    def wrong(self) -> bool:
        """Whether the encoder fails here; a tie is a failure."""
        return self.gap is not None and self.gap <= TIE

    @property
    def order(self) -> float:
        """The lower, the worse. Without a gap, pairs that should differ go by their cosine."""
        return -self.cosines[0] if self.gap is None else self.gap


@dataclass(frozen=True)
class Candidate:
    """An item that could be shown. ``row`` is where the audit's items have its texts.

    ``subset`` is the phenomenon, or for sentences with edits ``keeping>breaking``.
    """

    probe: str
    phenomenon: str
    subset: str
    item: str
    group: str
    kind: Kind
    row: int
    sights: Sequence[Sight]

    @property
    def eligible(self) -> bool:
        """Whether an encoder gets it wrong, or nothing says what wrong is."""
        return any(sight.wrong or sight.gap is None for sight in self.sights)


def candidates(audit: Audit) -> list[Candidate]:
    """Every triplet of the audit, and every labelled pair that stands in none."""
    names = [record.name for record in audit.encoders]
    found = _measured(audit.items, names)
    triplets = [place for place, seen in found.margins.items() if len(seen) == len(names)]
    paired = {(probe, item) for probe, name in triplets for item in pair_items(name)}
    made = [_triplet(audit, found, place, names) for place in triplets]
    loose = {
        place: kind
        for place in found.cosines
        if place not in paired and (kind := found.kind(audit, place))
    }
    middles = _middles(found, loose, names)
    made += [
        _pair(found, place, kind, names, middles)
        for place, kind in loose.items()
        if len(found.cosines[place]) == len(names)
    ]
    return made


def chosen(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """The candidates to show, the first ones first, each once.

    In turn the worst of each phenomenon for each encoder, then the next worst; another item of a
    group comes after all groups had their turn.
    """
    cells: dict[Place, list[Candidate]] = {}
    for candidate in found:
        if candidate.eligible:
            cells.setdefault((candidate.probe, candidate.phenomenon), []).append(candidate)
    encoders = len(found[0].sights) if found else 0
    queues = [_queue(cell, place) for place in range(encoders) for cell in cells.values()]
    shown: set[Place] = set()
    for depth in range(max(map(len, queues), default=0)):
        for queue in queues:
            if depth < len(queue) and (key := (queue[depth].probe, queue[depth].item)) not in shown:
                shown.add(key)
                yield queue[depth]


def _queue(cell: Sequence[Candidate], encoder: int) -> list[Candidate]:
    """The items that one encoder gets wrong, worst first, of each group one before another."""
    seen: Counter[str] = Counter()
    turns = []
    for candidate in sorted(cell, key=lambda c: (c.sights[encoder].order, c.item)):
        sight = candidate.sights[encoder]
        if sight.wrong or sight.gap is None:
            turns.append((seen[candidate.group], candidate))
            seen[candidate.group] += 1
    return [candidate for _, candidate in sorted(turns, key=lambda turn: turn[0])]


@dataclass(frozen=True)
class _Measured:
    """Margins and cosines by item and encoder, and the first row of each item."""

    margins: Mapping[Place, Mapping[str, float]]
    cosines: Mapping[Place, Mapping[str, float]]
    rows: Mapping[Place, tuple[int, str, str]]

    def kind(self, audit: Audit, place: Place) -> Kind | None:
        """The label of a pair: its subset says it, and in a safety set all are different."""
        _, subset, _ = self.rows[place]
        match _labelled(subset)[1]:
            case "same":
                return "same"
            case "different":
                return "different"
        note = audit.datasets.get(place[0])
        return "different" if note and note.family == SAFETY else None


def _labelled(subset: str) -> tuple[str, str]:
    """The category and the label of ``category/label/stratum``; of any other subset no label."""
    category, label, _ = ("", "", *subset.rsplit("/", 2))[-3:]
    return (category, label) if label in ("same", "different", "depends") else (subset, "")


def _measured(items: pa.Table, names: Sequence[str]) -> _Measured:
    rows = pa.array(range(items.num_rows), pa.int64())
    measures = items["measure"].cast(pa.string())
    wanted = pc.and_(
        pc.is_in(measures, value_set=pa.array(["margin", "cosine"])),
        pc.is_in(items["encoder"].cast(pa.string()), value_set=pa.array(names, pa.string())),
    )
    columns = ["encoder", "probe", "subset", "item", "group", "measure", "value"]
    kept = items.select(columns).append_column("row", rows).filter(wanted).to_pydict()
    found: dict[str, dict[Place, dict[str, float]]] = {"margin": {}, "cosine": {}}
    first: dict[Place, tuple[int, str, str]] = {}
    for encoder, probe, subset, item, group, measure, value, row in zip(
        *kept.values(), strict=True
    ):
        place = (probe, item)
        first.setdefault(place, (row, subset, group))
        found[measure].setdefault(place, {})[encoder] = value
    return _Measured(found["margin"], found["cosine"], first)


def _triplet(audit: Audit, found: _Measured, place: Place, names: Sequence[str]) -> Candidate:
    probe, item = place
    row, subset, group = found.rows[place]
    partners = [found.cosines.get((probe, pair), {}) for pair in pair_items(item)]
    note = audit.datasets.get(probe)
    phenomenon = subset.rpartition(">")[2] if note and note.relations else subset
    sights = [
        Sight(
            [seen[name] for seen in partners] if all(name in seen for seen in partners) else [],
            found.margins[place][name],
        )
        for name in names
    ]
    return Candidate(probe, phenomenon, subset, item, group, "triplet", row, sights)


def _pair(
    found: _Measured,
    place: Place,
    kind: Kind,
    names: Sequence[str],
    middles: Mapping[tuple[str, str, Kind], float],
) -> Candidate:
    """A pair: its gap is how far it lies on its own side of the median of the other label."""
    probe, item = place
    row, subset, group = found.rows[place]
    other: Kind = "same" if kind == "different" else "different"
    sights = []
    for name in names:
        cosine, middle = found.cosines[place][name], middles.get((probe, name, other))
        above = None if middle is None else cosine - middle
        gap = -above if above is not None and kind == "different" else above
        sights.append(Sight([cosine], gap))
    phenomenon = _labelled(subset)[0]
    return Candidate(probe, phenomenon, phenomenon, item, group, kind, row, sights)


def _middles(
    found: _Measured, loose: Mapping[Place, Kind], names: Sequence[str]
) -> dict[tuple[str, str, Kind], float]:
    """The median cosine of the pairs of each probe, encoder and label."""
    values: dict[tuple[str, str, Kind], list[float]] = {}
    for place, kind in loose.items():
        for name in names:
            if name in found.cosines[place]:
                values.setdefault((place[0], name, kind), []).append(found.cosines[place][name])
    return {key: median(cosines) for key, cosines in values.items()}
