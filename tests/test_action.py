"""The files that others run: the GitHub Action, the hook and the commands that the docs show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import typer
import yaml

from perimetry.cli.app import app
from perimetry.decisions.ci import read_config

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
DOCS = (ROOT / "docs" / "reference" / "gate.md").read_text(encoding="utf-8")
STEPS = ACTION["runs"]["steps"]
SCRIPTS = [step["run"] for step in STEPS if "run" in step]


def blocks(language: str, text: str = DOCS) -> list[str]:
    """The fenced blocks of one language, by default in the docs of the gate."""
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def commands() -> list[str]:
    """Every line that runs perimetry, in the action, the hook, the README and the docs."""
    texts = [*SCRIPTS, *(hook["entry"] for hook in HOOKS), *blocks("yaml")]
    for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))):
        texts += blocks("sh", page.read_text(encoding="utf-8"))
    lines = [re.split("[#>]", line)[0].rstrip() for text in texts for line in text.splitlines()]
    return sorted({found[0] for line in lines if (found := re.search(r"perimetry [a-z].*", line))})


def options(words: list[str]) -> set[str]:
    """The options of the command that ``words`` begin with."""
    command = typer.main.get_command(app)
    for word in words:
        inner = getattr(command, "commands", None)  # of a group of commands
        if inner is None:
            break
        assert word in inner, f"there is no command {word!r}"
        command = inner[word]
    return {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("line", commands())
def test_every_command_that_is_shown_exists_with_its_options(line: str) -> None:
    words = line.split()[1:]
    asked = {word.split("=")[0] for word in words if re.match(r"--[a-z]", word)}
    assert asked <= options(words)


def test_options_that_the_action_adds_exist() -> None:
    [script] = [step["run"] for step in STEPS if step.get("id") == "gate"]
    added = set(re.findall(r"(?<=[(+ ])--[a-z]+", script))
    assert {"--junit", "--markdown", "--config", "--out"} == added <= options(["gate"])


def test_every_input_is_described_and_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name, described in ACTION["inputs"].items():
        assert described["description"]
        assert f"inputs.{name}" in text


def test_no_script_holds_an_input_that_a_shell_would_run() -> None:
    assert not any("${{" in script for script in SCRIPTS)


@pytest.mark.parametrize("block", blocks("toml"))
def test_every_configuration_of_the_docs_is_read(block: str, tmp_path: Path) -> None:
    name = "pyproject.toml" if "tool.perimetry" in block else "perimetry.toml"
    (tmp_path / name).write_text(block, encoding="utf-8")
    config = read_config(tmp_path / name)
    assert config.bounds or config.regression or config.checks or config.baseline


@pytest.mark.parametrize("block", blocks("yaml"))
def test_every_yaml_of_the_docs_is_yaml(block: str) -> None:
    assert yaml.safe_load(block)


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="the action's scripts need bash")
@pytest.mark.parametrize(("audits", "code"), [("", 0), ("./missing\n", 3)])
def test_the_gate_s_step_runs_in_a_shell(tmp_path: Path, audits: str, code: int) -> None:
    [script] = [step["run"] for step in STEPS if step.get("id") == "gate"]
    (tmp_path / "perimetry.toml").write_text(
        '[gate]\nmodel = "hash:"\nsuite = "quick"\nlimit = 3\n'
        "[gate.bounds]\nall = {order_accuracy = 0.0}\n",
        encoding="utf-8",
    )
    report = tmp_path / "report"
    given = {"AUDITS": audits, "CONFIG": "", "REPORT": str(report)}
    own = {"PERIMETRY_CACHE": str(tmp_path / "cache"), "PATH": _path()}
    done = subprocess.run(
        ["/bin/bash", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=os.environ | given | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    suites = ElementTree.parse(report / "junit.xml").getroot()
    assert suites.get("errors") == ("1" if code else "0")
    assert (report / "audit" / "report.html").is_file() is not bool(code)


def _path() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
