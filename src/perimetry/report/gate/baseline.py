"""A baseline in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from perimetry.report.terminal.rows import print_rows
from perimetry.report.wording import interval, number, short
from perimetry.results.baseline import HEADLINE, Baseline

COLUMNS = ("subset", "measure", "value", "interval", "n", "groups")


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
        print_rows(console, COLUMNS, _rows(baseline, probe), left=(0, 1))
    if baseline.findings:
        console.print()
        console.print(Text("Checks", style="bold"))
    for finding in baseline.findings:
        console.print(Text(f"{finding.outcome:4} {finding.check}: {short(finding.message, 200)}"))


def _rows(baseline: Baseline, probe: str) -> list[tuple[str, ...]]:
    return [
        (
            short(e.subset),
            e.measure,
            number(e.value, 3),
            interval(e, 3),
            f"{e.n:,}",
            f"{e.groups:,}",
        )
        for e in baseline.estimates[probe]
        if e.measure in HEADLINE
    ]
