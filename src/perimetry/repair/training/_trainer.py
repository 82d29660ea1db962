"""sentence-transformers' trainer, with checkpoints that a kill cannot spoil (extra ``train``).

Its data set holds the numbers of steps; :class:`~perimetry.repair.training._collate.Collator`
makes each step's batch. A checkpoint counts once a file is in it that is written last, so a
half-written one is passed over. Weights are kept as safetensors; the library's own files of the
optimiser and the random state are read with ``weights_only``.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

from perimetry.errors import MissingExtraError
from perimetry.files import write_text
from perimetry.repair.training._collate import Collator
from perimetry.repair.training._loss import RepairLoss
from perimetry.repair.training._model import EXTRA
from perimetry.repair.training.settings import Settings

try:
    import accelerate  # noqa: F401 (the trainer needs it and says so less plainly)
    import datasets
    import torch
    from safetensors.torch import load_file, save_file
    from sentence_transformers import (
        SentenceTransformerTrainer,
        SentenceTransformerTrainingArguments,
    )
    from sentence_transformers.base.evaluation import BaseEvaluator
    from transformers import (
        EarlyStoppingCallback,
        PrinterCallback,
        TrainerCallback,
        TrainerState,
    )
except ImportError as error:
    raise MissingExtraError(error.name or "accelerate", EXTRA) from None

WEIGHTS = "weights.safetensors"
COMPLETE = "complete.json"
METRIC = "held_out_loss"


@dataclass(frozen=True)
class Progress:
    """Where a training is. ``seconds_left`` is None before the first step that was timed."""

    step: int
    steps: int
    loss: float | None
    held_out_loss: float | None
    seconds_left: float | None


Watch = Callable[[Progress], None]
Look = Callable[[], dict[str, float]]
"""Scores the held-out slice: ``held_out_loss`` and whatever else is to be recorded."""


@dataclass(frozen=True)
class Trained:
    """What a training did: its last step, the step of the weights it kept, how long it took."""

    steps: int
    best_step: int
    seconds: float


class _Trainer(SentenceTransformerTrainer):  # type: ignore[misc]  # not read by mypy
    """Checkpoints hold what is learnt, by name, and nothing else of the model."""

    def add_model_card_callback(self, default_args_dict: dict[str, Any]) -> None:
        """The library's card would describe numbers of steps as data; the model has our own."""

    def _save(self, output_dir: str | None = None, state_dict: Any = None) -> None:  # noqa: ARG002
        folder = Path(output_dir or self.args.output_dir)
        folder.mkdir(parents=True, exist_ok=True)
        learnt = {
            name: parameter.detach().contiguous()
            for name, parameter in self.model.named_parameters()
            if parameter.requires_grad
        }
        save_file(learnt, str(folder / WEIGHTS))

    def _load_from_checkpoint(self, checkpoint_path: str) -> None:
        learnt = load_file(str(Path(checkpoint_path) / WEIGHTS))
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                if parameter.requires_grad:
                    parameter.copy_(learnt[name])

    def _load_best_model(self) -> None:
        # The library's own goes on with other weights where this fails.
        self._load_from_checkpoint(str(_checkpoint(self.args, self.state.best_global_step)))


