"""How long a person waits for ``import perimetry`` and ``perimetry --help``, in CPU-seconds.

Aims: 0.5 for the import and 0.7 for the help.
"""

from __future__ import annotations

import sys

from processes import median_cpu_s, run

RUNS = 11
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import perimetry": ["-c", "import perimetry"],
    "perimetry --help": ["-m", "perimetry", "--help"],
}


def main() -> None:
    """Print the median, the least and the most of several runs."""
    print(f"{'CPU-seconds of ' + str(RUNS) + ' runs':24} {'median':>8} {'min':>8} {'max':>8}")
    for name, arguments in COMMANDS.items():
        costs = [run([sys.executable, *arguments]) for _ in range(RUNS + 1)][1:]
        least, most = min(c.cpu_s for c in costs), max(c.cpu_s for c in costs)
        print(f"{name:24} {median_cpu_s(costs):8.3f} {least:8.3f} {most:8.3f}")


if __name__ == "__main__":
    main()
