"""perimetry-traffic: unlabelled texts such as caches, routers and search meet, by fours.

They are what a repair keeps: the four texts of a cluster are near each other, so their cosines say
how an encoder tells like from like. Nothing is scored on them and they carry no canary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from perimetry.datasets.builtin import builtin_files
from perimetry.files import read_json_lines


@dataclass(frozen=True)
class Cluster:
    """Texts on one matter; ``kind`` is *support*, *how_to* or *search*."""

    kind: str
    texts: Sequence[str]


def builtin_traffic() -> list[Cluster]:
    """The clusters that ship with perimetry, by kind; their card lies beside them."""
    return [
        Cluster(path.stem, [row["text"] for row in rows])
        for path in builtin_files("traffic", ".jsonl")
        for _, rows in groupby(
            (row for _, row in read_json_lines(path)), key=lambda row: row["id"][:-2]
        )
    ]
