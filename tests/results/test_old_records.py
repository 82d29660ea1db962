"""Records as the first versions of the program wrote them still open.

Each file in ``old/`` was written by the version that had the kind of record first, or first in that
form. All are of schema 1, which has only gained fields since.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from perimetry.errors import DataError
from perimetry.report import render_html
from perimetry.report.dossier import read_dossier
from perimetry.report.json_view import report_json
from perimetry.report.markdown.report import report_markdown
from perimetry.results import Audit, read_audit, read_checkup
from perimetry.results.baseline import read_baseline
from perimetry.results.certificate import read_certificate
from perimetry.results.comparison import read_comparison
from perimetry.results.repair import read_repair_certificate

OLD = Path(__file__).parent / "old"
AUDITS = sorted(path.name for path in OLD.glob("audit-*"))
READERS: dict[str, Callable[[Path], object]] = {
    "checkup": read_checkup,
    "comparison": read_comparison,
    "threshold": read_certificate,
    "repair": read_repair_certificate,
    "baseline": read_baseline,
}
BESIDE = [OLD / f"{name}.json" for name in ("checkup", "comparison", "threshold", "repair")]


@pytest.mark.parametrize("name", AUDITS)
def test_an_old_audit_opens_with_all_its_estimates(name: str) -> None:
    written = json.loads((OLD / name / "audit.json").read_text(encoding="utf-8"))
    found = read_audit(OLD / name)
    assert isinstance(found, Audit)
    assert [
        (entry.encoder, entry.estimate.subset, entry.estimate.value) for entry in found.estimates
    ] == [(entry["encoder"], entry["subset"], entry["value"]) for entry in written["estimates"]]
    assert found.items.num_rows > 0


@pytest.mark.parametrize("name", AUDITS)
def test_an_old_audit_has_a_report_beside_old_records(name: str) -> None:
    found = read_dossier([OLD / name, *BESIDE])
    page = render_html(found)
    for encoder in found.audit.encoders:
        assert encoder.name in page
    assert "A cut-off for" in report_markdown(found)
    assert json.loads(report_json(found))["report"]["repairs"]


@pytest.mark.parametrize("name", READERS)
def test_an_old_record_opens(name: str) -> None:
    assert READERS[name](OLD / f"{name}.json")


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("version", "problem"),
    [(2, "schema 2 is newer than this perimetry. Upgrade it."), (None, "cannot be read")],
    ids=["newer", "without"],
)
def test_a_record_of_another_schema_is_refused_with_the_remedy(
    tmp_path: Path, name: str, version: int | None, problem: str
) -> None:
    record = json.loads((OLD / f"{name}.json").read_text(encoding="utf-8"))
    record["schema_version"] = version
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(DataError, match=problem) as refused:
        READERS[name](path)
    assert str(refused.value).startswith(f"{path}: ")


def test_an_audit_of_a_newer_schema_is_refused_with_the_remedy(tmp_path: Path) -> None:
    shutil.copytree(OLD / AUDITS[0], tmp_path / "audit")
    path = tmp_path / "audit" / "audit.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"schema_version": 1', '"schema_version": 2'), encoding="utf-8")
    with pytest.raises(DataError, match=r"schema 2 is newer than this perimetry\. Upgrade it\."):
        read_audit(tmp_path / "audit")
