"""What a shell is offered when the reader presses Tab."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def answer(instruction: str, line: str = "") -> str:
    """What the installed command tells a shell that asks for ``instruction``."""
    asked = {
        "_PERIMETRY_COMPLETE": instruction,
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    done = subprocess.run(
        [Path(sys.executable).parent / "perimetry"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("perimetry thr", ["threshold"]),
        ("perimetry cache ", ["info", "clear"]),
        ("perimetry doctor --save", ["--save-canary"]),
        ("perimetry threshold --use c", ["cache"]),
        ("perimetry audit vec", ["vectors:"]),
        ("perimetry audit hash: all", ["all-MiniLM-L6-v2"]),
        ("perimetry compare hash: us", ["use:"]),
        ("perimetry pair -e on", ["onnx:"]),
        ("perimetry audit ./models/mi", []),  # files are the shell's own work
    ],
)
def test_tab_completes(line: str, expected: list[str]) -> None:
    assert answer("complete_bash", line).split() == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_each_shell_has_a_script(shell: str) -> None:
    assert "_PERIMETRY_COMPLETE" in answer(f"source_{shell}")
