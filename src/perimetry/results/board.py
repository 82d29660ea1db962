"""Item scores of several encoders side by side, on exactly the same items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from perimetry.errors import InputError
from perimetry.results.audit import Audit

SHOWN = 3


@dataclass(frozen=True)
class Board:
    """One measure over some subsets: a row an item, a column an encoder.

    ``rows`` are the first encoder's rows of ``items.parquet``, for their texts.
    """

    encoders: Sequence[str]
    rows: Sequence[dict[str, Any]]
    groups: Sequence[str]
    scores: NDArray[np.float64]


def board(audit: Audit, measure: str, subsets: Sequence[str]) -> Board:
    """The scores of all encoders of ``audit`` under ``measure`` over ``subsets``.

    Raises:
        InputError: the audit has no such item, or its encoders were not scored on the same items.
    """
    names = [record.name for record in audit.encoders]
    wanted = pc.and_(
        pc.equal(audit.items["measure"].cast(pa.string()), measure),
        pc.is_in(audit.items["subset"].cast(pa.string()), value_set=pa.array(list(subsets))),
    )
    found = audit.items.filter(wanted).to_pylist()
    columns = {name: [row for row in found if row["encoder"] == name] for name in names}
    first = columns[names[0]]
    if not first:
        raise InputError(f"the audit has no {measure} of {', '.join(subsets)}.")
    _check_same_items(columns)
    return Board(
        names,
        first,
        [row["group"] for row in first],
        np.array([[row["value"] for row in columns[name]] for name in names]).T,
    )


def joined_audit(audits: Sequence[Audit], labels: Sequence[str]) -> Audit:
    """One audit with the encoders of all ``audits``, for those that asked the same.

    Args:
        audits: at least one.
        labels: what tells them apart where two have an encoder of the same name.

    Raises:
        InputError: they rest on different data, suites or samples; the message says how they
            differ.
    """
    first = audits[0]
    for audit, label in zip(audits[1:], labels[1:], strict=True):
        difference = _difference(first, audit)
        if difference:
            raise InputError(
                f"{labels[0]} and {label} cannot be compared: {difference} Audit both alike."
            )
    named = [_renamed(audit, label, audits) for audit, label in zip(audits, labels, strict=True)]
    named = [named[0], *map(_without_baselines, named[1:])]
    tables = [audit.items.cast(first.items.schema) for audit in named]
    return replace(
        first,
        encoders=[record for audit in named for record in audit.encoders],
        estimates=[entry for audit in named for entry in audit.estimates],
        items=pa.concat_tables(tables).unify_dictionaries(),
        holds_texts=all(audit.holds_texts for audit in named),
    )


def _difference(first: Audit, other: Audit) -> str:
    """How the items of two audits differ, as a sentence; "" where they do not."""
    if first.suite != other.suite:
        return f"one is of suite {first.suite}, the other of {other.suite}."
    for probe in sorted({*first.datasets, *other.datasets}):
        notes = [audit.datasets.get(probe) for audit in (first, other)]
        if None in notes:
            return f"only one has the probe {probe}."
        one, two = (note for note in notes if note)
        if one.digest != two.digest:
            return (
                f"the data of {probe} are {one.name} with {one.groups} groups and {two.name} with "
                f"{two.groups} (SHA-256 {one.digest[:8]}… and {two.digest[:8]}…)."
            )
    return ""


def _renamed(audit: Audit, label: str, audits: Sequence[Audit]) -> Audit:
    """``audit`` with ``label`` behind each encoder's name that another audit has too."""
    everywhere = [record.name for other in audits for record in other.encoders]
    new = {
        record.name: f"{record.name} [{label}]"
        if everywhere.count(record.name) > 1
        else record.name
        for record in audit.encoders
    }
    names = [new.get(name, name) for name in audit.items["encoder"].cast(pa.string()).to_pylist()]
    place = audit.items.schema.get_field_index("encoder")
    field = audit.items.schema.field(place)
    return replace(
        audit,
        encoders=[replace(record, name=new[record.name]) for record in audit.encoders],
        estimates=[
            replace(entry, encoder=new.get(entry.encoder, entry.encoder))
            for entry in audit.estimates
        ],
        items=audit.items.set_column(place, field, pa.array(names, type=field.type)),
    )


def _without_baselines(audit: Audit) -> Audit:
    """``audit`` with its encoders alone, since the first audit has the same baselines."""
    names = [record.name for record in audit.encoders]
    theirs = pc.is_in(audit.items["encoder"].cast(pa.string()), value_set=pa.array(names))
    return replace(
        audit,
        estimates=[entry for entry in audit.estimates if entry.encoder in names],
        items=audit.items.filter(theirs),
    )


def _check_same_items(columns: dict[str, list[dict[str, Any]]]) -> None:
    (first, rows), *others = columns.items()
    expected = [row["item"] for row in rows]
    for name, found in others:
        items = [row["item"] for row in found]
        if items == expected:
            continue
        only_first, only_other = set(expected) - set(items), set(items) - set(expected)
        examples = ", ".join(sorted(only_first | only_other)[:SHOWN])
        raise InputError(
            f"{first} and {name} were not scored on the same items: {len(only_first)} only by the "
            f"first and {len(only_other)} only by the second ({examples}). Audit both alike."
        )
