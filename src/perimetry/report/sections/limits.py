"""What a report on an audit cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from perimetry.datasets.heros import MADE_BY_RULES
from perimetry.records import DatasetNote
from perimetry.report.dossier import Dossier
from perimetry.report.sections.measures import HEROS
from perimetry.report.wording import short
from perimetry.results import EncoderRecord

FLOOR_LIMIT = (
    "The floor rests on built-in English background sentences, also written by language models; "
    "other background sentences give another floor."
)


def build_limits(dossier: Dossier) -> list[str]:
    """The limits in sentences, those of the data first."""
    audit = dossier.audit
    limits = []
    for note in audit.datasets.values():
        if note.family:
            limits.append(_task_limit(note))
        elif note.source == "built in":
            limits.append(
                f"The {note.groups} sentences of {short(note.name)} and their partners are "
                "English; they were written and read over by language models, not by people. The "
                "data card beside them says how."
            )
        elif note.source.startswith(MADE_BY_RULES):
            limits.append(
                f"The {note.groups} sentences come from {short(note.name)}, their partners from "
                "perimetry's rules. A few of a hundred edits are wrong; docs/reference/rules.md "
                "says how often each rule was right where it was read."
            )
        else:
            limits.append(
                f"The {note.groups} sentences come from {short(note.name)}. perimetry checked "
                "their form, not whether each partner keeps or breaks the meaning as it says. "
                "perimetry data check looks at how they are balanced."
            )
    if audit.limit is not None:
        limits.append(f"This is a sample: at most {audit.limit} groups of a kind were drawn.")
    if HEROS in audit.datasets:
        limits.append(FLOOR_LIMIT)
    return [
        *limits,
        "Intervals are 95 % and come from resampling whole groups, the items made from one "
        "sentence. They cover the draw of sentences, not how the sentences were chosen.",
        "The words are not corrected for how many edits and encoders are looked at, and two "
        "encoders whose intervals overlap may still differ.",
        "Cosine levels do not compare across encoders; order accuracy and percentiles do.",
        *(
            f"The {what} is of {short(record.name)} with the fingerprint "
            f"{short(record.fingerprint, 12)}, which this audit did not ask."
            for what, record in _beside(dossier)
            if record.fingerprint not in {known.fingerprint for known in audit.encoders}
        ),
    ]


def _beside(dossier: Dossier) -> Iterator[tuple[str, EncoderRecord]]:
    """Each encoder that the records beside the audit speak of."""
    for checkup in dossier.checkups:
        yield "checkup", checkup.encoder
    for certificate in dossier.certificates:
        yield "certificate of a cut-off", certificate.encoder
    for repair in dossier.repairs:
        yield "certificate of a repair", repair.before
        yield "certificate of a repair", repair.after


def _task_limit(note: DatasetNote) -> str:
    name = short(note.name)
    if note.source.startswith("built in"):
        return (
            f"The {note.groups} groups of {name} are English; they were written and read over by "
            "language models, not by people. The data card beside them says how."
        )
    return f"The {note.groups} groups of {name} have the labels that their source gives them."
