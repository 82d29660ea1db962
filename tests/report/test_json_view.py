from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.report.json_view import report_json, report_schema
from perimetry.report.view import build_view
from perimetry.runner import run_audit
from tests.report.audits import make_audit
from tests.report.dossiers import edits_dossier, map_dossier
from tests.report.schema import schema_of_the_view

REMEDY = "run python -m tests.report.schema; a change that breaks readers takes a new version"


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    published = json.loads(report_schema())
    Draft202012Validator.check_schema(published)
    return Draft202012Validator(published)


def test_the_published_schema_is_that_of_the_view():
    assert report_schema() == schema_of_the_view(), REMEDY


@pytest.mark.parametrize("found", [map_dossier(), edits_dossier(), make_audit()],
                         ids=["map", "edits", "audit alone"])  # fmt: skip
def test_a_report_keeps_to_the_schema(schema: Draft202012Validator, found):
    record = json.loads(report_json(found))
    schema.validate(record)
    assert (record["kind"], record["schema_version"]) == ("perimetry report", 1)
    assert record["title"] == build_view(found).title


@pytest.mark.parametrize("suite", ["quick", "advanced", "safety"])
def test_a_measured_audit_keeps_to_the_schema(schema: Draft202012Validator, suite: str):
    found = run_audit([open_encoder("hash:")], load_suite(suite, limit=8), suite=suite, seed=0)
    schema.validate(json.loads(report_json(found)))


def test_numbers_are_numbers_with_their_intervals():
    report = json.loads(report_json(map_dossier()))["report"]
    worst = report["maps"][0]["rows"][0]
    assert worst["label"] == "role swap"
    assert worst["cells"][0]["auroc"] == {
        "subset": "role_swap", "measure": "auroc", "value": 0.3, "low": 0.25, "high": 0.35,
        "n": 64, "groups": 32, "verdict": "inverted",
    }  # fmt: skip
    assert report["uses"][0]["findings"][0]["answer"] == "not shown"


def test_texts_come_back_as_they_were():
    text = 'a "quote" \\ </script> \x00 \u2028 店 \U0001f600'
    report = json.loads(report_json(edits_dossier(text)))["report"]
    assert report["encoders"][0]["name"] == 'a "quote" \\ </script> ␀ ⟨U+2028⟩ 店 \U0001f600'


def objects(value: Any) -> list[dict[str, Any]]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [each for part in inner for each in objects(part)]
    return [value, *found] if isinstance(value, dict) else found


def test_every_object_refuses_a_field_that_is_not_in_the_schema(schema: Draft202012Validator):
    record = json.loads(report_json(map_dossier()))
    found = [each for each in objects(record) if not {"text_a", "anchor"} <= each.keys()]
    assert len(found) > 100
    for each in found[::7]:
        each["unknown"] = 1
        with pytest.raises(ValidationError, match="unknown"):
            schema.validate(record)
        del each["unknown"]


def test_every_field_is_required(schema: Draft202012Validator):
    record = json.loads(report_json(map_dossier()))
    for name in list(record["report"]):
        kept = record["report"].pop(name)
        with pytest.raises(ValidationError, match=name):
            schema.validate(record)
        record["report"][name] = kept


def test_equal_records_give_equal_text():
    assert report_json(map_dossier()) == report_json(map_dossier())
