"""Fine-tunes an encoder on guarded examples, and leaves a complete folder with its record."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from perimetry.errors import InputError
from perimetry.files import file_digest, storage_errors, write_text
from perimetry.repair.examples.contamination import Guarded
from perimetry.repair.examples.example import TrainingTask
from perimetry.repair.training.batches import Plan, steps_of
from perimetry.repair.training.card import write_card
from perimetry.repair.training.held_out import HeldOut, SliceScore, hold_out, slice_score
from perimetry.repair.training.record import LearntTask, RepairRecord, versions, write_record
from perimetry.repair.training.replay import Moved, Replay, moved
from perimetry.repair.training.settings import Settings

if TYPE_CHECKING:
    from perimetry.repair.training._model import Trainee
    from perimetry.repair.training._trainer import Watch

QUESTION = "question.json"
CHECKPOINTS = "checkpoints"
FINISHED = "finished"


def fine_tune(
    folder: Path,
    guarded: Guarded,
    settings: Settings,
    out: Path,
    *,
    name: str,
    background: Sequence[str] = (),
    threads: int | None = None,
    watch: Watch | None = None,
) -> RepairRecord:
    """Train the model in ``folder`` and write a complete model folder to ``out``.

    Until it is finished its checkpoints lie beside ``out``, and the same call goes on from the last
    one; to rounding it ends where a run without a stop would have.

    Args:
        folder: a sentence-transformers model with safetensors.
        guarded: what is learnt from.
        settings: see there.
        out: the new folder; there must be none.
        name: what the card calls the base model.
        background: unlabelled sentences for the replay.
        threads: how many cores to use; None takes all.
        watch: told how it goes.

    Raises:
        InputError: ``out`` is there, or beside it lies another training's work.
        MissingExtraError: the extra ``train`` is not installed.
        ModelError: the model cannot be trained.
        StorageError: the disk is full or the folder cannot be written.
    """
    settings.check()
    if out.exists():
        raise InputError(f"{out} is there already. Choose another --out, or delete it.")
    from perimetry.repair.training._model import Trainee

    held = hold_out(guarded.tasks, settings.held_out, settings.seed)
    work = out.with_name(f".{out.name}.repair")
    digest = weights_digest(folder)
    _claim(work, _question(digest, guarded.tasks, settings, background))
    trainee = Trainee.load(
        folder, seed=settings.seed, threads=threads, max_tokens=settings.max_tokens,
        bfloat16=settings.bfloat16,
    )  # fmt: skip
    trainee.set_dropout(settings.dropout)
    if settings.frozen_embeddings:
        trainee.freeze_embeddings()
    with storage_errors(out):
        record = _trained(
            trainee, held, settings, work, background=background, guarded=guarded, watch=watch,
            base=(name, digest),
        )  # fmt: skip
        finished = work / FINISHED
        write_record(record, finished)
        write_card(record, finished)
        out.parent.mkdir(parents=True, exist_ok=True)
        os.replace(finished, out)
        shutil.rmtree(work)
    return record


def weights_digest(folder: Path) -> str:
    """SHA-256 over the weight files of a model folder, by their relative names."""
    files = sorted(path for path in folder.rglob("*.safetensors") if path.is_file())
    found = {path.relative_to(folder).as_posix(): file_digest(path) for path in files}
    return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def _question(
    digest: str, tasks: Sequence[TrainingTask], settings: Settings, background: Sequence[str]
) -> str:
    """What decides the result, to tell whether work that lies there is this training's."""
    parts = {
        "base": digest,
        "tasks": [task.digest for task in tasks],
        "settings": asdict(settings),
        "background": sha256("\0".join(background).encode()).hexdigest(),
    }
    return json.dumps(parts, sort_keys=True)


def _claim(work: Path, question: str) -> None:
    path = work / QUESTION
    if not path.is_file():
        write_text(path, question)
    elif path.read_text(encoding="utf-8") != question:
        raise InputError(
            f"{work} holds the work of another training (model, data or settings differ). "
            "Choose another --out, or delete that folder."
        )


def _trained(
    trainee: Trainee,
    held: HeldOut,
    settings: Settings,
    work: Path,
    *,
    base: tuple[str, str],
    background: Sequence[str],
    guarded: Guarded,
    watch: Watch | None,
) -> RepairRecord:
    import torch

    from perimetry.repair.training._collate import Collator
    from perimetry.repair.training._lora import merge, with_adapters
    from perimetry.repair.training._loss import RepairLoss
    from perimetry.repair.training._trainer import train

    steps = settings.max_steps or steps_of(held.learnt, settings.batch_size, settings.epochs)
    replay = None
    if settings.replay_weight and background:
        known = trainee.encode(background, "symmetric", None)
        replay = Replay(background, known, settings.replay_size, settings.seed)
    before = _scores(trainee, held, settings)
    torch.manual_seed(settings.seed)
    adapters = with_adapters(trainee.model, settings.rank) if settings.method == "lora" else None
    parameters = trainee.parameters
    collator = Collator(
        Plan(held.learnt, settings.batch_size, steps, settings.balance, settings.seed),
        settings,
        tokens=trainee.tokens,
        spans=trainee.spans,
        room=trainee.room,
        prompts=trainee.prompts,
        replay=replay,
    )
    loss = RepairLoss(
        trainee.model,
        temperature=settings.temperature,
        same_tower=settings.same_tower,
        dims=settings.dims,
        replay_weight=settings.replay_weight,
        place_weight=settings.place_weight,
        rank_weight=settings.ranking,
    )

    def look() -> dict[str, float]:
        found = _scores(trainee, held, settings)
        cost = float(np.mean([score.loss for score in found]))
        if (apart := _moved(trainee, replay)) is not None:
            cost += settings.replay_weight * apart.cosines + settings.place_weight * apart.places
        return {
            "held_out_loss": cost,
            "held_out_accuracy": float(np.mean([score.accuracy for score in found])),
        }

    done = train(trainee.model, loss, collator, steps=steps, settings=settings,
                 folder=work / CHECKPOINTS, look=look if held.held else None,
                 watch=watch)  # fmt: skip
    if adapters is not None:
        merge(adapters)
    shutil.rmtree(work / FINISHED, ignore_errors=True)
    after, apart = _scores(trainee, held, settings), _moved(trainee, replay)
    trainee.save(work / FINISHED)
    return RepairRecord(
        base=base[0],
        base_digest=base[1],
        method=settings.method,
        settings=asdict(settings),
        tasks=_learnt(held),
        removed=[removed.sentence for removed in guarded.removed],
        protected=guarded.protected,
        before=before,
        after=after,
        moved=apart,
        parameters=parameters,
        steps=done.steps,
        best_step=done.best_step,
        minutes=round(done.seconds / 60, 2),
        versions=versions(),
    )


def _scores(trainee: Trainee, held: HeldOut, settings: Settings) -> list[SliceScore]:
    return [slice_score(task, trainee.encode, settings.temperature) for task in held.held]


def _moved(trainee: Trainee, replay: Replay | None) -> Moved | None:
    if replay is None:
        return None
    places = replay.spread
    found = trainee.encode([replay.texts[place] for place in places], "symmetric", None)
    return moved(replay.vectors[places], found)


def _learnt(held: HeldOut) -> list[LearntTask]:
    kept = {task.name: len(task.examples) for task in held.held}
    return [
        LearntTask(
            task.name,
            task.digest,
            len(task.examples),
            len(task.groups),
            kept.get(task.name, 0),
            task.notes,
        )
        for task in held.learnt
    ]
