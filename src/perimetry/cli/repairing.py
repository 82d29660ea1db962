"""The parts of ``perimetry repair``: learning, proving, and what a person sees of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote as escaped

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as RichProgress
from rich.text import Text

from perimetry.cli.next_step import step
from perimetry.cli.screen import is_watched, screen
from perimetry.report.terminal.rows import print_rows

if TYPE_CHECKING:
    from perimetry.probes import Probe
    from perimetry.repair import Guarded, RepairRecord, Settings, Sources
    from perimetry.repair.training._trainer import Progress
    from perimetry.results.repair import RepairCertificate, RepairOutcome
    from perimetry.store import VectorStore


@dataclass(frozen=True)
class Learnt:
    """The repaired encoder's name, and what puts a certificate beside it."""

    name: str
    keep: Callable[[RepairCertificate], None]


def background_texts(path: Path | None) -> Sequence[str]:
    """The sentences whose cosines are to stay: a person's own, or the built-in ones."""
    from perimetry.datasets.texts import read_texts
    from perimetry.repair.training.replay import builtin_kept

    if path is None:
        return builtin_kept()
    return list(dict.fromkeys(source.text.strip() for source in read_texts(path)))


def fine_tuned(
    model: str,
    found: Guarded,
    settings: Settings,
    out: Path,
    background: Sequence[str],
    threads: int | None,
    console: Console,
) -> Learnt:
    """Train the checkpoint called ``model``; the certificate goes into its folder and card."""
    from perimetry.repair import fine_tune
    from perimetry.repair.training.base_model import trainable_folder
    from perimetry.repair.training.card import write_card
    from perimetry.report.pages.repair import repair_markdown, write_repair_report

    place = trainable_folder(model)
    with TrainingProgress() as watch:
        record = fine_tune(
            place.path,
            found,
            settings,
            out,
            name=place.name,
            background=background,
            threads=threads,
            watch=watch,
        )
    print_outcome(record, console)
    _say_where("Model", out, console)

    def keep(certificate: RepairCertificate) -> None:
        write_repair_report(certificate, out)
        write_card(record, out, [repair_markdown(certificate)])

    return Learnt(str(out), keep)


def learnt_head(
    model: str,
    found: Guarded,
    out: Path,
    background: Sequence[str],
    seed: int,
    threads: int | None,
    vectors: VectorStore,
) -> Learnt:
    """Learn a head for ``model``; the certificate goes into a folder of its name."""
    from perimetry.cli.progress import EncodingProgress
    from perimetry.encoders import open_encoder
    from perimetry.encoders.views.head import write_head
    from perimetry.errors import InputError
    from perimetry.repair import learn_head
    from perimetry.report.pages.repair import write_repair_report

    if out.suffix != ".safetensors" or out.exists():
        raise InputError(f"{out}: a head is a new .safetensors file. Give --out such a name.")
    encoder = open_encoder(model, threads=threads)
    texts = {text for task in found.tasks for e in task.examples
             for text in (e.query, e.positive, *e.negatives)}  # fmt: skip
    with EncodingProgress() as watch:
        fit = learn_head(
            encoder,
            found.tasks,
            seed=seed,
            background=background,
            store=vectors,
            on_progress=watch.encoder(encoder.name, len(texts) + len(background)),
        )
    write_head(fit.head, out)
    console = screen()
    console.print(
        f"{fit.examples:,} examples learnt from, {fit.held_out:,} held out; their loss went from "
        f"{fit.losses[0]:.3f} to {fit.losses[fit.kept]:.3f} (iteration {fit.kept})."
    )
    name = f"{model}{'&' if '?' in model else '?'}head={escaped(str(out))}"
    _say_where("Head", out, console)
    return Learnt(name, lambda certificate: write_repair_report(certificate, out.with_suffix("")))


