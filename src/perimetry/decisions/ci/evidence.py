"""What a gate judges by: finished audits and checkups, or those that it makes of a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from perimetry.decisions.ci.checks import EVERY, check_names
from perimetry.decisions.ci.config import GateConfig
from perimetry.errors import DataError
from perimetry.results import Audit, audit_paths, read_audit
from perimetry.results.baseline import Baseline
from perimetry.results.checkup import Checkup, checkup_paths, read_checkup

if TYPE_CHECKING:
    from perimetry.encoders import Encoder
    from perimetry.runner.local import Watch
    from perimetry.store import VectorStore


@dataclass(frozen=True)
class Asking:
    """How a model is asked: on so many cores, with vectors from ``store``, watched by ``watch``."""

    threads: int | None = None
    store: VectorStore | None = None
    watch: Watch | None = None


@dataclass(frozen=True)
class Evidence:
    """The audits and checkups of one encoder; ``fresh`` are those that were made just now."""

    audits: Sequence[Audit]
    checkups: Sequence[Checkup]
    fresh: Sequence[Audit | Checkup] = ()


def gather(
    names: Sequence[str],
    config: GateConfig,
    baseline: Baseline | None = None,
    asking: Asking | None = None,
) -> Evidence:
    """What a gate judges by.

    Args:
        names: folders of finished audits and checkups, or names of encoders, which are then audited
            and, where checks matter, examined. With none it is the configured model.
        config: what is asked.
        baseline: its checks are examined too.
        asking: how a model is asked.

    Raises:
        DataError: nothing is named, or a finished audit cannot be read.
        UnavailableError: a model cannot be used.
    """
    check_names(config)
    asking = asking or Asking()
    chosen = list(names) or ([config.model] if config.model else [])
    if not chosen:
        raise DataError(
            config.path, 'nothing to judge. Name an audit\'s folder, or write model = "./model".'
        )
    fresh: list[Audit | Checkup] = []
    for name in chosen:
        if not _is_finished(Path(name)):
            fresh += _asked(name, config, baseline, asking)
    finished = read_evidence([Path(name) for name in chosen if _is_finished(Path(name))])
    return Evidence(
        [*finished.audits, *(made for made in fresh if isinstance(made, Audit))],
        [*finished.checkups, *(made for made in fresh if isinstance(made, Checkup))],
        fresh,
    )


def read_evidence(folders: Sequence[Path]) -> Evidence:
    """The finished audits and checkups in ``folders``.

    Raises:
        DataError: a folder has neither, or it cannot be read.
    """
    audits: list[Audit] = []
    checkups: list[Checkup] = []
    for folder in folders:
        if audit_paths(folder)["audit"].is_file() or not _is_finished(folder):
            audits.append(read_audit(folder))
        if checkup_paths(folder)["checkup"].is_file():
            checkups.append(read_checkup(folder))
    return Evidence(audits, checkups)


def _is_finished(folder: Path) -> bool:
    """Whether there is an audit or a checkup in ``folder``."""
    return audit_paths(folder)["audit"].is_file() or checkup_paths(folder)["checkup"].is_file()


def _asked(
    name: str, config: GateConfig, baseline: Baseline | None, asking: Asking
) -> Iterator[Audit | Checkup]:
    """The audit of a model and its checkup, each where something is asked of it."""
    from perimetry.encoders import open_encoder

    encoder = open_encoder(name, threads=asking.threads)
    wanted = {*config.checks, *(f.check for f in (baseline.findings if baseline else ()))}
    if config.bounds or config.regression or (baseline and baseline.estimates) or not wanted:
        yield audited(encoder, config, asking)
    if wanted:
        yield _examined(encoder, config, asking, wanted)


def audited(encoder: Encoder, config: GateConfig, asking: Asking) -> Audit:
    """Ask a model what ``config`` says.

    Raises:
        InputError: there is no such suite, or its data cannot be read.
        EncodingError: the model returned something that is not one finite vector a text.
    """
    from perimetry.probes import load_suite, suite_for
    from perimetry.runner import run_audit

    suite = config.suite or suite_for(config.data)
    probes = load_suite(
        suite, data=config.data, limit=config.limit, seed=config.seed, split=config.split
    )
    return run_audit(
        [encoder], probes, suite=suite, seed=config.seed, limit=config.limit,
        store=asking.store, watch=asking.watch,
    )  # fmt: skip


def _examined(encoder: Encoder, config: GateConfig, asking: Asking, wanted: set[str]) -> Checkup:
    """The checks that are wanted, each with the oracle that the configuration gives."""
    from perimetry.doctor import Patient, examine
    from perimetry.doctor.canary import read_canary
    from perimetry.doctor.checkup import all_checks
    from perimetry.doctor.recording import recorded

    checkpoint = config.checkpoint
    patient = Patient(
        encoder,
        recompute=partial(_recomputed, checkpoint, asking.threads) if checkpoint else None,
        reference=read_canary(config.canary) if config.canary else None,
    )
    checks = {k: check for k, check in all_checks().items() if EVERY in wanted or k in wanted}
    return recorded(patient, examine(patient, checks))


def _recomputed(checkpoint: Path, threads: int | None, **options: str) -> Encoder:
    """The checkpoint by ONNX Runtime, with the options of ``onnx:``."""
    from perimetry.encoders import open_encoder

    asked = f"?{urlencode(options)}" if options else ""
    return open_encoder(f"onnx:{checkpoint}{asked}", threads=threads)
