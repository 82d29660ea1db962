"""The finished rows of ``benchmarks/repair.py`` as Markdown: gains, harm, minutes, parameters.

    python benchmarks/repair_table.py repairs

A row stands once; numbers of its seeds are parted by commas. Harm is the change of each measure in
points with its 95 % bound below, over all seeds the worst of each, and bold where it was not shown
to lie within the margin.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Found = Mapping[str, Any]


def main() -> None:
    """Print the two tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    rows = read(parser.parse_args().folder)
    show(("row", "seeds", "measure", "before", "after", "gain"), gains(rows))
    print()
    tests = list(dict.fromkeys(t["name"] for runs in rows.values() for t in harms(runs[0])))
    heads = ("row", *tests, "in a word", "minutes", "parameters")
    show(heads, costs(rows, tests))


def read(folder: Path) -> dict[str, list[Found]]:
    """The finished runs of each row, by seed."""
    rows: dict[str, list[Found]] = {}
    for path in sorted(folder.glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        rows.setdefault(found["row"], []).append(found)
    return rows


def show(heads: Sequence[str], lines: Iterator[Sequence[str]]) -> None:
    """A Markdown table."""
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for cells in lines:
        print("| " + " | ".join(cells) + " |")


def gains(rows: Mapping[str, Sequence[Found]]) -> Iterator[Sequence[str]]:
    """What each row learnt."""
    for name, runs in rows.items():
        for gain in runs[0]["certificate"]["gains"]:
            if not gain["trained"]:
                continue
            same = [
                other
                for run in runs
                for other in run["certificate"]["gains"]
                if (other["probe"], other["measure"]) == (gain["probe"], gain["measure"])
            ]
            yield (
                name,
                str(len(runs)),
                f"{gain['probe']}, {gain['measure'].replace('_', ' ')}",
                f"{gain['before']:.3f}",
                ", ".join(f"{other['after']:.3f}" for other in same),
                ", ".join(f"{100 * other['difference']:+.1f}" for other in same),
            )


def costs(rows: Mapping[str, Sequence[Found]], tests: Sequence[str]) -> Iterator[Sequence[str]]:
    """What each row cost."""
    for name, runs in rows.items():
        cells = []
        for test in tests:
            same = [found for run in runs for found in harms(run) if found["name"] == test]
            if not same:
                cells.append("learnt")
                continue
            change = min(100 * found["difference"] for found in same)
            bound = min(100 * found["bound"] for found in same)
            text = f"{change:+.1f} (≥ {bound:+.1f})"
            held = all(found["outcome"] == "no harm" for found in same)
            cells.append(text if held else f"**{text}**")
        words = dict.fromkeys(run["certificate"]["outcome"] for run in runs)
        minutes = ", ".join(f"{run['training']['minutes']:.0f}" for run in runs)
        yield name, *cells, "; ".join(words), minutes, f"{runs[0]['training']['parameters']:,}"


def harms(run: Found) -> Sequence[Found]:
    """The tests of harm of a run."""
    found: Sequence[Found] = run["certificate"]["harms"]
    return found


if __name__ == "__main__":
    main()
