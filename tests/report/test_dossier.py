from __future__ import annotations

import json
from pathlib import Path

import pytest

from perimetry.errors import DataError, InputError
from perimetry.files import write_text
from perimetry.report.dossier import Dossier, read_dossier
from perimetry.results import checkup_json, write_audit, write_checkup
from perimetry.results.certificate import write_certificate
from perimetry.results.comparison import comparison_json
from perimetry.results.repair import write_repair_certificate
from tests.report.audits import make_audit
from tests.report.checkups import make_checkup
from tests.report.records import CERTIFIED, COMPARISON, NONE_FOUND, REPAIR


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    write_audit(make_audit(), tmp_path / "audit")
    return tmp_path / "audit"


def test_each_record_is_known_by_what_it_is_and_not_by_its_name(
    audit: Path, tmp_path: Path
) -> None:
    write_checkup(make_checkup(), tmp_path / "checkup")
    write_certificate(CERTIFIED, tmp_path / "a.json")
    write_repair_certificate(REPAIR, tmp_path / "b.json")
    write_text(tmp_path / "c.json", comparison_json(COMPARISON))
    found = read_dossier(
        [*(tmp_path / f"{name}.json" for name in "abc"), tmp_path / "checkup", audit]
    )
    assert found.audit.id == make_audit().id
    assert [checkup_json(c) for c in found.checkups] == [checkup_json(make_checkup())]
    assert [(c.outcome, c.rates) for c in found.certificates] == [("Certified", CERTIFIED.rates)]
    assert found.comparisons == [COMPARISON]
    assert found.repairs == [REPAIR]


def test_a_folder_stands_for_all_that_is_named_in_it(audit: Path) -> None:
    write_checkup(make_checkup(), audit)
    write_repair_certificate(REPAIR, audit / "certificate.json")
    (audit / "notes.json").write_text("not a record")
    found = read_dossier([audit])
    assert (len(found.checkups), len(found.repairs)) == (1, 1)


def test_a_folder_of_certificates_gives_all_of_them(audit: Path, tmp_path: Path) -> None:
    write_certificate(CERTIFIED, tmp_path / "certificates" / "x.json")
    write_certificate(NONE_FOUND, tmp_path / "certificates" / "y.json")
    found = read_dossier([audit, tmp_path / "certificates"])
    assert [c.outcome for c in found.certificates] == [CERTIFIED.outcome, NONE_FOUND.outcome]


def test_what_is_named_twice_is_read_once(audit: Path) -> None:
    write_checkup(make_checkup(), audit)
    found = read_dossier([audit, audit / "checkup.json", audit / "audit.json"])
    assert len(found.checkups) == 1


def test_a_comparison_from_before_it_said_its_kind_still_opens(audit: Path, tmp_path: Path) -> None:
    record = json.loads(comparison_json(COMPARISON))
    del record["kind"]
    (tmp_path / "old.json").write_text(json.dumps(record))
    assert read_dossier([audit, tmp_path / "old.json"]).comparisons == [COMPARISON]


@pytest.mark.parametrize("text", ["[]", "{}", '{"kind": "gate"}', '{"findings": []}', "3"])
def test_another_file_is_refused_by_its_name(audit: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(InputError, match=r"other\.json: is no record that a report shows"):
        read_dossier([audit, tmp_path / "other.json"])


def test_a_file_that_is_no_json_is_refused(audit: Path, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html>")
    with pytest.raises(DataError, match=r"page\.html: cannot be read .* Give an audit's folder"):
        read_dossier([audit, tmp_path / "page.html"])


def test_a_damaged_record_is_refused(audit: Path, tmp_path: Path) -> None:
    record = json.loads(comparison_json(COMPARISON))
    record["changes"][0]["outcome"] = "splendid"
    (tmp_path / "c.json").write_text(json.dumps(record))
    with pytest.raises(DataError, match="splendid"):
        read_dossier([audit, tmp_path / "c.json"])


def test_a_record_of_a_newer_perimetry_is_refused(audit: Path, tmp_path: Path) -> None:
    record = json.loads(comparison_json(COMPARISON)) | {"schema_version": 99}
    (tmp_path / "c.json").write_text(json.dumps(record))
    with pytest.raises(DataError, match="newer than this perimetry"):
        read_dossier([audit, tmp_path / "c.json"])


def test_a_place_without_a_record_is_refused(audit: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="empty: holds no record"):
        read_dossier([audit, tmp_path / "empty"])
    with pytest.raises(InputError, match="gone: there is no such file or folder"):
        read_dossier([audit, tmp_path / "gone"])


def test_a_report_needs_one_audit_and_takes_no_second(audit: Path, tmp_path: Path) -> None:
    write_audit(make_audit(names=("other",)), tmp_path / "second")
    write_checkup(make_checkup(), tmp_path / "checkup")
    with pytest.raises(InputError, match="no audit here"):
        read_dossier([tmp_path / "checkup"])
    with pytest.raises(InputError, match="2 audits, and a report is about one"):
        read_dossier([audit, tmp_path / "second"])


def test_without_texts_nothing_that_a_user_wrote_is_left() -> None:
    found = Dossier(
        make_audit(), checkups=[make_checkup(text="secret")], comparisons=[COMPARISON]
    ).without_texts()
    assert not found.audit.holds_texts
    assert [flip.anchor for flip in found.comparisons[0].flips] == [None]
    parity = found.checkups[0].parity
    assert parity
    assert not (*parity.worst, *parity.pair_flips, *parity.order_flips)
    assert not any(finding.examples for finding in found.checkups[0].findings)
