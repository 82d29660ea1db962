"""Arguments that several commands share, said once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from perimetry.encoders.api.settings import ApiSettings

ENCODER_HELP = (
    "A model name or folder, or one with an engine: onnx:, st:, static:, use:, openai:, vectors:, "
    "python:, hash:. Views: ?dim=128, ?quantize=int8, ?whiten=background, ?abtt=3, ?head=FILE. "
    "Default: the bundled all-MiniLM-L6-v2."
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

DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="openai: only say what asking would take. Nothing is sent."),
]
Price = Annotated[
    float | None, typer.Option("--price", min=0.0, help="openai: what a million tokens cost.")
]
MaxRequests = Annotated[
    int | None, typer.Option("--max-requests", min=1, help="openai: stop before sending more.")
]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", min=0.0, help="openai: stop before it costs more.")
]
Record = Annotated[
    Path | None, typer.Option("--record", help="openai: write every answer to this folder too.")
]
Replay = Annotated[
    Path | None,
    typer.Option("--replay", help="openai: answer from this recording. No key, no network."),
]
Insecure = Annotated[
    bool, typer.Option("--insecure", help="openai: allow plain http to another machine.")
]


def encoder_names(incomplete: str) -> list[str]:
    """What a shell offers for an encoder: the bundled one and the engines. Files it finds itself.

    >>> encoder_names("on")
    ['onnx:']
    """
    from perimetry.encoders.engines import all_engines
    from perimetry.encoders.models import bundled

    names = [bundled.NAME, *(f"{engine}:" for engine in all_engines())]
    return [name for name in names if name.startswith(incomplete)]


def gib(amount: float) -> int:
    """``amount`` GiB in bytes."""
    return int(amount * (1 << 30))


def api_settings(
    *,
    dry_run: bool,
    price: float | None,
    max_requests: int | None,
    max_cost: float | None,
    record: Path | None,
    replay: Path | None,
    insecure: bool,
) -> ApiSettings:
    """What the flags say of endpoints.

    Raises:
        InputError: two flags that exclude each other, or a cost without a price.
    """
    from perimetry.encoders.api.budget import Budget
    from perimetry.encoders.api.settings import ApiSettings
    from perimetry.errors import InputError

    if record and replay:
        raise InputError("--record asks the endpoint and --replay does not. Give one.")
    budget = Budget(max_requests=max_requests, max_cost=max_cost, price=price)
    return ApiSettings(insecure, budget, record, replay, dry_run)
