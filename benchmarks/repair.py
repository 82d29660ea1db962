"""What repairs are worth: each row of the table by name, with seeds and a budget of CPU time.

``python benchmarks/repair.py`` lists the rows. ``python benchmarks/repair.py esnli core --bfloat16
--threads 1 --out DIR --data-dir DATA`` makes them, and ``benchmarks/repair_table.py DIR`` prints
what is there. A row that is finished is not made again, and one that was stopped goes on from its
last checkpoint, so the same command may be given until it has nothing to do. Everything that is
scored is kept out of training: the tests of the row and the sets on which no harm is shown.

The budgets are minutes of training on one core in bfloat16; a certificate takes about five more the
first time, and less once the base model's vectors are stored.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from perimetry.datasets.background import builtin_background
from perimetry.datasets.core import builtin_core, builtin_keeping
from perimetry.datasets.safety_pairs import ANSWERED
from perimetry.datasets.tasks import Task, find_task
from perimetry.datasets.tasks.rows import task_rows
from perimetry.encoders import open_encoder
from perimetry.encoders.views.head import write_head
from perimetry.files import write_text
from perimetry.probes import Probe, load_suite
from perimetry.probes.meaning import MeaningProbe
from perimetry.probes.task_suite import TaskData, task_probe
from perimetry.repair import Guarded, Protected, Settings, fine_tune, guarded, learn_head
from perimetry.repair.examples.example import TrainingExample, TrainingTask, divided
from perimetry.repair.examples.lessons import lesson_examples
from perimetry.repair.examples.minimal_pairs import core_examples
from perimetry.repair.examples.protected import (
    builtin_protected,
    harm_protected,
    scored_texts,
    task_protected,
)
from perimetry.repair.examples.rules import rule_examples
from perimetry.repair.examples.tasks import task_examples, training_split, unexplained
from perimetry.repair.merging.merge import merge_models
from perimetry.repair.proof.certificate import certify_repair
from perimetry.repair.proof.harm import HarmSet, public_harm_sets
from perimetry.repair.training.base_model import trainable_folder
from perimetry.repair.training.replay import builtin_kept
from perimetry.results.repair import repair_certificate_json
from perimetry.store import VectorStore

MODEL = "all-MiniLM-L6-v2"
SEEDS = (1, 2, 3)
HALVES = 1
"""The seed by which the groups of a set with one split are halved, one for all rows."""

CAPTIONS = ("premise", "hypothesis")
KEPT = 4_000
"""Captions among what is kept."""

PREMISES = 2_000
"""Sentences of e-SNLI dev that rules edit beside the background."""

HIDDEN = (
    "number", "unit", "role_swap", "quantifier", "condition", "attribution", "scope",
    "punctuation", "cause_concession",
)  # fmt: skip
"""Nine of the eighteen phenomena of perimetry-core, for the row that does not learn them."""

FOLDS = 6
"""Rows that leave out every sixth phenomenon, so that each is left out once."""

TAUGHT = {
    "negation": ("negation", "un_negation"), "antonym": ("antonym",), "date_time": ("date",),
    "number": ("number", "digits_words"), "unit": ("unit", "equal_unit"), "entity": ("entity",),
    "identifier": ("identifier",), "role_swap": ("role_swap", "voice"),
    "temporal_order": ("before_after",), "quantifier": ("quantifier",), "modality": ("modality",),
    "comparative": ("comparative",),
}  # fmt: skip
"""The rules that would teach a phenomenon that is left out all the same."""

SHORT = 500
"""Steps of the rows that leave one thing out of the minimal pairs."""


@dataclass(frozen=True)
class Lesson:
    """What a row learns from, what it is scored on, and which of that it learnt the kind of."""

    tasks: Sequence[TrainingTask]
    protected: Sequence[Protected]
    probes: Sequence[Probe]
    trained: Sequence[str]
    background: Sequence[str] = ()


@dataclass(frozen=True)
class Merged:
    """Finished runs of another row: the mean of so many seeds, so far from the base model."""

    row: str
    runs: int
    weight: float


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    what: str
    lesson: Callable[[Path, int], Lesson]
    steps: int
    minutes: int
    seeds: Sequence[int] = (1,)
    method: str = "full"
    merged: Merged | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)


def one_split(
    name: str, tie: Callable[[str], str] = lambda group: group, beside: Sequence[str] = ()
) -> Callable[..., Lesson]:
    """A set that has one split: learnt on one half of its groups and scored on the other.

    The built-in tasks ``beside`` it are learnt too, on their training splits.
    """

    def lesson(data_dir: Path, _seed: int) -> Lesson:
        task = find_task(name)
        whole = task_examples(task, task.split, data_dir=data_dir)
        parts = divided(whole, 0.5, HALVES, tie)
        learnt = replace(parts.one, notes=[f"one half of {task.split} by groups"])
        scored = set(parts.other.groups)
        probe = task_probe(task, TaskData(data_dir=data_dir))
        probe = replace(
            probe,
            examples=[[e for e in put if e.group in scored] for put in probe.examples],
            source=f"{probe.source}, the half that was not learnt from",
        )
        other = Protected(f"{task.name}, other half", scored_texts(parts.other))
        others = [task_examples(find_task(name), "train") for name in beside]
        return Lesson([learnt, *others], [other], [probe, *load_suite("core")], [probe.name])

    return lesson


def two_splits(
    name: str, change: Callable[[Task], Task] = lambda task: task
) -> Callable[..., Lesson]:
    """A set that has a split to learn from beside the scored one."""

    def lesson(data_dir: Path, _seed: int) -> Lesson:
        task = change(find_task(name))
        learnt = task_examples(task, training_split(task) or "", data_dir=data_dir)
        probe = task_probe(task, TaskData(data_dir=data_dir))
        known = [task_protected(task, data_dir=data_dir)]
        probes = [probe, *load_suite("core")]
        return Lesson([learnt], known, probes, [probe.name], captions(data_dir))

    return lesson


def minimal_pairs(hidden: Sequence[str] = ()) -> Callable[..., Lesson]:
    """Core dev, lessons and rules on other sentences; ``hidden`` phenomena are scored apart.

    With them keeping edits are left out too: opposites of these change a number, a role and more.
    """

    def lesson(data_dir: Path, seed: int) -> Lesson:
        esnli = find_task("e-SNLI")
        read = task_examples(esnli, "validation", data_dir=data_dir, wordings=[0])
        sentences = [*builtin_background().sentences, *read.groups[:PREMISES]]
        rules = [rule for phenomenon in hidden for rule in TAUGHT.get(phenomenon, ())]
        tasks = [
            core_examples([*hidden, *builtin_keeping("dev").categories] if hidden else ()),
            lesson_examples(hidden, seed=seed),
            rule_examples(sentences, seed=seed, without=rules),
        ]
        probes = [*load_suite("core"), *load_suite("heros")]
        probes += [part(f"core fold {n}", fold(n)) for n in range(FOLDS)]
        if hidden:
            seen = [name for name in builtin_core("test").categories if name not in hidden]
            probes += [part("core seen", seen), part("core hidden", hidden)]
        learnt = [probe.name for probe in probes]
        requests = task_examples(find_task("requests"), "train", wordings=[0])
        asked = list(dict.fromkeys(example.query for example in requests.examples))
        return Lesson(tasks, [], probes, learnt, captions(data_dir, asked))

    return lesson


def part(name: str, phenomena: Sequence[str]) -> MeaningProbe:
    """Some phenomena of core test."""
    data = builtin_core("test")
    return MeaningProbe(data.only([p for p in data.pairs if p.category in phenomena]), name=name)


def fold(number: int) -> Sequence[str]:
    """Every sixth phenomenon, from one of the first six on."""
    return builtin_core("test").categories[number::FOLDS]


def captions(data_dir: Path, beside: Sequence[str] = ()) -> list[str]:
    """Sentences of e-SNLI dev without their labels, and those ``beside`` them, to be kept.

    Near copies of what is scored are left out.
    """
    rows, _ = task_rows(find_task("e-SNLI"), data_dir=data_dir, split="validation")
    texts = list(dict.fromkeys(str(row[name]) for _, row in rows for name in CAPTIONS))[:KEPT]
    examples = [TrainingExample("kept", text, text, text) for text in [*texts, *beside]]
    never = [*builtin_protected(), *harm_protected(data_dir)]
    kept = guarded([TrainingTask("kept", examples)], never)
    return [example.query for example in kept.tasks[0].examples]


def kind(group: str) -> str:
    """Which of XSTest's kinds a type belongs to, so that a contrast stays with what it answers."""
    bare = group.removeprefix("contrast_")
    return ANSWERED.get(bare, bare) if bare != group else group


