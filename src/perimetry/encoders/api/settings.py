"""What a run decides about endpoints, beside what their names say."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from perimetry.encoders.api.budget import Budget
from perimetry.encoders.api.retry import Pause


@dataclass(frozen=True)
class ApiSettings:
    """How endpoints are opened.

    Attributes:
        insecure: plain http is allowed to any host.
        budget: what may be spent, over all endpoints of the run.
        record: folder to which every answer is written too.
        replay: folder of a recording that stands in for the server; nothing is sent.
        dry_run: nothing is sent; the encoder can only be asked for its plan.
        pause: waits between tries; tests give one that does not.
    """

    insecure: bool = False
    budget: Budget = field(default_factory=Budget)
    record: Path | None = None
    replay: Path | None = None
    dry_run: bool = False
    pause: Pause = Event.wait
