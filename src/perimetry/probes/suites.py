"""Suites: named collections of probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

from perimetry.datasets.background import builtin_background
from perimetry.datasets.core import MAIN, Split, builtin_core, builtin_keeping
from perimetry.datasets.heros import HUB_ID, HerosSet, load_heros
from perimetry.datasets.labelled import LabelledSet
from perimetry.datasets.labelled_file import layout_of, read_labelled
from perimetry.datasets.retrieval import read_beir
from perimetry.datasets.rows import read_rows
from perimetry.datasets.safety_pairs import builtin_requests, read_requests, read_xstest
from perimetry.errors import InputError
from perimetry.probes.base import Probe
from perimetry.probes.claim_search import ClaimSearchProbe, ClaimSet
from perimetry.probes.heros import HerosProbe
from perimetry.probes.meaning import MeaningProbe
from perimetry.probes.retrieval import RetrievalProbe
from perimetry.probes.safety import SafetyProbe
from perimetry.probes.task_suite import OWN, TaskData, load_tasks

DEFAULT = "core"

GROUP = "perimetry.probes"
"""The entry-point group of plugins: each names a :data:`Suite`, which makes probes when called."""

Data = str | HerosSet | ClaimSet | None
"""A file or hub name instead of the built-in set, or a set made otherwise."""


@dataclass(frozen=True)
class Asked:
    """What a suite is to be asked on."""

    data: Data
    limit: int | None
    seed: int
    split: str | None

    def sampled(self, data: LabelledSet) -> LabelledSet:
        """At most ``limit`` groups of each category."""
        return data if self.limit is None else data.sample(self.limit, self.seed)


def suite_for(data: Data) -> str:
    """The suite that suits ``data``: ``heros`` for its format, else the default."""
    if isinstance(data, HerosSet) or data == HUB_ID:
        return "heros"
    if isinstance(data, ClaimSet):
        return "claims"
    if data is None:
        return DEFAULT
    path = Path(data).expanduser()
    if path.is_dir():
        return "retrieval"
    return "heros" if layout_of(path) == "heros" else DEFAULT


def load_suite(
    name: str | None = None,
    *,
    data: Data = None,
    limit: int | None = None,
    seed: int = 0,
    split: str | None = None,
) -> Sequence[Probe]:
    """The probes of suite ``name``, on the built-in data or on the user's.

    Args:
        name: one of :func:`all_suites`; by default the one that suits ``data``.
        data: a file or hub name instead of the built-in set, or a set made otherwise.
        limit: at most this many groups of each category, drawn with ``seed``.
        seed: of the sample.
        split: ``dev`` or ``test`` of the built-in core set, ``test`` by default; of a file, only
            the rows of this split, all by default.

    Raises:
        InputError: no such suite, or data that cannot be read.
    """
    name = name or suite_for(data)
    suites = SUITES if name in SUITES else all_suites()
    if name not in suites:
        raise InputError(f"there is no suite {name!r}. Suites: {', '.join(suites)}.")
    return suites[name](Asked(data, limit, seed, split))


def _heros(asked: Asked) -> Sequence[Probe]:
    if isinstance(asked.data, ClaimSet):
        raise InputError("edited claims are asked with --suite claims.")
    edited = asked.data if isinstance(asked.data, HerosSet) else load_heros(asked.data)
    if asked.limit is not None:
        edited = edited.sample(asked.limit, asked.seed)
    return [HerosProbe(edited, builtin_background())]


def _core(asked: Asked) -> Sequence[Probe]:
    background = builtin_background()
    if asked.data is not None:
        return [MeaningProbe(asked.sampled(_own(asked)), background, name="pairs")]
    split = _split(asked)
    return [
        MeaningProbe(asked.sampled(builtin_core(split)), background),
        MeaningProbe(asked.sampled(builtin_keeping(split)), background, name="over_reaction"),
    ]


def _quick(asked: Asked) -> Sequence[Probe]:
    """The twelve main phenomena in the close stratum, where opposites look most alike."""
    if asked.data is not None:
        return [MeaningProbe(asked.sampled(_own(asked)), name="pairs")]
    data = builtin_core(_split(asked))
    close = [p for p in data.pairs if p.category in MAIN and p.stratum == "close"]
    return [MeaningProbe(asked.sampled(data.only(close)))]


def _full(asked: Asked) -> Sequence[Probe]:
    if asked.data is not None:
        raise InputError("--suite full has data of its own. Leave out --data or --suite.")
    return [*_core(asked), *_heros(asked), *_advanced(asked)]


def _advanced(asked: Asked) -> Sequence[Probe]:
    if asked.data is not None:
        raise InputError("--suite advanced has data of its own; ask one task with --task.")
    return load_tasks(OWN, TaskData(split=_split(asked), limit=asked.limit, seed=asked.seed))


def _safety(asked: Asked) -> Sequence[Probe]:
    if asked.data is None:
        requests = builtin_requests(_split(asked))
    else:
        path = Path(str(asked.data)).expanduser()
        xstest = "prompt" in next(iter(read_rows(path)), (0, {}))[1]
        requests = read_xstest(path) if xstest else read_requests(path, asked.split)
    if asked.limit is not None:
        requests = requests.sample(asked.limit, asked.seed)
    return [SafetyProbe(requests, builtin_background())]


def _retrieval(asked: Asked) -> Sequence[Probe]:
    if not isinstance(asked.data, str):
        raise InputError("the suite retrieval is asked on a folder in the BEIR layout (--data).")
    data = read_beir(Path(asked.data).expanduser(), asked.split or "test")
    if asked.limit is not None:
        data = data.sample(asked.limit, asked.seed)
    return [RetrievalProbe(data, data.name)]


def _claims(asked: Asked) -> Sequence[Probe]:
    if not isinstance(asked.data, ClaimSet):
        raise InputError("the suite claims is asked on a set of edited claims.")
    return [ClaimSearchProbe(asked.data)]


def _own(asked: Asked) -> LabelledSet:
    if isinstance(asked.data, HerosSet):
        raise InputError("sentences edited by rules are asked with --suite heros.")
    return read_labelled(Path(str(asked.data)).expanduser(), split=asked.split)


def _split(asked: Asked) -> Split:
    if asked.split not in (None, "dev", "test"):
        raise InputError(f"there is no split {asked.split!r} in the core set: dev or test.")
    return "dev" if asked.split == "dev" else "test"


Suite = Callable[[Asked], Sequence[Probe]]

SUITES: Mapping[str, Suite] = {
    "core": _core, "quick": _quick, "full": _full, "heros": _heros,
    "advanced": _advanced, "safety": _safety, "claims": _claims,
    "retrieval": _retrieval,
}  # fmt: skip


@lru_cache(maxsize=1)
def all_suites() -> Mapping[str, Suite]:
    """Every suite that is installed, by name: ours, and those that plugins bring.

    Raises:
        InputError: a plugin takes the name of a suite.
    """
    found = dict(SUITES)
    for entry in entry_points(group=GROUP):
        if entry.name in found:
            raise InputError(
                f"the plugin {entry.value} takes the name {entry.name!r} of a suite. Rename it in "
                "the package that brings it."
            )
        found[entry.name] = entry.load()
    return found
