from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "perimetry-example"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a process sees when the example is installed, as an installer without a network does it.

    The modules and their ``dist-info`` lie in a folder of their own on the path.
    """
    target = tmp_path_factory.mktemp("site")
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    for module in SOURCE.glob("*.py"):
        shutil.copy(module, target)
    info = target / f"perimetry_example-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return {**os.environ, "PYTHONPATH": str(target)}


def run(environment: dict[str, str], *command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_own_tests_pass(environment: dict[str, str], tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "example")
    done = run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path / "example")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_engine_opens_by_name(environment: dict[str, str]) -> None:
    done = run(environment, "-m", "perimetry", "pair", "tar", "rat", "-e", "letters:")
    assert done.returncode == 0, done.stderr
    assert "cosine      1.000" in done.stdout


def test_its_engine_takes_views_and_is_listed(environment: dict[str, str]) -> None:
    done = run(environment, "-m", "perimetry", "encoders", "letters:?case=1&dim=8")
    assert "letters:?case=1&dim=8" in done.stdout
    assert "letters:" in run(environment, "-m", "perimetry", "encoders").stdout


def test_its_errors_are_perimetrys(environment: dict[str, str]) -> None:
    done = run(environment, "-m", "perimetry", "pair", "a", "b", "-e", "letters:?csae=1")
    assert done.returncode == 2
    assert "Did you mean 'case'?" in done.stderr


def test_its_rule_is_one_of_all_rules(environment: dict[str, str], tmp_path: Path) -> None:
    sentences, pairs = tmp_path / "requests.txt", tmp_path / "pairs.csv"
    sentences.write_text("Can you call me back?\nThe door is open.\n")
    done = run(
        environment,
        "-m",
        "perimetry",
        "perturb",
        sentences,
        "--rules",
        "politeness",
        "--out",
        pairs,
    )
    assert done.returncode == 0, done.stderr
    assert "Can you please call me back?" in pairs.read_text()
    assert "1 pairs from 2 sentences" in done.stdout


def test_its_probe_is_a_suite_of_its_own(environment: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "audit"
    done = run(
        environment, "-m", "perimetry", "audit", "hash:", "--suite", "greeting", "--out", out
    )
    assert done.returncode == 0, done.stderr
    assert "found again" in done.stdout
    assert "found again" in (out / "report.html").read_text(encoding="utf-8")
    unknown = run(environment, "-m", "perimetry", "audit", "hash:", "--suite", "greetings")
    assert unknown.returncode == 2
    assert "greeting" in unknown.stderr
