"""What a gate ruled, drawn for a terminal, a pull request, a build server and programs."""

from perimetry.report.gate.baseline import print_baseline
from perimetry.report.gate.files import error_markdown, gate_json, gate_markdown
from perimetry.report.gate.github import append_summary, error_lines, failure_lines
from perimetry.report.gate.junit import error_junit, gate_junit
from perimetry.report.gate.terminal import print_gate

__all__ = [
    "append_summary",
    "error_junit",
    "error_lines",
    "error_markdown",
    "failure_lines",
    "gate_json",
    "gate_junit",
    "gate_markdown",
    "print_baseline",
    "print_gate",
]
