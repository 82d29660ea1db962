"""A base model and those that were trained from it, merged weight by weight into one folder.

Half-way between the two a model often keeps most of the gain and loses little of the rest (Wortsman
et al. 2022, arXiv 2109.01903). Linear merging takes ``(1 − t) a + t b`` of each tensor. SLERP goes
the same share along the arc between the two (Shoemake 1985), so that it does not shrink tensors
that point in different ways; where they point alike, the two methods agree. Of several repaired
models the mean is taken first: runs that differ in their seed alone err in different places, and
their mean often gains more (a model soup; Wortsman et al. 2022, arXiv 2203.05482).
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.models.tensor_file import (
    TensorEntry,
    TensorIndex,
    index_tensors,
    write_tensors,
)
from perimetry.errors import InputError, ModelError
from perimetry.files import storage_errors, write_text
from perimetry.repair.merging.alike import check_alike, same_name

Method = Literal["linear", "slerp"]
METHODS: tuple[Method, ...] = get_args(Method)

KEPT = {".json", ".txt", ".model"}
"""Files of the base that the merged folder has too. No code, no pickles, no exported graphs: those
would hold the base's weights."""

SAID_OF_THE_BASE = {"certificate.json", "repair.json"}
"""What is true of the base alone."""

FLOATS = ("F32", "F16", "BF16", "F64")
ALIKE = 1e-6
"""Below this sine of the angle between two tensors the arc is a line, to double precision."""

Floats = NDArray[np.float64]


def merge_models(
    base: Path,
    repaired: Sequence[Path],
    out: Path,
    *,
    weight: float,
    method: Method = "slerp",
    name: str | None = None,
) -> None:
    """Write a folder whose weights lie between a model and the mean of what was trained from it.

    Everything else is the base's: modules, pooling, prompts, tokenizer. Weights are float32. One
    tensor of each model is in memory at a time, and ``out`` appears only when it is complete.

    Args:
        base: a sentence-transformers folder.
        repaired: what was trained from it, one model or several of equal weight.
        out: a folder that does not exist yet.
        weight: how far to go from the base (0) to the repaired (1).
        method: ``linear`` or ``slerp``.
        name: of the base in the model card; by default its folder's.

    Raises:
        InputError: the weight, the method or ``out`` cannot be, there is no repaired model, or the
            models are not alike.
        ModelError: a folder cannot be read.
        StorageError: the disk is full or the folder cannot be written.
    """
    if not 0 <= weight <= 1:
        raise InputError(f"the weight lies within 0 (the base) to 1 (the repaired), not {weight}.")
    if method not in METHODS:
        raise InputError(f"the method is {' or '.join(METHODS)}, not {method!r}.")
    if out.exists():
        raise InputError(f"{out} is there already. Give another folder, or delete it.")
    if not repaired:
        raise InputError(f"there is nothing to merge {base} with. Give a model trained from it.")
    for folder in repaired:
        check_alike(base, folder)
    with storage_errors(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        for path in sorted(path for path in base.rglob("*") if path.is_file()):
            place = path.relative_to(base)
            if path.suffix == ".safetensors":
                others = [folder / place for folder in repaired]
                merge_file(path, others, unfinished / place, weight=weight, method=method)
            elif path.name == "config.json" and (path.parent / "model.safetensors").is_file():
                write_text(unfinished / place, _as_float32(path))
            elif path.suffix in KEPT and path.name not in SAID_OF_THE_BASE:
                with storage_errors(unfinished / place):
                    (unfinished / place).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, unfinished / place)
        write_text(
            unfinished / "README.md",
            _card(
                name or base.resolve().name, [p.resolve().name for p in repaired], weight, method
            ),
        )
        with storage_errors(out):
            unfinished.chmod(0o755)
            os.replace(unfinished, out)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def merge_file(
    base: Path, repaired: Sequence[Path], out: Path, *, weight: float, method: Method
) -> None:
    """Merge safetensors files of the same tensors, whole numbers only if they are equal.

    A tensor's name may lack the architecture's prefix in some of them, and buffers of positions may
    be missing: they follow from the architecture.

    Raises:
        InputError: the tensors are not the same, or hold different whole numbers.
        ModelError: a file is damaged.
    """
    left, rights = index_tensors(base), [index_tensors(path) for path in repaired]
    names = [_paired(left, right) for right in rights]
    between = _METHODS[method]

    def merged(name: str) -> NDArray[Any]:
        one = left.read(name)
        others = [
            right.read(paired[name])
            for right, paired in zip(rights, names, strict=True)
            if name in paired
        ]
        if left.entries[name].number_type not in FLOATS:
            if not all(np.array_equal(one, other) for other in others):
                raise InputError(
                    f"{base}: {name!r} holds whole numbers, and {' or '.join(map(str, repaired))} "
                    "has others. Only models of one architecture and tokenizer can be merged."
                )
            return one
        if not others:
            return one
        mean = np.mean([other.astype(np.float64) for other in others], axis=0)
        return between(one.astype(np.float64), mean, weight)

    entries = {
        name: TensorEntry("F32" if entry.number_type in FLOATS else entry.number_type, entry.shape)
        for name, entry in left.entries.items()
    }
    write_tensors(out, entries, merged, {"format": "pt"})


