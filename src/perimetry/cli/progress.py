"""What a person sees while something long runs: how many, how fast, how long yet.

On standard error, and only where a person looks at it.
"""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from perimetry.cli.screen import is_watched
from perimetry.runner import Tally
from perimetry.runner.encode import OnProgress


class _Rate(ProgressColumn):
    """So many a second."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} {self._unit}/s" if speed else "", style="progress.data.speed")


class _Bars:
    """Bars that stand while a block runs."""

    def __init__(self, unit: str) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
            _Rate(unit),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not is_watched(),
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()


class EncodingProgress(_Bars):
    """A bar an encoder."""

    def __init__(self) -> None:
        super().__init__("texts")

    def __enter__(self) -> EncodingProgress:
        self._progress.start()
        return self

    def encoder(self, name: str, texts: int) -> OnProgress:
        """Begin the bar of one encoder; call the result with each number of finished texts."""
        task = self._progress.add_task(name, total=texts)

        def advance(finished: int) -> None:
            self._progress.advance(task, finished)

        return advance


class SentenceProgress(_Bars):
    """One bar over ``sentences``."""

    def __init__(self, sentences: int) -> None:
        super().__init__("sentences")
        self._task = self._progress.add_task("perturbing", total=sentences)

    def __enter__(self) -> SentenceProgress:
        self._progress.start()
        return self

    def advance(self, tally: Tally) -> None:
        """Count what one more chunk was made of."""
        self._progress.advance(self._task, tally.sentences)
