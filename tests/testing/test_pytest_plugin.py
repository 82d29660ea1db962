from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFIG = """
[gate]
model = "hash:"
suite = "quick"
limit = 4

[gate.bounds]
all = {{ order_accuracy = {least} }}
"""
GATE = "def test_gate(perimetry_gate):\n    assert perimetry_gate().passed\n"

LIGHT = """
import sys
import perimetry.testing.pytest_plugin
heavy = ["numpy", "pyarrow", "scipy", "onnxruntime", "rich", "typer", "perimetry.encoders"]
print([name for name in heavy if name in sys.modules])
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Run a test file in a repository of its own, where the plugin is loaded once."""
    monkeypatch.setenv("PERIMETRY_CACHE", str(pytester.path / "cache"))

    def ran(test: str, *options: str, least: float = 0.01) -> pytest.RunResult:
        pytester.makefile(".toml", perimetry=CONFIG.format(least=least))
        pytester.makepyfile(test)
        given = () if is_installed() else ("-p", "perimetry.testing.pytest_plugin")
        return pytester.runpytest("-p", "no:cacheprovider", *given, *options)

    return ran


def is_installed() -> bool:
    """Whether pytest finds the plugin by its entry point."""
    from importlib.metadata import entry_points

    return any(e.value == "perimetry.testing.pytest_plugin" for e in entry_points(group="pytest11"))


def test_a_gate_that_passes_passes(run) -> None:  # type: ignore[no-untyped-def]
    run(GATE).assert_outcomes(passed=1)


def test_a_gate_that_fails_fails_with_the_table(run) -> None:  # type: ignore[no-untyped-def]
    result = run(GATE, least=0.99)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*core: all*at least 0.99*fail*", "*The gate fails: 1 of 1 ruling.*"]
    )


def test_a_missing_model_is_an_error_and_no_skip(run) -> None:  # type: ignore[no-untyped-def]
    result = run(GATE, "--perimetry-model=./nothing")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ModelError: there is no model folder ./nothing*"])


def test_the_encoder_and_its_audit_are_fixtures(run) -> None:  # type: ignore[no-untyped-def]
    test = """
        import pytest
        from perimetry.testing.gates import assert_at_least, assert_at_most, assert_no_regression

        def test_encoder(perimetry_encoder):
            assert perimetry_encoder.encode(["a"], role="symmetric").shape[0] == 1

        def test_audit(perimetry_audit):
            assert perimetry_audit.limit == 4
            assert_at_least(perimetry_audit, "all", "order_accuracy", 0.0)
            with pytest.raises(AssertionError, match="The gate fails: 1 of 1 ruling"):
                assert_at_most(perimetry_audit, "all", "order_accuracy", 0.0, on="high")
    """
    run(test).assert_outcomes(passed=2)


def test_a_finished_audit_is_read(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    from perimetry.encoders import open_encoder
    from perimetry.probes import load_suite
    from perimetry.results import write_audit
    from perimetry.runner import run_audit

    audit = run_audit(
        [open_encoder("hash:")], load_suite("quick", limit=3), suite="quick", seed=0, limit=3
    )
    write_audit(audit, pytester.path / "audit")
    test = "def test_audit(perimetry_audit):\n    assert perimetry_audit.limit == 3\n"
    run(test, "--perimetry-model=audit").assert_outcomes(passed=1)


def test_another_configuration_is_named(run, pytester: pytest.Pytester) -> None:  # type: ignore[no-untyped-def]
    pytester.makefile(".toml", other=CONFIG.format(least=0.99))
    run(GATE, "--perimetry-config=other.toml").assert_outcomes(failed=1)


def test_the_options_are_in_the_help(run) -> None:  # type: ignore[no-untyped-def]
    result = run("", "--help")
    result.stdout.fnmatch_lines(["*encoders held to a gate:*", "*--perimetry-model=MODEL*"])


def test_loading_the_plugin_loads_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True, cwd=Path("/")
    )
    assert done.stdout.strip() == "[]"