def linear(one: Floats, other: Floats, weight: float) -> Floats:
    """``(1 − t) a + t b``.

    >>> linear(np.array([1.0, 0.0]), np.array([0.0, 1.0]), 0.25).tolist()
    [0.75, 0.25]
    """
    return np.asarray((1 - weight) * one + weight * other)


def slerp(one: Floats, other: Floats, weight: float) -> Floats:
    """The point a share of the way along the arc between two tensors, seen as one vector each.

    ``sin((1 − t) θ) / sin θ · a + sin(t θ) / sin θ · b`` with the angle θ between them. Where a
    tensor is zero, or they lie on one line, it is :func:`linear`.

    >>> slerp(np.array([1.0, 0.0]), np.array([0.0, 1.0]), 0.5).round(4).tolist()
    [0.7071, 0.7071]
    """
    lengths = float(np.sqrt((one * one).sum() * (other * other).sum()))
    if not lengths:
        return linear(one, other, weight)
    angle = float(np.arccos(np.clip((one * other).sum() / lengths, -1, 1)))
    sine = float(np.sin(angle))
    if sine < ALIKE:
        return linear(one, other, weight)
    mixed = np.sin((1 - weight) * angle) * one + np.sin(weight * angle) * other
    return np.asarray(mixed / sine)


_METHODS: Mapping[Method, Callable[[Floats, Floats, float], Floats]] = {
    "linear": linear,
    "slerp": slerp,
}


def _paired(left: TensorIndex, right: TensorIndex) -> dict[str, str]:
    """The name in ``right`` of each tensor of ``left``, positions that one lacks left out."""
    one, other = ({same_name(n): n for n in index.entries} for index in (left, right))
    apart = sorted(name for name in one.keys() ^ other.keys() if not name.endswith("position_ids"))
    if apart:
        raise InputError(
            f"{left.path} and {right.path} are not of one architecture: only one has "
            f"{len(apart)} of the tensors, such as {apart[0]!r}."
        )
    pairs = {one[name]: other[name] for name in one.keys() & other.keys()}
    for name, its in pairs.items():
        shapes = left.entries[name].shape, right.entries[its].shape
        if shapes[0] != shapes[1]:
            raise InputError(
                f"{left.path} and {right.path} are not of one architecture: {name!r} has shape "
                f"{shapes[0]} in one and {shapes[1]} in the other."
            )
    return pairs


def _as_float32(path: Path) -> str:
    """The text of a ``config.json`` that asks for no other number type."""
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read ({error}).") from error
    for key in ("dtype", "torch_dtype"):
        if key in config:
            config[key] = "float32"
    return json.dumps(config, indent=2, ensure_ascii=False) + "\n"


def _card(base: str, repaired: Sequence[str], weight: float, method: Method) -> str:
    named = " and ".join(f"`{name}`" for name in repaired)
    end = named if len(repaired) == 1 else f"the mean of {named}"
    return (
        f"# {base}, merged\n\n"
        f"The weights lie {weight:g} of the way from `{base}` to {end}, tensor by tensor "
        f"({method}). Everything else is that of `{base}`.\n"
    )
