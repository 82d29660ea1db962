"""What the page of papers names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
PLACE = re.compile(r"`((?:[a-z_]+/)*[a-z_]+(?:/|\.py))`")


def test_every_module_that_the_papers_name_exists() -> None:
    for row in ROW.findall(PAGE):
        folder = ""
        for place in PLACE.findall(row):
            if place.endswith("/"):
                folder = place
            found = [
                ROOT / "src" / "perimetry" / place,
                ROOT / "src" / "perimetry" / folder / place,
            ]
            assert any(path.exists() for path in found), f"{place} in: {row[:60]}"
