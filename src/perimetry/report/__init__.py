"""Reports: one view of an audit, drawn as a page or in a terminal."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perimetry.report.difference import Change, differences
    from perimetry.report.html import render_html, write_report
    from perimetry.report.pages.checkup import render_checkup, write_checkup_report
    from perimetry.report.pages.comparison import write_comparison
    from perimetry.report.terminal.audit import print_audit
    from perimetry.report.terminal.certificate import print_certificate, print_recheck
    from perimetry.report.terminal.comparison import print_comparison
    from perimetry.report.terminal.findings import findings_json, print_findings
    from perimetry.report.terminal.mined import print_mined
    from perimetry.report.terminal.pair import print_pair
    from perimetry.report.terminal.parity import print_parity
    from perimetry.report.terminal.tally import print_tally
    from perimetry.report.view import View, build_view

__all__ = [
    "Change",
    "View",
    "build_view",
    "differences",
    "findings_json",
    "print_audit",
    "print_certificate",
    "print_comparison",
    "print_findings",
    "print_mined",
    "print_pair",
    "print_parity",
    "print_recheck",
    "print_tally",
    "render_checkup",
    "render_html",
    "write_checkup_report",
    "write_comparison",
    "write_report",
]

_HOMES = {
    "perimetry.report.difference": ("Change", "differences"),
    "perimetry.report.html": ("render_html", "write_report"),
    "perimetry.report.pages.checkup": ("render_checkup", "write_checkup_report"),
    "perimetry.report.pages.comparison": ("write_comparison",),
    "perimetry.report.terminal.audit": ("print_audit",),
    "perimetry.report.terminal.certificate": ("print_certificate", "print_recheck"),
    "perimetry.report.terminal.comparison": ("print_comparison",),
    "perimetry.report.terminal.findings": ("findings_json", "print_findings"),
    "perimetry.report.terminal.mined": ("print_mined",),
    "perimetry.report.terminal.pair": ("print_pair",),
    "perimetry.report.terminal.parity": ("print_parity",),
    "perimetry.report.terminal.tally": ("print_tally",),
    "perimetry.report.view": ("View", "build_view"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: a terminal needs no template or chart."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'perimetry.report' has no attribute {name!r}")
