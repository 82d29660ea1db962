"""The report in a real browser: it draws, asks for nothing and reports no error."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.report import write_report
from perimetry.runner import run_audit

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--enable-logging=stderr",
    "--dump-dom",
]


@pytest.fixture(scope="module")
def chromium() -> str:
    path = shutil.which("chromium")
    if path is None:
        missing = "headless Chromium is not installed; on Debian: apt-get install chromium"
        if os.environ.get("PERIMETRY_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    return path


@pytest.fixture(scope="module", params=["heros", "core", "full"])
def report(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    encoders = [open_encoder("hash:"), open_encoder("hash:?dim=64")]
    audit = run_audit(encoders, load_suite(request.param, limit=6), suite=request.param, seed=0)
    return write_report(audit, tmp_path_factory.mktemp("report"))


def test_the_report_draws_without_an_error_or_a_request(
    chromium: str, report: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [chromium, *FLAGS, f"--user-data-dir={tmp_path}", report.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "<svg" in done.stdout
    assert "negation" in done.stdout
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
