from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Command

SMALL = ("--suite", "quick", "--limit", 6)
CONFIG = """
[gate]
model = "hash:"
suite = "quick"
limit = 6

[gate.bounds]
all = { order_accuracy = 0.01 }
"""

FAULTY = r"""
import re
from perimetry.encoders import open_encoder

HEALTHY = open_encoder("all-MiniLM-L6-v2", threads=1)

def encode(texts):
    return HEALTHY.encode([re.sub(r"[0-9]|\bn[o']t?\b", "", t) for t in texts], role="symmetric")
"""
"""The bundled encoder behind a forgotten cleaning step, which drops digits, "no" and "not"."""


def config(folder: Path, text: str = CONFIG) -> None:
    (folder / "perimetry.toml").write_text(text, encoding="utf-8")


def cases(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


def test_the_configured_model_is_audited_and_passes(perimetry: Command, tmp_path: Path) -> None:
    config(tmp_path)
    done = perimetry("gate", "--out", "kept")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-2:] == [
        "The gate passes: 1 ruling.",
        "Next: perimetry baseline save kept  # takes these values as the new baseline",
    ]
    assert {path.name for path in (tmp_path / "kept").iterdir()} == {
        "audit.json",
        "items.parquet",
        "report.html",
    }


def test_a_finished_audit_is_judged_without_a_model(perimetry: Command, tmp_path: Path) -> None:
    perimetry("audit", "hash:", "--out", "audit", *SMALL)
    config(tmp_path, "[gate.bounds]\nall = {order_accuracy = 0.99}\n")
    done = perimetry("gate", "audit", "--json")
    record = json.loads(done.out)
    assert (done.code, record["passed"]) == (1, False)
    assert record["rulings"][0]["outcome"] == "fail"


def test_a_planted_regression_fails_and_is_written_everywhere(
    perimetry: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    perimetry("audit", "all-MiniLM-L6-v2", "--out", "before", *SMALL)
    saved = perimetry("baseline", "save", "before", "--out", "b.json")
    assert saved.out.startswith("b.json: all-MiniLM-L6-v2, 286 estimates, ")
    assert saved.out.splitlines()[0].endswith("KiB, no texts.")
    config(tmp_path, CONFIG + '\n[gate.regression]\nsubsets = ["all"]\n')
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    asked = ("gate", "hash:?dim=8", "--baseline", "b.json")
    done = perimetry(*asked, "--junit", "j.xml", "--markdown", "m.md")
    assert done.code == 1
    assert "✕ fail" in done.out
    assert "a significant regression." in done.err
    assert done.err.startswith("::error title=perimetry gate%3A core%3A all ")
    assert (tmp_path / "m.md").read_text() == (tmp_path / "summary.md").read_text()
    assert cases(tmp_path / "j.xml").findall("*/testcase/failure")


def test_the_same_encoder_passes_and_is_said_to_be_the_same(
    perimetry: Command, tmp_path: Path
) -> None:
    perimetry("audit", "hash:", "--out", "before", *SMALL)
    perimetry("baseline", "save", "before", "--out", "b.json")
    config(tmp_path, '[gate]\nbaseline = "b.json"\n')
    done = perimetry("gate", "before")
    assert done.code == 0
    assert "Baseline: hash:, the very same encoder." in done.out


def test_other_data_than_the_baseline_s_are_exit_2(perimetry: Command, tmp_path: Path) -> None:
    perimetry("audit", "hash:", "--out", "before", *SMALL)
    perimetry("audit", "hash:", "--out", "after", "--suite", "quick", "--limit", 5)
    perimetry("baseline", "save", "before", "--out", "b.json")
    config(tmp_path, '[gate]\nbaseline = "b.json"\n')
    done = perimetry("gate", "after")
    assert done.code == 2
    assert "perimetry baseline save" in done.err


def test_a_missing_model_is_exit_3_and_an_error_in_junit(
    perimetry: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config(tmp_path)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    done = perimetry("gate", "./nothing", "--junit", "j.xml")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("::error title=perimetry gate::there is no model folder")
    assert "cannot judge" in (tmp_path / "summary.md").read_text()
    error = cases(tmp_path / "j.xml").find("*/testcase/error")
    assert error is not None
    assert error.get("type") == "ModelError"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[gate]\nmodl = 'hash:'\n", "error: perimetry.toml:2: [gate] has no key 'modl'."),
        (CONFIG.replace("all =", "al ="), "perimetry.toml:8: there is no subset 'al'."),
        ("[gate]\n", "error: perimetry.toml: nothing to judge."),
        ("[gate]\nmodel = 'hash:'\nsuite = 'quik'\n", "there is no suite 'quik'"),
        ("[gate]\nbaseline = 'b.json'\n", "b.json: no baseline here. Make one with"),
    ],
)
def test_what_is_wrong_in_the_configuration_is_exit_2(
    perimetry: Command, tmp_path: Path, text: str, said: str
) -> None:
    config(tmp_path, text)
    done = perimetry("gate")
    assert done.code == 2
    assert said in done.err


