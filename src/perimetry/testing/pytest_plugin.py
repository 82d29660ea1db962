"""Fixtures for pytest: an encoder, its audit, and the gate that a repository configures.

pytest loads this file in every run of whoever has perimetry installed, so nothing heavy is imported
before a fixture is asked for.

::

    def test_the_encoder_passes_its_gate(perimetry_gate):
        perimetry_gate()
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from perimetry.decisions.ci import GateConfig
    from perimetry.encoders import Encoder
    from perimetry.results import Audit
    from perimetry.results.gate import GateReport


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--perimetry-model`` and ``--perimetry-config``."""
    group = parser.getgroup("perimetry", "encoders held to a gate")
    group.addoption(
        "--perimetry-model",
        metavar="MODEL",
        help="An encoder, or the folder of its finished audit. Default: the configured model.",
    )
    group.addoption(
        "--perimetry-config",
        metavar="FILE",
        help="What is asked. Default: perimetry.toml, else pyproject.toml, in pytest's rootdir.",
    )


@pytest.fixture(scope="session")
def perimetry_config(pytestconfig: pytest.Config) -> GateConfig:
    """What the repository asks of its encoder: ``--perimetry-config``, else what lies there."""
    from perimetry.decisions.ci import find_config, read_config

    given = pytestconfig.getoption("--perimetry-config")
    return read_config(Path(given) if given else find_config(pytestconfig.rootpath))


@pytest.fixture(scope="session")
def perimetry_model(pytestconfig: pytest.Config, request: pytest.FixtureRequest) -> str:
    """``--perimetry-model``, else the configured model."""
    from perimetry.errors import InputError

    given = pytestconfig.getoption("--perimetry-model")
    if given:
        return str(given)
    config: GateConfig = request.getfixturevalue("perimetry_config")
    if config.model is None:
        raise InputError(f"{config.path}: no model. Write one, or give --perimetry-model.")
    return config.model


@pytest.fixture(scope="session")
def perimetry_encoder(perimetry_model: str) -> Encoder:
    """The encoder, opened once."""
    from perimetry.encoders import open_encoder

    return open_encoder(perimetry_model)


@pytest.fixture(scope="session")
def perimetry_audit(
    perimetry_model: str, perimetry_config: GateConfig, request: pytest.FixtureRequest
) -> Audit:
    """The finished audit that the model names, else one that is made now of what is configured."""
    from perimetry.decisions.ci import Asking, audited
    from perimetry.results import audit_paths, read_audit
    from perimetry.store import VectorStore

    folder = Path(perimetry_model)
    if audit_paths(folder)["audit"].is_file():
        return read_audit(folder)
    encoder: Encoder = request.getfixturevalue("perimetry_encoder")
    with VectorStore() as store:
        return audited(encoder, perimetry_config, Asking(store=store))


@pytest.fixture(scope="session")
def perimetry_gate(perimetry_model: str, perimetry_config: GateConfig) -> Callable[[], GateReport]:
    """Runs the configured gate; the test that calls it fails with the table, or gets the report."""
    from perimetry.decisions.ci import Asking, baseline_of, gather, judge
    from perimetry.results.baseline import read_baseline
    from perimetry.store import VectorStore
    from perimetry.testing.gates import table

    def run() -> GateReport:
        before = read_baseline(perimetry_config.baseline) if perimetry_config.baseline else None
        with VectorStore() as store:
            found = gather([perimetry_model], perimetry_config, before, Asking(store=store))
        report = judge(baseline_of(found.audits, found.checkups), perimetry_config, before)
        if not report.passed:
            pytest.fail(table(report), pytrace=False)
        return report

    return run