class _Evaluator(BaseEvaluator):  # type: ignore[misc]  # not read by mypy
    """The held-out slice, as the trainer asks for it."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def __call__(self, *_args: object, **_options: object) -> dict[str, float]:
        return self._look()


class _Keeper(TrainerCallback):  # type: ignore[misc]  # not read by mypy
    """Tells how it goes, stops when the time is over, and marks checkpoints that are complete."""

    def __init__(self, settings: Settings, watch: Watch | None, earlier_s: float) -> None:
        self._minutes, self._watch = settings.minutes, watch
        self._earlier_s, self._start = earlier_s, time.monotonic()
        self._first_step: int | None = None
        self._loss: float | None = None
        self._held: float | None = None

    @property
    def seconds(self) -> float:
        """How long this training has taken, before it was stopped and since."""
        return self._earlier_s + time.monotonic() - self._start

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:  # noqa: ARG002
        self._first_step, self._start = state.global_step, time.monotonic()

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        over = self._minutes is not None and self.seconds >= 60 * self._minutes
        if over or state.global_step >= state.max_steps:
            control.should_evaluate = args.eval_strategy != "no"
            control.should_save = control.should_training_stop = True

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:  # noqa: ARG002
        found = logs or {}
        self._loss = found.get("loss", self._loss)
        self._held = found.get(f"eval_{METRIC}", self._held)
        if self._watch:
            self._watch(
                Progress(state.global_step, state.max_steps, self._loss, self._held,
                         self._left(state.global_step, state.max_steps))
            )  # fmt: skip

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        reached = {"seconds": round(self.seconds, 1), "ended": control.should_training_stop}
        write_text(_checkpoint(args, state.global_step) / COMPLETE, json.dumps(reached))

    def _left(self, step: int, steps: int) -> float | None:
        done = step - (self._first_step or 0)
        if done <= 0:
            return None
        left = (steps - step) * (time.monotonic() - self._start) / done
        if self._minutes is not None:
            left = min(left, max(0.0, 60 * self._minutes - self.seconds))
        return left


def train(
    model: Any,
    loss: RepairLoss,
    collator: Collator,
    *,
    steps: int,
    settings: Settings,
    folder: Path,
    look: Look | None,
    watch: Watch | None = None,
) -> Trained:
    """Train ``model`` in place, from the last complete checkpoint in ``folder`` if there is one.

    Args:
        model: of sentence-transformers.
        loss: holds it.
        collator: makes each step's batch.
        steps: how many.
        settings: see there.
        folder: of the checkpoints.
        look: scores the held-out slice; without one the last weights are kept.
        watch: told how it goes.
    """
    last = last_complete(folder)
    keeper = _Keeper(settings, watch, last.seconds if last else 0.0)
    callbacks = [keeper]
    if look is not None:
        callbacks.append(EarlyStoppingCallback(early_stopping_patience=settings.patience))
    trainer = _Trainer(
        model=model,
        args=_arguments(folder, steps, settings, model.device.type, looks=look is not None),
        train_dataset=datasets.Dataset.from_dict({"step": list(range(steps))}),
        loss=loss,
        data_collator=collator,
        evaluator=None if look is None else _Evaluator(look),
        callbacks=callbacks,
    )
    trainer.remove_callback(PrinterCallback)
    if last is not None and last.ended:
        trainer.state = TrainerState.load_from_json(str(last.path / "trainer_state.json"))
        kept = _best(trainer.state, looks=look is not None)
        trainer._load_from_checkpoint(str(_checkpoint(trainer.args, kept)))
        return Trained(trainer.state.global_step, kept, last.seconds)
    trainer.train(resume_from_checkpoint=None if last is None else str(last.path))
    kept = _best(trainer.state, looks=look is not None)
    return Trained(trainer.state.global_step, kept, keeper.seconds)


@dataclass(frozen=True)
class Complete:
    """A checkpoint that was written whole, the seconds that led to it, and whether it ended all."""

    path: Path
    seconds: float
    ended: bool


def last_complete(folder: Path) -> Complete | None:
    """The last complete checkpoint, if there is one; incomplete ones are deleted."""
    found: list[tuple[int, Path]] = []
    for path in folder.glob("checkpoint-*"):
        if (path / COMPLETE).is_file():
            found.append((int(path.name.rpartition("-")[2]), path))
        else:
            shutil.rmtree(path)
    if not found:
        return None
    last = max(found)[1]
    reached = json.loads((last / COMPLETE).read_text(encoding="utf-8"))
    return Complete(last, float(reached["seconds"]), bool(reached["ended"]))


def _checkpoint(arguments: Any, step: int) -> Path:
    return Path(arguments.output_dir) / f"checkpoint-{step}"


def _best(state: Any, *, looks: bool) -> int:
    """The step whose weights are kept."""
    return int(state.best_global_step if looks and state.best_global_step else state.global_step)


def _arguments(folder: Path, steps: int, settings: Settings, device: str, *, looks: bool) -> Any:
    every = min(settings.check_every, steps)
    arguments = SentenceTransformerTrainingArguments(
        output_dir=str(folder.resolve()),
        max_steps=steps,
        per_device_train_batch_size=1,  # a row of the data set is the number of a whole batch
        learning_rate=settings.rate,
        lr_scheduler_type="linear",
        warmup_steps=ceil(settings.warmup * steps),
        weight_decay=0.0,
        seed=settings.seed,
        data_seed=settings.seed,
        batch_sampler=_in_order,
        use_cpu=device == "cpu",
        bf16=settings.bfloat16,
        dataloader_pin_memory=False,
        logging_steps=min(10, every),
        save_strategy="steps",
        save_steps=every,
        save_total_limit=2,
        eval_strategy="steps" if looks else "no",
        eval_steps=every,
        load_best_model_at_end=looks,
        metric_for_best_model=f"eval_{METRIC}" if looks else None,
        greater_is_better=False if looks else None,
        disable_tqdm=True,
        report_to=[],
    )
    arguments._n_gpu = min(1, arguments.n_gpu)  # a batch belongs together: it is never split
    return arguments


def _in_order(dataset: Sequence[object], **_: Any) -> Iterator[list[int]]:
    return torch.utils.data.BatchSampler(  # type: ignore[no-any-return]
        torch.utils.data.SequentialSampler(dataset), batch_size=1, drop_last=False
    )
