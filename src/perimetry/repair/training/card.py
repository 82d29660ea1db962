"""The model card of a repaired encoder, in Markdown: from what, how, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from perimetry.files import write_text
from perimetry.repair.training.record import RepairRecord

CARD = "README.md"

FRONT = """\
---
library_name: sentence-transformers
pipeline_tag: sentence-similarity
tags: [sentence-transformers, perimetry]
---
"""


def write_card(record: RepairRecord, folder: Path, sections: Sequence[str] = ()) -> None:
    """Write the card into ``folder``; ``sections`` of Markdown, such as a certificate, follow."""
    write_text(folder / CARD, model_card(record, sections))


def model_card(record: RepairRecord, sections: Sequence[str] = ()) -> str:
    """The card as text."""
    parts = [
        f"{FRONT}\n# {_cell(record.base)}, repaired",
        f"Made by `perimetry repair` from {_cell(record.base)} (SHA-256 of its weights "
        f"{record.base_digest[:12]}…), method {record.method}: {record.parameters:,} numbers "
        f"learnt in {record.steps:,} steps and {record.minutes:.1f} minutes; the weights are "
        f"those of step {record.best_step:,}. Pooling, prompts and normalisation are the base "
        "model's.",
        "## Before and after",
        "Groups of the training data that were held out. They chose the step, so they favour "
        "*after*: audit the model on tests that it has not seen.",
        _table(("task", "examples", "accuracy before", "after", "loss before", "after"),
               _scores(record)),
        *_moved(record),
        "## Learnt from",
        _table(("task", "examples", "groups", "held out", "notes"), _tasks(record)),
        "## Kept out",
        _kept_out(record),
        "\n".join(f"- {_cell(line)}" for line in record.removed or ["nothing was taken out"]),
        "## Settings",
        _table(("setting", "value"), sorted(record.settings.items())),
        _table(("library", "version"), sorted(record.versions.items())),
        *sections,
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _scores(record: RepairRecord) -> Iterator[Sequence[object]]:
    for before, after in zip(record.before, record.after, strict=True):
        yield (
            before.task,
            before.examples,
            f"{before.accuracy:.3f}",
            f"{after.accuracy:.3f}",
            f"{before.loss:.3f}",
            f"{after.loss:.3f}",
        )


def _moved(record: RepairRecord) -> Iterator[str]:
    if record.moved is not None:
        yield (
            "The cosines among background texts moved by "
            f"{record.moved.cosines**0.5:.4f} (root mean square), and their vectors kept a cosine "
            f"of {1 - record.moved.places:.4f} with the base model's on average."
        )


def _kept_out(record: RepairRecord) -> str:
    if not record.protected:
        return "The examples were compared with no test."
    sources = (f"{_cell(source)} ({n:,} texts)" for source, n in record.protected.items())
    return f"The examples were compared, word for word and nearly, with {', '.join(sources)}."


def _tasks(record: RepairRecord) -> Iterator[Sequence[object]]:
    for task in record.tasks:
        yield task.name, task.examples, task.groups, task.held_out, "; ".join(task.notes)


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_cell(value) for value in line) + " |" for line in lines)


def _cell(value: object) -> str:
    """``value`` as Markdown text: no cell, tag or line of its own."""
    text = " ".join(str(value).split())
    for character, written in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|")):
        text = text.replace(character, written)
    return text
