"""What a gate asks, read from ``perimetry.toml`` or ``pyproject.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from perimetry.decisions.ci.better import KNOWN, better, is_known
from perimetry.decisions.ci.toml_table import Table, Toml, nearest
from perimetry.errors import DataError, InputError

FILES = ("perimetry.toml", "pyproject.toml")
SECTIONS: Mapping[str, tuple[str, ...]] = {"pyproject.toml": ("tool", "perimetry", "gate")}

On = Literal["value", "low", "high"]
Allowed = Literal["pass", "warn", "fail"]

LEVEL = 0.05


@dataclass(frozen=True)
class Bound:
    """A least or a largest value of a measure over the subsets that ``subset`` names.

    ``on`` chooses the estimate itself, or an end of its 95 % interval.
    """

    subset: str
    measure: str
    least: float | None = None
    most: float | None = None
    on: On = "value"
    line: int | None = None


@dataclass(frozen=True)
class Regression:
    """What must not get worse than the baseline.

    Attributes:
        subsets: patterns of subsets.
        measures: those that are tested; None for those of
            :data:`~perimetry.results.baseline.HEADLINE` that the baseline has.
        max_loss: by measure, how much worse no value may get, significant or not.
        level: how often a regression may be found where there is none, over all tests together.
        line: of the table.
    """

    subsets: Sequence[str] = ("*",)
    measures: Sequence[str] | None = None
    max_loss: Mapping[str, float] = field(default_factory=dict)
    level: float = LEVEL
    line: int | None = None


@dataclass(frozen=True)
class GateConfig:
    """What a gate asks.

    ``model``, ``suite``, ``data``, ``split``, ``limit`` and ``seed`` say what to audit where no
    finished audit is given; ``checkpoint`` and ``canary`` are what the doctor may hold the model
    against. Paths are relative to the file's folder.
    """

    path: Path
    model: str | None = None
    suite: str | None = None
    data: str | None = None
    split: str | None = None
    limit: int | None = None
    seed: int = 0
    checkpoint: Path | None = None
    canary: Path | None = None
    baseline: Path | None = None
    bounds: Sequence[Bound] = ()
    checks: Mapping[str, Allowed] = field(default_factory=dict)
    regression: Regression | None = None


def find_config(folder: Path) -> Path:
    """The configuration in ``folder``: ``perimetry.toml``, else a ``pyproject.toml`` that has one.

    Raises:
        InputError: there is neither.
        DataError: a ``pyproject.toml`` is not TOML.
    """
    for name in FILES:
        path = folder / name
        if path.is_file() and (name not in SECTIONS or Toml(path).table(*SECTIONS[name])):
            return path
    raise InputError(
        f"{folder}: no perimetry.toml, and no [tool.perimetry.gate] in a pyproject.toml. "
        "Write one, or name it with --config."
    )


def read_config(path: Path) -> GateConfig:
    """Read and check what a gate asks.

    Raises:
        DataError: the file is missing or not TOML, a key is not known or of another type, or the
            gate asks nothing.
    """
    toml = Toml(path)
    keys = SECTIONS.get(path.name, ("gate",))
    table = toml.table(*keys)
    if table is None:
        near = nearest("gate", list(toml.entries))
        hint = f" Did you mean [{near}]?" if near else ""
        raise DataError(path, f"there is no [{'.'.join(keys)}].{hint}")
    if keys == ("gate",):
        rest = Table(toml, (), {key: value for key, value in toml.entries.items() if key != "gate"})
        for key in rest.names:
            raise rest.error("only [gate] and its tables stand here.", key)
    return _config(path, table)


def _config(path: Path, table: Table) -> GateConfig:
    folder = path.parent
    checkpoint, canary, baseline = (
        folder / found if (found := table.text(key)) else None
        for key in ("checkpoint", "canary", "baseline")
    )
    bounds, checks, regression = (table.inner(key) for key in ("bounds", "checks", "regression"))
    config = GateConfig(
        path=path,
        model=_beside(folder, table.text("model")),
        suite=table.text("suite"),
        data=_beside(folder, table.text("data")),
        split=table.text("split"),
        limit=table.whole("limit", least=1),
        seed=table.whole("seed", least=0) or 0,
        checkpoint=checkpoint,
        canary=canary,
        baseline=baseline,
        bounds=list(_bounds(bounds)) if bounds else (),
        checks=_checks(checks) if checks else {},
        regression=_regression(regression) if regression else None,
    )
    table.close()
    return config


def _beside(folder: Path, name: str | None) -> str | None:
    """A name whose path begins with a dot, made relative to the file's folder."""
    if name is None:
        return None
    engine, colon, rest = name.rpartition(":")
    return f"{engine}{colon}{folder / rest}" if rest.startswith(("./", "../")) else name


def _bounds(table: Table) -> Iterator[Bound]:
    for subset, measures in table.tables():
        for measure in measures.names:
            yield _bound(measures, subset, measure)


def _bound(table: Table, subset: str, measure: str) -> Bound:
    line = table.line(measure)
    inner = table.inner(measure) if table.is_table(measure) else None
    if inner is None:
        if better(measure) != "high":
            raise table.error(f"{_no_side(measure)} Write {{ min = … }} or {{ max = … }}.", measure)
        return Bound(subset, measure, least=table.number(measure), line=line)
    least, most = inner.number("min"), inner.number("max")
    on = inner.choice("on", ("value", "low", "high")) or "value"
    inner.close()
    if least is None and most is None:
        raise table.error("write min, max or both.", measure)
    if least is not None and most is not None and least > most:
        raise table.error(f"min {least:g} is above max {most:g}.", measure)
    return Bound(subset, measure, least, most, cast(On, on), line)


def _no_side(measure: str) -> str:
    """Why a number alone does not say what is asked of a measure."""
    if better(measure) == "low":
        return f"{measure} is better low."
    if is_known(measure):
        return f"{measure} has no better side."
    near = nearest(measure, KNOWN)
    return f"{measure} is no built-in measure." + (f" Did you mean {near!r}?" if near else "")


def _checks(table: Table) -> dict[str, Allowed]:
    found = {}
    for check in table.names:
        found[check] = cast(Allowed, table.choice(check, ("pass", "warn", "fail")))
    return found


def _regression(table: Table) -> Regression:
    losses = table.inner("max_loss")
    names = losses.names if losses else []
    level = table.number("level")
    if level is not None and not 0 < level < 0.5:
        raise table.error("write a number between 0 and 0.5.", "level")
    measures = table.texts("measures")
    for key, asked in (("measures", measures or ()), ("max_loss", names)):
        for measure in asked:
            if better(measure) is None:
                raise table.error(f"{_no_side(measure)} So it cannot get worse.", key)
    found = Regression(
        subsets=table.texts("subsets") or ("*",),
        measures=measures,
        max_loss={name: losses.number(name, least=0) or 0.0 for name in names} if losses else {},
        level=level or LEVEL,
        line=table.toml.line(table.keys),
    )
    table.close()
    return found
