"""What a page costs that is drawn from finished records: CPU-seconds, memory and bytes.

``python benchmarks/report.py AUDIT [RECORD]...`` takes what ``perimetry report`` takes. Aims, for
three encoders: 10 CPU-seconds for the suite full, 2 MB for the suite core.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from processes import median_cpu_s, run

RUNS = 5
REPORT = (sys.executable, "-m", "perimetry", "report")


def main(records: list[str]) -> None:
    """Print medians over several runs, and whether all wrote the same bytes."""
    with tempfile.TemporaryDirectory() as folder:
        pages = [Path(folder) / f"{place}.html" for place in range(RUNS)]
        costs = [run([*REPORT, *records, "--out", str(page)]) for page in pages]
        written = {page.read_bytes() for page in pages}
    wall = statistics.median(cost.wall_s for cost in costs)
    peak = statistics.median(cost.peak_mib for cost in costs)
    size = max(map(len, written))
    print(f"{'CPU s':>8} {'wall s':>8} {'MiB':>8} {'bytes':>12} {'pages':>8}")
    print(f"{median_cpu_s(costs):8.2f} {wall:8.2f} {peak:8.0f} {size:12,} {len(written):8}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python benchmarks/report.py AUDIT [RECORD]...")
    main(sys.argv[1:])
