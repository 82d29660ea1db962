"""The register of an item: which built-in sentences are chat, legal text, news and so on."""

from __future__ import annotations

from collections.abc import Mapping

from perimetry.datasets.builtin import builtin_files
from perimetry.files import read_json_lines
from perimetry.records import DatasetNote

SETS = ("core", "heros", "advanced")


def built_in_registers(datasets: Mapping[str, DatasetNote]) -> dict[str, dict[str, str]]:
    """For each probe on built-in data, the register of each group.

    The files that ship with perimetry know it; an audit does not hold it, and neither do data of a
    user's own.
    """
    probes = [name for name, note in datasets.items() if note.source.startswith("built in")]
    if not probes:
        return {}
    found: dict[str, str] = {}
    for path in (path for dataset in SETS for path in builtin_files(dataset, ".jsonl")):
        for _, row in read_json_lines(path):
            if "register" in row:
                found[str(row.get("group") or row["id"])] = str(row["register"])
    return dict.fromkeys(probes, found)
