"""What a check says that its fault can cost was measured: it stands in the table of the docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perimetry.doctor import all_checks
from perimetry.testing.faults import FAULTS

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "doctor.md"
MEASURED = re.compile(r"−\d\.\d\d|\d+\.\d %")
NOT_MEASURED = {"scripts", "latency"}  # no fault is planted that they name
NOTHING_MOVED = {"roles"}


def rows() -> dict[str, str]:
    """The rows of the tables of costs, those of one fault joined."""
    section = DOCS.read_text(encoding="utf-8").split("## What a fault costs")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for line in section.splitlines():
        name = line.strip("| ").split(" | ")[0]
        found[name] = found.get(name, "") + line
    return found


def test_every_planted_fault_has_its_row() -> None:
    assert [fault.name for fault in FAULTS if fault.name not in rows()] == []


@pytest.mark.parametrize("check", all_checks())
def test_what_a_fault_can_cost_stands_in_the_table(check: str) -> None:
    own = "".join(rows()[fault.name] for fault in FAULTS if fault.named_by == check)
    said = MEASURED.findall(all_checks()[check].COST)
    assert bool(said) == (check not in NOT_MEASURED | NOTHING_MOVED)
    assert [number for number in said if number not in own] == []