ESNLI, BEGIN = two_splits("e-SNLI"), two_splits("BEGIN")
XSTEST = one_split("XSTest", kind, beside=["requests"])
FAST = {"learning_rate": 1e-4}
WHOLE = {**FAST, "held_out": 0.0}
SLOW = {"learning_rate": 5e-5, "held_out": 0.0}
MASKED = {**FAST, "ids": False}
PLAIN = {**MASKED, "mask_same": False}
FREE = {"replay_weight": 0.0}
SMALL = {**FAST, "max_tokens": 128, "check_every": 20}
ADAPTERS = {"check_every": 250, "place_weight": 6.0, "replay_size": 48}
PAIRS = {**ADAPTERS, "learning_rate": 2e-4}
ROWS = {
    "esnli": Row("e-SNLI: dev to test", ESNLI, 400, 10, SEEDS, changes=MASKED),
    "begin": Row("BEGIN: dev to test", BEGIN, 120, 7, SEEDS, changes=SMALL),
    "begin-half": Row("… half-way back", BEGIN, 0, 0, SEEDS, merged=Merged("begin", 1, 0.5)),
    "hh": Row(
        "HH-RLHF harmless: half to half",
        one_split("HH-RLHF harmless"),
        80,
        14,
        SEEDS,
        changes=SLOW,
    ),
    "xstest": Row("XSTest: half to half", XSTEST, 300, 8, SEEDS, changes=WHOLE),
    "xstest-half": Row("… half-way back", XSTEST, 0, 0, SEEDS, merged=Merged("xstest", 1, 0.5)),
    "core": Row("minimal pairs to core test", minimal_pairs(), 1500, 42, SEEDS, changes=PAIRS),
    "core-soup": Row(
        "… the mean of two seeds", minimal_pairs(), 0, 0, SEEDS, merged=Merged("core", 2, 1.0)
    ),
    "core-hidden": Row(
        "… without half the phenomena", minimal_pairs(HIDDEN), 1500, 42, changes=PAIRS
    ),
    "core-head": Row("… by a head", minimal_pairs(), 0, 3, method="head"),
    "core-short": Row("… in a third of the steps", minimal_pairs(), SHORT, 14, changes=PAIRS),
    "core-lora": Row(
        "… short, by adapters", minimal_pairs(), SHORT, 13, method="lora", changes=ADAPTERS
    ),
    "core-free": Row(
        "… short, without replay", minimal_pairs(), SHORT, 13, changes={**PAIRS, **FREE}
    ),
    **{
        f"core-fold-{n}": Row(
            f"… short, without {', '.join(fold(n))}",
            minimal_pairs(fold(n)),
            SHORT,
            14,
            changes=PAIRS,
        )
        for n in range(FOLDS)
    },
    "esnli-marks": Row("e-SNLI: random marks", ESNLI, 400, 12, changes=FAST),
    "esnli-plain": Row("e-SNLI: no marks, no mask", ESNLI, 400, 8, changes=PLAIN),
    "esnli-bare": Row(
        "e-SNLI: bare labels", two_splits("e-SNLI", unexplained), 400, 8, changes=MASKED
    ),
    "esnli-free": Row("e-SNLI: no replay", ESNLI, 400, 6, changes={**MASKED, **FREE}),
    "esnli-lora": Row("e-SNLI by adapters", ESNLI, 400, 7, method="lora", changes={"ids": False}),
    "esnli-head": Row("e-SNLI by a head", ESNLI, 0, 3, method="head"),
}


