"""Runs a command as a process of its own and says what it cost."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """What one finished process cost, by the operating system's own account."""

    cpu_s: float
    wall_s: float
    peak_mib: float


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Run ``command`` to its end; its output is thrown away.

    Raises:
        RuntimeError: it failed.
    """
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})}
    )
    _, status, used = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - started
    if status != 0:
        raise RuntimeError(f"{' '.join(command)} ended with status {status}")
    return Cost(used.ru_utime + used.ru_stime, wall_s, used.ru_maxrss / 1024)


def median_cpu_s(costs: Sequence[Cost]) -> float:
    """The median of the CPU-seconds."""
    return statistics.median(cost.cpu_s for cost in costs)
