"""What ``perimetry audit`` of the bundled encoder costs, cold (empty store) and warm."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from processes import Cost, median_cpu_s, run

RUNS = 5
SUITES = ("quick", "core", "heros")
AUDIT = (sys.executable, "-m", "perimetry", "audit")


def main() -> None:
    """Print medians over interleaved cold and warm runs of each suite."""
    costs: dict[str, list[Cost]] = {}
    for _ in range(RUNS):
        for suite in SUITES:
            with tempfile.TemporaryDirectory() as folder:
                cache = {"PERIMETRY_CACHE": str(Path(folder) / "cache")}
                command = [*AUDIT, "--suite", suite, "--out", f"{folder}/audit"]
                for name in ("cold", "warm"):
                    costs.setdefault(f"{suite}, {name}", []).append(run(command, cache))
    print(f"{'perimetry audit, ' + str(RUNS) + ' runs':28} {'CPU s':>8} {'wall s':>8} {'MiB':>8}")
    for name, listed in costs.items():
        wall = statistics.median(cost.wall_s for cost in listed)
        peak = statistics.median(cost.peak_mib for cost in listed)
        print(f"{name:28} {median_cpu_s(listed):8.2f} {wall:8.2f} {peak:8.0f}")


if __name__ == "__main__":
    main()
