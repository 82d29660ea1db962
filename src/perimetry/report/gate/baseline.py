"""A baseline in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from perimetry.report.wording import interval, number, short
from perimetry.results.baseline import HEADLINE, Baseline


def print_baseline(baseline: Baseline, console: Console) -> None:
    """Print the encoder, its data, the values that a gate tests by itself, and the checks."""
    console.print(Text(short(baseline.encoder), style="bold"))
    console.print(Text(f"fingerprint {baseline.fingerprint}", style="dim", overflow="fold"))
    for probe, data in baseline.data.items():
        items = {item for c in baseline.columns if c.probe == probe for item in c.items}
        console.print()
        console.print(
            Text(
                f"{short(probe)}: suite {short(data.suite)}, {short(data.name)}, {data.groups:,} "
                f"groups, {len(items):,} items, SHA-256 {data.digest[:8]}…"
            )
        )
        console.print(_table(baseline, probe))
    if baseline.findings:
        console.print()
        console.print(Text("Checks", style="bold"))
    for finding in baseline.findings:
        console.print(Text(f"{finding.outcome:4} {finding.check}: {short(finding.message, 200)}"))


def _table(baseline: Baseline, probe: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("subset", "measure", "value", "interval", "n", "groups"):
        table.add_column(column, justify="left" if column in ("subset", "measure") else "right")
    for e in baseline.estimates[probe]:
        if e.measure in HEADLINE:
            cells = (number(e.value, 3), interval(e, 3), f"{e.n:,}", f"{e.groups:,}")
            table.add_row(*map(Text, (short(e.subset), e.measure, *cells)))
    return table