def proved(
    model: str,
    learnt: Learnt,
    sources: Sources,
    seed: int,
    threads: int | None,
    vectors: VectorStore,
    console: Console,
) -> RepairOutcome:
    """Certify what was gained and what was not lost, print it and keep it."""
    from perimetry.cli.progress import EncodingProgress
    from perimetry.encoders import open_encoder
    from perimetry.repair.proof.certificate import certify_repair
    from perimetry.report.terminal.repair import print_repair

    probes, trained = _probes(sources)
    with EncodingProgress() as watch:
        certificate = certify_repair(
            open_encoder(model, threads=threads),
            open_encoder(learnt.name, threads=threads),
            probes,
            trained=trained,
            seed=seed,
            data_dir=sources.data_dir,
            store=vectors,
            watch=watch.encoder,
        )
    learnt.keep(certificate)
    print_repair(certificate, console)
    return certificate.outcome


def _probes(sources: Sources) -> tuple[list[Probe], list[str]]:
    """What before and after are asked, and which of it the repair learnt the kind of."""
    from perimetry.datasets.tasks import find_task
    from perimetry.errors import PerimetryError
    from perimetry.probes import load_suite
    from perimetry.probes.task_suite import TaskData, task_probe

    probes = list(load_suite("full"))
    asked = {probe.name for probe in probes}
    trained = ["core", "over_reaction"] if sources.core or sources.rules else []
    if sources.rules:
        trained.append("heros")
    for name in sources.tasks:
        task = find_task(name)
        if task.name not in asked:
            try:
                probes.append(task_probe(task, TaskData(data_dir=sources.data_dir)))
            except PerimetryError:
                continue  # its test is not here; what was learnt from has said so already
        trained.append(task.name)
    return probes, trained


def _say_where(what: str, path: Path, console: Console) -> None:
    console.print(Text(f"{what}: {path}"), soft_wrap=True)


def following(model: str, repaired: str, outcome: RepairOutcome) -> str:
    """What to do with a repair that came to this end."""
    if outcome == "The gain was bought with harm" and Path(repaired).is_dir():
        less = ("--frontier", "--out", "merged")
        return step("merge", model, repaired, *less, does="keeps most of the gain for less harm")
    return step("audit", repaired, does="maps it")


def print_sources(found: Guarded, console: Console) -> None:
    """Print the tasks with their sizes, and what was taken out of them."""
    columns = ("learnt from", "examples", "groups", "notes")
    rows = [
        (task.name, f"{len(task.examples):,}", f"{len(task.groups):,}", "; ".join(task.notes))
        for task in found.tasks
    ]
    print_rows(console, columns, rows, left=(0, 3), wrapped=(3,))
    compared = sum(found.protected.values())
    console.print(f"Compared with {compared:,} texts that audits score.")
    for removed in found.removed:
        console.print(Text(removed.sentence))


def print_outcome(record: RepairRecord, console: Console) -> None:
    """Print the held-out slice before and after, and what it cost."""
    rows = [
        (before.task, f"{before.examples:,}", f"{before.accuracy:.3f}", f"{after.accuracy:.3f}")
        for before, after in zip(record.before, record.after, strict=True)
    ]
    if rows:
        print_rows(console, ("held out", "examples", "before", "after"), rows)
    console.print(
        f"{record.parameters:,} numbers learnt in {record.minutes:.1f} minutes; the weights of "
        f"step {record.best_step:,} of {record.steps:,}."
    )


class TrainingProgress:
    """The step, the loss and the time left, on standard error.

    On a terminal one line beside a bar; elsewhere a line for each look at the held-out slice.
    """

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._redraws = is_watched()
        self._bar = RichProgress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            console=self._console,
            disable=not self._redraws,
        )
        self._task = self._bar.add_task("training", total=None)
        self._said: float | None = None

    def __enter__(self) -> TrainingProgress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, progress: Progress) -> None:
        """Tell where the training is."""
        line = self._line(progress)
        self._bar.update(
            self._task, description=line, completed=progress.step, total=progress.steps
        )
        if not self._redraws and progress.held_out_loss != self._said:
            self._said = progress.held_out_loss
            self._console.print(Text(line))

    def _line(self, progress: Progress) -> str:
        parts = [f"step {progress.step:,} of {progress.steps:,}"]
        if progress.loss is not None:
            parts.append(f"loss {progress.loss:.3f}")
        if progress.held_out_loss is not None:
            parts.append(f"held out {progress.held_out_loss:.3f}")
        if progress.seconds_left is not None:
            minutes, seconds = divmod(round(progress.seconds_left), 60)
            parts.append(f"{minutes}:{seconds:02d} left")
        return ", ".join(parts)
