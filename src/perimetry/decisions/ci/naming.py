"""Which subsets and measures a gate's configuration means, and what to say of those it misspells.

A name that neither the audit nor the baseline nor perimetry itself knows is an error. One that is
known and that the audit lacks is missing, which fails the gate: neither ever passes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

from perimetry.decisions.ci.better import KNOWN, is_known
from perimetry.decisions.ci.toml_table import nearest
from perimetry.results.baseline import Baseline

FINER = (">", "/")
"""What the names of parts of subsets are made with; ``*`` alone does not mean those."""

BUILTIN_PROBES = ("core", "over_reaction", "pairs", "heros", "safety", "claim_search")
"""Those of the suites; a task and a retrieval set are probes of their own name."""


@dataclass(frozen=True)
class Place:
    """A subset of a probe."""

    probe: str
    subset: str
    family: str = ""


@dataclass(frozen=True)
class Naming:
    """The names of an encoder's standing and of its baseline."""

    standing: Baseline
    baseline: Baseline | None = None

    def places(self, pattern: str, measure: str) -> list[Place]:
        """Where ``pattern`` means a subset that has ``measure``, in the audit or the baseline."""
        return [
            place
            for place, measures in self._measures.items()
            if measure in measures and means(pattern, place)
        ]

    def unknown_subset(self, pattern: str) -> str:
        """Why no such subset can be meant; "" where it is known."""
        if any(means(pattern, place) for place in self._measures):
            return ""
        probe, colon, name = pattern.rpartition(": ")
        probes = list(dict.fromkeys(place.probe for place in self._measures))
        if colon and not any(fnmatchcase(known, probe) for known in (*probes, *BUILTIN_PROBES)):
            return _unknown("probe", probe, probes, (*probes, *BUILTIN_PROBES))
        if any(fnmatchcase(known, name) for known in _builtin_subsets()):
            return ""
        here = list(dict.fromkeys(place.subset for place in self._measures))
        return _unknown("subset", name, here, [*here, *_builtin_subsets()])

    def unknown_measure(self, measure: str) -> str:
        """Why no such measure can be meant; "" where it is known."""
        here = list(dict.fromkeys(name for names in self._measures.values() for name in names))
        if measure in here or is_known(measure):
            return ""
        return _unknown("measure", measure, here, [*here, *KNOWN])

    @cached_property
    def _measures(self) -> dict[Place, list[str]]:
        found: dict[Place, list[str]] = {}
        for standing in self._both():
            for probe, estimates in standing.estimates.items():
                family = standing.data[probe].family
                for e in estimates:
                    found.setdefault(Place(probe, e.subset, family), []).append(e.measure)
        return found

    def _both(self) -> Iterator[Baseline]:
        yield self.standing
        if self.baseline:
            yield self.baseline


def means(pattern: str, place: Place) -> bool:
    """Whether ``pattern`` means ``place``.

    It is a subset's name, or a family's, with ``*`` for any letters and the probe before it if one
    likes. ``*`` does not reach the parts of a subset, such as ``typo>negation``.

    >>> core = Place("core", "negation")
    >>> [means(p, core) for p in ("negation", "core: neg*", "*", "heros: *")]
    [True, True, True, False]
    """
    probe, colon, name = pattern.rpartition(": ")
    if colon and not fnmatchcase(place.probe, probe):
        return False
    if name and name in (place.subset, place.family):
        return True
    finer = any(mark in place.subset and mark not in name for mark in FINER)
    return "*" in name and not finer and fnmatchcase(place.subset, name)


def _unknown(kind: str, name: str, here: Sequence[str], known: Sequence[str]) -> str:
    near = nearest(name, known)
    if near:
        return f"there is no {kind} {name!r}. Did you mean {near!r}?"
    shown = ", ".join(here[:20]) + (", …" if len(here) > 20 else "")
    return f"there is no {kind} {name!r}. Here are: {shown or 'none'}."


def _builtin_subsets() -> list[str]:
    """The subsets of the built-in sets, whether they were asked or not."""
    from perimetry.datasets.core import builtin_core, builtin_keeping
    from perimetry.datasets.heros import load_heros
    from perimetry.probes.task_suite import OWN

    core = (*builtin_core(None).categories, *builtin_keeping(None).categories)
    return list(dict.fromkeys([*core, *load_heros(None).relations, *OWN, "all"]))
