"""What a person sees while texts are encoded: how many, how fast, how long yet."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from perimetry.runner.encode import OnProgress


class _Rate(ProgressColumn):
    """Texts a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} texts/s" if speed else "", style="progress.data.speed")


class EncodingProgress:
    """A bar an encoder, on standard error, and only where a person looks at it."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
            _Rate(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> EncodingProgress:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def encoder(self, name: str, texts: int) -> OnProgress:
        """Begin the bar of one encoder; call the result with each number of finished texts."""
        task = self._progress.add_task(name, total=texts)

        def advance(finished: int) -> None:
            self._progress.advance(task, finished)

        return advance
