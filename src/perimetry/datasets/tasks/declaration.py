"""A task as it is declared: in a TOML file of some twenty lines, ours or a user's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perimetry.errors import DataError

FAMILIES = ("factuality", "safety", "instructions", "reasoning", "documents")
"""The five families of ATEB (arXiv 2502.16766)."""

COLUMN = re.compile(r"\{(\w+)\}")
NAME = re.compile(r"[\w .+-]{1,60}")


@dataclass(frozen=True)
class Source:
    """Where a task's rows come from. Only ``paper`` and ``licence`` are known for every task.

    ``hub`` is a data set's name on the hub, ``files`` where each split lies in a mirror folder
    (``--data-dir``), ``built_in`` a file that ships with perimetry,
    ``built_in_train`` another with the split *train* alone, which holds no canary.
    """

    paper: str = ""
    licence: str = ""
    hub: str = ""
    config: str = ""
    folder: str = ""
    revision: str = ""
    built_in: str = ""
    built_in_train: str = ""
    files: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    reader: str = "table"
    columns: Sequence[str] = ()
    stands_in_for: str = ""
    note: str = ""


@dataclass(frozen=True)
class Task:
    """How a row becomes a query and its targets, and what the labels mean.

    Attributes:
        query: a template; ``{column}`` is replaced by the row's text.
        labels: for classification, by value of the column ``label`` the wordings of its target, as
            many for each label. A label is spelled out with what it means.
        choices: for anything else, templates of the targets. The first is right, unless ``right``
            names a column with the number of the right one, counted from ``first``.
        pool: whether the right target is also sought among the targets of all examples.
        withheld: a template of the query without what the answer should rest on; an encoder that
            is as good with it has found a shortcut.
        group: a template of what ties examples together; by default each row is its own.
        prompt: put before queries, ``target_prompt`` before targets; None is the encoder's own.
        asymmetric: whether queries and targets are encoded as query and document.
    """

    name: str
    family: str
    query: str
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)
    label: str = "label"
    choices: Sequence[str] = ()
    optional: Sequence[str] = ()
    right: str = ""
    first: int = 0
    pool: bool = False
    withheld: str = ""
    group: str = ""
    prompt: str | None = None
    target_prompt: str | None = None
    asymmetric: bool = False
    split: str = "test"
    source: Source = field(default_factory=Source)

    @property
    def wordings(self) -> int:
        """How many ways the labels are put, 1 for choices."""
        return max((len(put) for put in self.labels.values()), default=1)

    @property
    def known(self) -> bool:
        """Whether the literature says what the task is; a task without a query is a place held."""
        return bool(self.query)


def read_task(path: Path) -> Task:
    """Read a declaration.

    Raises:
        DataError: naming the key that is missing, unknown or wrong.
    """
    try:
        declared = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(path, "there is no such file.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(path, f"not TOML ({error}).") from None
    except OSError as error:
        raise DataError(path, f"cannot be read ({error.strerror}).") from None
    source = declared.pop("source", {})
    _check_keys(path, declared, Task, "")
    _check_keys(path, source, Source, "source.")
    task = Task(**declared, source=Source(**source))
    _check(path, task)
    return task


def _check_keys(path: Path, given: Mapping[str, Any], kind: type, prefix: str) -> None:
    known = kind.__dataclass_fields__  # type: ignore[attr-defined]
    for key in given:
        if key not in known or key == "source":
            raise DataError(
                path, f"unknown key {prefix + key!r}. Known: {', '.join(sorted(known))}."
            )
    for key in ("name", "family", "query") if kind is Task else ():
        if not isinstance(given.get(key), str):
            raise DataError(path, f"the key {key!r} is missing.")


def _check(path: Path, task: Task) -> None:
    if not NAME.fullmatch(task.name):
        raise DataError(path, f"the name {task.name!r} may hold letters, digits, blanks and .+-_")
    if task.family not in FAMILIES:
        raise DataError(path, f"family {task.family!r} is none of {', '.join(FAMILIES)}.")
    if not task.known:
        return
    if bool(task.labels) == bool(task.choices):
        raise DataError(path, "give [labels] for a classification, or choices for anything else.")
    if task.labels and len(task.labels) < 2:
        raise DataError(path, "[labels] needs two labels at least.")
    for label, wordings in task.labels.items():
        if isinstance(wordings, str) or len(wordings) != task.wordings or not all(wordings):
            raise DataError(
                path, f"label {label!r} needs a list of {task.wordings} wordings, like the others."
            )
    for template in (task.query, *task.choices, *task.optional):
        if not COLUMN.search(template):
            raise DataError(path, f"the template {template!r} names no {{column}}.")
