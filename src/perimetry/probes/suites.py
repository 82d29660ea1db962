"""Suites: named collections of probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from perimetry.datasets.background import builtin_background
from perimetry.datasets.heros import HerosSet, load_heros
from perimetry.errors import InputError
from perimetry.probes.base import Probe
from perimetry.probes.heros import HerosProbe

DEFAULT = "heros"


def load_suite(
    name: str = DEFAULT,
    *,
    data: str | HerosSet | None = None,
    limit: int | None = None,
    seed: int = 0,
) -> Sequence[Probe]:
    """The probes of suite ``name``, on the built-in data or on the user's.

    Args:
        name: one of :data:`SUITES`.
        data: a file or hub name instead of the built-in set, or a set made otherwise.
        limit: at most this many groups, drawn with ``seed``.
        seed: of the sample.

    Raises:
        InputError: no such suite, or data that cannot be read.
    """
    if name not in SUITES:
        raise InputError(f"there is no suite {name!r}. Suites: {', '.join(SUITES)}.")
    return SUITES[name](data, limit, seed)


def _heros(data: str | HerosSet | None, limit: int | None, seed: int) -> Sequence[Probe]:
    edited = data if isinstance(data, HerosSet) else load_heros(data)
    if limit is not None:
        edited = edited.sample(limit, seed)
    return [HerosProbe(edited, builtin_background())]


Suite = Callable[[str | HerosSet | None, int | None, int], Sequence[Probe]]

SUITES: Mapping[str, Suite] = {"heros": _heros}
