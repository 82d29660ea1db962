"""Arguments that several commands share, said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ENCODER_HELP = (
    "A model name or folder, or one with an engine: onnx:, st:, static:, use:, vectors:, python:, "
    "hash:. Views: ?dim=128, ?quantize=int8. Default: the bundled all-MiniLM-L6-v2."
)

StorePath = Annotated[
    Path | None,
    typer.Option("--store", help="Where vectors are kept. Default: the user's cache folder."),
]
StoreLimit = Annotated[
    float, typer.Option("--store-limit", min=0.001, help="Most that the store may take, in GiB.")
]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, help="Cores to encode on. Default: all.")
]


def gib(amount: float) -> int:
    """``amount`` GiB in bytes."""
    return int(amount * (1 << 30))
