"""A finished audit: what was asked of which encoder, and every answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from perimetry.records import DatasetNote, Estimate, Relation

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class EncoderRecord:
    """An encoder as it was audited: ``setup`` are the parts of its fingerprint in words."""

    name: str
    fingerprint: str
    setup: dict[str, Any]
    prompts_sent: dict[str, str]


@dataclass(frozen=True)
class EncoderEstimate:
    """An estimate of one probe on one encoder."""

    encoder: str
    probe: str
    estimate: Estimate


@dataclass(frozen=True)
class Counts:
    """What the run cost: texts that it needed, and where their vectors came from."""

    texts: int = 0
    encoded: int = 0
    from_store: int = 0


@dataclass(frozen=True)
class Audit:
    """A finished audit. ``items`` has a row an item and measure, as in ``items.parquet``.

    ``baselines`` name what stands beside the encoders in estimates and items and is none.
    """

    suite: str
    seed: int
    limit: int | None
    encoders: Sequence[EncoderRecord]
    datasets: dict[str, DatasetNote]
    estimates: Sequence[EncoderEstimate]
    items: pa.Table
    versions: dict[str, str]
    counts: Counts = field(default_factory=Counts)
    holds_texts: bool = True
    baselines: Sequence[str] = ()

    @property
    def id(self) -> str:
        """A name made of what was asked, so the same question has the same place on disk."""
        return audit_id(
            self.suite,
            [record.fingerprint for record in self.encoders],
            [note.digest for note in self.datasets.values()],
            self.seed,
            holds_texts=self.holds_texts,
        )

    @property
    def relations(self) -> dict[str, Relation]:
        """The relation of each kind of edit to its source, over all data sets."""
        return {k: v for note in self.datasets.values() for k, v in note.relations.items()}

    @property
    def keeping(self) -> list[str]:
        """The edits that keep the meaning."""
        return [edit for edit, relation in self.relations.items() if relation == "same"]

    @property
    def breaking(self) -> list[str]:
        """The edits that break it."""
        return [edit for edit, relation in self.relations.items() if relation == "different"]

    def get(self, encoder: str, subset: str, measure: str) -> Estimate | None:
        """The estimate of one measure on one subset, if the audit has it.

        Two probes may have a subset of one name: ask :meth:`part` for that of one probe.
        """
        return self._found.get((encoder, subset, measure))

    def part(self, probe: str) -> Audit:
        """The audit as if ``probe`` alone had been asked."""
        chosen = pc.equal(self.items["probe"].cast(pa.string()), probe)
        return replace(
            self,
            datasets={name: note for name, note in self.datasets.items() if name == probe},
            estimates=[entry for entry in self.estimates if entry.probe == probe],
            items=self.items.filter(chosen),
        )

    def without_texts(self) -> Audit:
        """The audit with its items' texts taken out, for a report that shows none."""
        items = self.items
        for name in ("text_a", "text_b", "anchor"):
            place = items.schema.get_field_index(name)
            empty = pa.nulls(items.num_rows, pa.string())
            items = items.set_column(place, items.schema.field(name), empty)
        return replace(self, items=items, holds_texts=False)

    @cached_property
    def _found(self) -> dict[tuple[str, str, str], Estimate]:
        found: dict[tuple[str, str, str], Estimate] = {}
        for entry in self.estimates:
            key = (entry.encoder, entry.estimate.subset, entry.estimate.measure)
            found.setdefault(key, entry.estimate)
        return found


def audit_id(
    suite: str,
    fingerprints: Sequence[str],
    data_digests: Sequence[str],
    seed: int,
    *,
    holds_texts: bool,
) -> str:
    """The name of the audit that asks this question."""
    parts = [suite, *fingerprints, *data_digests, str(seed), str(holds_texts)]
    return f"{suite}-{sha256(chr(31).join(parts).encode()).hexdigest()[:10]}"


def audit_paths(folder: Path) -> dict[str, Path]:
    """Where the three files of an audit lie in its folder."""
    return {
        "audit": folder / "audit.json",
        "items": folder / "items.parquet",
        "report": folder / "report.html",
    }
