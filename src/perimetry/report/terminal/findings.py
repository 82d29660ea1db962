"""What checks found, in a terminal or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console
from rich.text import Text

from perimetry.records import Finding
from perimetry.report.sections.checkup import CHECK_SIGNS
from perimetry.report.wording import short
from perimetry.results.checkup import CheckFinding

STYLES = {"pass": "green", "warn": "yellow", "fail": "bold red", "skip": "dim"}
SHOWN = 6


def print_findings(name: str, findings: Sequence[Finding], console: Console) -> None:
    """Print a line a check; of what is not in order the first examples, the remedy and its cost."""
    console.print(Text(name, style="bold"))
    for finding in findings:
        sign, style = CHECK_SIGNS[finding.outcome], STYLES[finding.outcome]
        console.print(
            Text.assemble((f"{sign} {finding.check}", style), " ", short(finding.message, 600))
        )
        if finding.outcome in ("pass", "skip"):
            continue
        for example in finding.examples[:SHOWN]:
            console.print(Text("    " + short(example, 300), style="dim"))
        if len(finding.examples) > SHOWN:
            console.print(Text(f"    and {len(finding.examples) - SHOWN} more", style="dim"))
        if finding.remedy:
            console.print(Text("    " + finding.remedy))
        if isinstance(finding, CheckFinding) and finding.cost:
            console.print(Text("    " + finding.cost, style="dim"))


def findings_json(name: str, findings: Sequence[Finding]) -> str:
    """The findings as one line of JSON, every example included."""
    return json.dumps({"file": name, "findings": [asdict(f) for f in findings]}, ensure_ascii=False)
