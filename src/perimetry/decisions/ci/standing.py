"""How an encoder stands: what a gate needs of its audits, in the form of a baseline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from perimetry.decisions.ci.better import better
from perimetry.decisions.ci.item_scores import ORDERED, SIMILARITY, stands_for
from perimetry.errors import InputError
from perimetry.records import Estimate, Finding
from perimetry.results import Audit, EncoderRecord
from perimetry.results.baseline import Baseline, ItemColumn, ProbeData
from perimetry.results.checkup import Checkup


def baseline_of(
    audits: Sequence[Audit], checkups: Sequence[Checkup] = (), *, encoder: str | None = None
) -> Baseline:
    """What a gate needs of finished audits and checkups of one encoder.

    Args:
        audits: of the encoder, each probe in one of them.
        checkups: of the encoder, at most one.
        encoder: the name of the one that is meant, where an audit holds several.

    Raises:
        InputError: they are of different encoders, an audit holds several, or something is given
            twice.
    """
    records = [_chosen(audit, encoder) for audit in audits]
    records += [checkup.encoder for checkup in checkups]
    if not records:
        raise InputError("give at least one audit or checkup.")
    first = records[0]
    for record in records[1:]:
        if record.fingerprint != first.fingerprint:
            raise InputError(
                f"{first.name} ({first.fingerprint[-12:]}) and {record.name} "
                f"({record.fingerprint[-12:]}) are different encoders. Give parts of one."
            )
    if len(checkups) > 1:
        raise InputError("two checkups of one encoder. Give one.")
    data: dict[str, ProbeData] = {}
    estimates: dict[str, list[Estimate]] = {}
    columns: list[ItemColumn] = []
    for audit, record in zip(audits, records, strict=False):
        for probe, note in audit.datasets.items():
            if probe in data:
                raise InputError(f"two audits have the probe {probe}. Give one of them.")
            data[probe] = ProbeData(audit.suite, note.name, note.digest, note.groups, note.family)
            estimates[probe] = list(_estimates(audit, record.name, probe))
            columns += _columns(audit, record.name, probe, estimates[probe])
    findings = [
        Finding(found.check, found.outcome, found.message)
        for checkup in checkups
        for found in checkup.findings
    ]
    return Baseline(first.name, first.fingerprint, data, estimates, columns, findings)


def _chosen(audit: Audit, encoder: str | None) -> EncoderRecord:
    names = [record.name for record in audit.encoders]
    if encoder is None and len(names) > 1:
        raise InputError(
            f"the audit {audit.id} holds {len(names)} encoders ({', '.join(names)}), and a gate "
            "judges one. Choose with --encoder."
        )
    for record in audit.encoders:
        if encoder in (None, record.name):
            return record
    raise InputError(f"the audit {audit.id} has no encoder {encoder!r}, but {', '.join(names)}.")


def _estimates(audit: Audit, encoder: str, probe: str) -> Iterator[Estimate]:
    for entry in audit.estimates:
        if (entry.encoder, entry.probe) == (encoder, probe):
            yield entry.estimate


def _columns(
    audit: Audit, encoder: str, probe: str, estimates: Sequence[Estimate]
) -> Iterator[ItemColumn]:
    """The item scores from which an estimate of a measure that has a better side is made."""
    wanted = [
        (e.subset, SIMILARITY if e.measure in ORDERED else e.measure)
        for e in estimates
        if better(e.measure)
    ]
    theirs = pc.and_(
        pc.equal(audit.items["probe"].cast(pa.string()), probe),
        pc.equal(audit.items["encoder"].cast(pa.string()), encoder),
    )
    table = audit.items.filter(theirs)
    names = [table[name].to_pylist() for name in ("subset", "measure", "item", "group", "value")]
    found: dict[tuple[str, str], list[tuple[str, str, float]]] = {}
    for subset, measure, item, group, value in zip(*names, strict=True):
        found.setdefault((subset, measure), []).append((item, group, value))
    for (subset, measure), rows in found.items():
        if any(measure == m and stands_for(s, subset) for s, m in wanted):
            items, groups, values = zip(*rows, strict=True)
            yield ItemColumn(probe, subset, measure, items, groups, values)