def test_no_configuration_is_exit_2(perimetry: Command) -> None:
    done = perimetry("gate")
    assert done.code == 2
    assert "no perimetry.toml" in done.err


def test_a_file_that_cannot_be_written_is_exit_4(perimetry: Command, tmp_path: Path) -> None:
    config(tmp_path)
    done = perimetry("gate", "--junit", "perimetry.toml/j.xml")
    assert done.code == 4
    assert "cannot write" in done.err


def test_keeping_the_audit_of_a_finished_audit_is_refused(
    perimetry: Command, tmp_path: Path
) -> None:
    perimetry("audit", "hash:", "--out", "audit", *SMALL)
    config(tmp_path)
    done = perimetry("gate", "audit", "--out", "again")
    assert done.code == 2
    assert "only finished audits were named" in done.err


def test_checks_are_examined_and_held_to_the_baseline(perimetry: Command, tmp_path: Path) -> None:
    config(tmp_path, CONFIG + '\n[gate.checks]\nrows = "pass"\ncasing = "warn"\n')
    done = perimetry("gate", "--out", "kept", "--json")
    found = {r["measure"]: r["seen"] for r in json.loads(done.out)["rulings"]}
    assert (done.code, found["rows"]) == (0, "pass")
    saved = perimetry("baseline", "save", "kept", "--out", "b.json")
    assert "2 checks" in saved.out
    shown = perimetry("baseline", "show", "b.json")
    assert "pass rows: " in shown.out
    again = perimetry("gate", "kept", "--baseline", "b.json", "--json")
    assert {r["kind"] for r in json.loads(again.out)["rulings"]} == {"bound", "regression", "check"}
    perimetry("audit", "hash:", "--out", "audit", *SMALL)
    alone = perimetry("gate", "audit", "--baseline", "b.json", "--json")
    missing = [r["measure"] for r in json.loads(alone.out)["rulings"] if r["outcome"] == "missing"]
    assert (alone.code, missing) == (1, ["rows", "casing"])


def test_a_baseline_of_nothing_is_exit_2(perimetry: Command) -> None:
    done = perimetry("baseline", "save", "nothing")
    assert done.code == 2
    assert "no audit here" in done.err


def test_a_scratch_repository_in_a_shell(tmp_path: Path) -> None:
    """As a build server runs it: passes, fails on a planted regression, says a missing model."""
    config(tmp_path, CONFIG.replace("hash:", "all-MiniLM-L6-v2"))
    environment = os.environ | {"PERIMETRY_CACHE": str(tmp_path / "cache"), "NO_COLOR": "1"}

    def code(*arguments: str) -> int:
        command = [sys.executable, "-m", "perimetry", *arguments, "--threads", "1"]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        return done.returncode

    save = [sys.executable, "-m", "perimetry", "baseline", "save", "kept"]
    assert code("gate", "--out", "kept") == 0
    subprocess.run(save, cwd=tmp_path, env=environment, check=True, capture_output=True)
    config(
        tmp_path,
        CONFIG.replace("limit = 6", 'limit = 6\nbaseline = "baseline.json"')
        + '\n[gate.regression]\nsubsets = ["all"]\n',
    )
    assert code("gate", "all-MiniLM-L6-v2") == 0
    (tmp_path / "faulty.py").write_text(FAULTY, encoding="utf-8")
    assert code("gate", "python:faulty:encode") == 1
    assert code("gate", "./missing") == 3
