"""Names with their values, for what it takes to repeat something."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from perimetry.report.wording import short
from perimetry.results import Audit, EncoderRecord

VALUE_LIMIT = 400


@dataclass(frozen=True)
class Fact:
    """A name and its value."""

    name: str
    value: str


def encoder_facts(record: EncoderRecord) -> list[Fact]:
    """The exact set-up of an encoder: its fingerprint, the parts of it, and what it puts first."""
    return [
        Fact("fingerprint", short(record.fingerprint, VALUE_LIMIT)),
        *_facts(record.setup),
        *(
            Fact(f"prompt sent ({short(role)})", short(prompt, VALUE_LIMIT) or "none")
            for role, prompt in record.prompts_sent.items()
        ),
    ]


def audit_facts(audit: Audit) -> list[Fact]:
    """What it takes to ask the same audit again."""
    facts = [
        Fact("audit", short(audit.id)),
        Fact("suite", short(audit.suite)),
        Fact("seed", str(audit.seed)),
        Fact("limit", "none" if audit.limit is None else f"{audit.limit} groups"),
        Fact("texts kept", "yes" if audit.holds_texts else "no, items are shown by their ids"),
    ]
    for probe, note in audit.datasets.items():
        facts += [
            Fact(f"data of {short(probe)}", short(f"{note.name} ({note.source})", VALUE_LIMIT)),
            Fact("SHA-256 of the data", short(note.digest)),
            *(Fact("note", short(line, VALUE_LIMIT)) for line in note.notes),
        ]
    return facts + [Fact(short(name), short(found)) for name, found in audit.versions.items()]


def _facts(parts: Mapping[str, object]) -> list[Fact]:
    return [Fact(short(name), short(_written(part), VALUE_LIMIT)) for name, part in parts.items()]


def _written(part: object) -> str:
    return part if isinstance(part, str) else json.dumps(part, ensure_ascii=False, default=str)
