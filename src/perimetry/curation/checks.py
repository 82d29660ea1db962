"""All checks of a labelled set, in the order of the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from perimetry.curation.artefacts import check_artefacts
from perimetry.curation.balance import check_balance
from perimetry.curation.duplicates import check_duplicates
from perimetry.curation.frames import check_frames
from perimetry.curation.labels import check_labels
from perimetry.curation.leakage import check_leakage
from perimetry.curation.limits import Limits
from perimetry.datasets.labelled import LabelledSet
from perimetry.records import Finding

Check = Callable[[LabelledSet, Limits], Finding]

CHECKS: Mapping[str, Check] = {
    "labels": check_labels,
    "duplicates": check_duplicates,
    "leakage": check_leakage,
    "frames": check_frames,
    "balance": check_balance,
    "artefacts": check_artefacts,
}
"""Every check by its name. What cannot even be read is refused before, with its line."""


def check_data(data: LabelledSet, limits: Limits | None = None) -> Sequence[Finding]:
    """Run every check on ``data``."""
    return [check(data, limits or Limits()) for check in CHECKS.values()]