def main() -> None:
    """List, make or print rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", help="names of rows, or all")
    parser.add_argument("--out", type=Path, default=Path("repairs"))
    parser.add_argument("--data-dir", type=Path, default=Path("data"))
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--seeds", type=int, nargs="*", help="these alone")
    parser.add_argument("--steps", type=int, help="so many steps instead, to try a row out")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--bfloat16", action="store_true", help="multiply in bfloat16")
    asked = parser.parse_args()
    names = list(ROWS) if asked.rows == ["all"] else asked.rows
    if not names:
        for name, row in ROWS.items():
            print(f"{name:12} {len(row.seeds)} x {row.minutes:3} min  {row.what}")
        print(f"all: {sum(len(row.seeds) * row.minutes for row in ROWS.values()) / 60:.1f} hours")
    sets = public_harm_sets(asked.data_dir)[0] if names else []
    for name in names:
        for seed in asked.seeds or ROWS[name].seeds:
            make(name, seed, asked, sets)


def make(name: str, seed: int, asked: argparse.Namespace, sets: Sequence[HarmSet]) -> None:
    """Train, certify and record one row with one seed, unless that is done."""
    row, path = ROWS[name], asked.out / f"{name}-{seed}.json"
    if path.exists():
        print(f"{path}: done already")
        return
    lesson = row.lesson(asked.data_dir, seed)
    never = [*builtin_protected(), *harm_protected(asked.data_dir)]
    found = guarded(lesson.tasks, [*never, *lesson.protected])
    for task in found.tasks:
        print(f"{name}: {task.name}, {len(task.examples):,} examples, {len(task.groups):,} groups")
    for removed in found.removed:
        print(f"{name}: {removed.sentence}")
    with VectorStore(asked.out / "store.db") as store:
        background = [*builtin_kept(), *lesson.background]
        after, record = learnt(name, row, seed, asked, found, background, store)
        certificate = certify_repair(
            open_encoder(asked.model, threads=asked.threads),
            open_encoder(after, threads=asked.threads),
            lesson.probes,
            trained=lesson.trained,
            seed=seed,
            harm_sets=sets,
            store=store,
        )
    finished = {
        "row": name,
        "seed": seed,
        "what": row.what,
        "training": record,
        "certificate": json.loads(repair_certificate_json(certificate)),
    }
    write_text(path, json.dumps(finished, indent=1) + "\n")
    print(f"{path}: {certificate.outcome}. {certificate.reason}")


def learnt(
    name: str,
    row: Row,
    seed: int,
    asked: argparse.Namespace,
    found: Guarded,
    background: Sequence[str],
    store: VectorStore,
) -> tuple[str, dict[str, Any]]:
    """The name of the repaired encoder, and what training it took."""
    out = asked.out / f"{name}-{seed}"
    if row.method == "head":
        start, head = time.monotonic(), out.with_suffix(".safetensors")
        encoder = open_encoder(asked.model, threads=asked.threads)
        fit = learn_head(encoder, found.tasks, seed=seed, background=background, store=store)
        write_head(fit.head, head)
        minutes = (time.monotonic() - start) / 60
        return f"{asked.model}?head={head}", {
            "parameters": fit.head.parameters, "minutes": round(minutes, 2), "steps": fit.kept,
        }  # fmt: skip
    if row.merged:
        first = SEEDS.index(seed)
        seeds = [SEEDS[(first + n) % len(SEEDS)] for n in range(row.merged.runs)]
        runs = [asked.out / f"{row.merged.row}-{one}" for one in seeds]
        if lacking := [run.name for run in runs if not run.exists()]:
            raise SystemExit(f"{name}-{seed} needs {' and '.join(lacking)}: make {row.merged.row}")
        if not out.exists():
            base = trainable_folder(asked.model).path
            merge_models(base, runs, out, weight=row.merged.weight)
        notes = [json.loads((run / "repair.json").read_text(encoding="utf-8")) for run in runs]
        return str(out), {
            **notes[0],
            "steps": sum(note["steps"] for note in notes),
            "minutes": sum(note["minutes"] for note in notes),
        }
    if out.exists():  # trained, but not certified before it was stopped
        made: dict[str, Any] = json.loads((out / "repair.json").read_text(encoding="utf-8"))
        return str(out), made
    settings = Settings(
        "lora" if row.method == "lora" else "full",
        seed,
        max_steps=asked.steps or row.steps,
        bfloat16=asked.bfloat16,
        **row.changes,
    )
    place = trainable_folder(asked.model)
    record = fine_tune(place.path, found, settings, out, name=place.name, background=background,
                       threads=asked.threads, watch=print)  # fmt: skip
    return str(out), asdict(record)


if __name__ == "__main__":
    main()
