"""Nothing is lost, whatever stops an audit: real processes, really stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW_ENCODER = """
import os, time
from perimetry.encoders.hashing import HashingEncoder
from perimetry.encoders.python import CANARIES

inner = HashingEncoder(64)

def encode(texts):
    if tuple(texts) != CANARIES:
        with open("encoded.log", "a") as log:
            log.writelines(text + "\\n" for text in texts)
            log.flush()
        time.sleep(float(os.environ.get("SLOW_S", "0")))
    return inner.encode(texts, role="symmetric")
"""
AUDIT = [
    *(sys.executable, "-m", "perimetry", "audit", "python:slow_encoder:encode"),
    *("--suite", "heros", "--out", "out"),
]
TEXTS = 600 + 270 * 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slow_encoder.py").write_text(SLOW_ENCODER)
    return tmp_path


def start(folder: Path, *arguments: str, slow_s: float = 0.0) -> subprocess.Popen[str]:
    environment = {**os.environ, "PERIMETRY_CACHE": str(folder / "cache"), "SLOW_S": str(slow_s)}
    return subprocess.Popen(
        [*AUDIT, *arguments],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def encoded(folder: Path) -> list[str]:
    log = folder / "encoded.log"
    return log.read_text().splitlines() if log.exists() else []


def wait_until_encoding(folder: Path, process: subprocess.Popen[str], texts: int) -> None:
    deadline = time.monotonic() + 60
    while len(encoded(folder)) < texts:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, errors = process.communicate(timeout=120)
    return process.returncode, out, errors


def test_killed_and_started_again_it_ends_byte_identical_and_encodes_nothing_twice(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    process = start(folder, slow_s=0.5)
    wait_until_encoding(folder, process, texts=1025)  # two chunks are stored, the third is not
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = encoded(folder)
    assert not (folder / "out").exists()

    code, out, errors = finish(start(folder))
    assert code == 0, errors
    again = encoded(folder)[len(before) :]
    assert set(again).isdisjoint(before[:1024])
    assert len(again) == TEXTS - 1024
    assert f"Encoded {TEXTS - 1024:,} texts, 1,024 from the store" in out

    fresh = tmp_path_factory.mktemp("fresh")
    (fresh / "slow_encoder.py").write_text(SLOW_ENCODER)
    assert finish(start(fresh))[0] == 0
    for file in ("items.parquet",):
        assert (folder / "out" / file).read_bytes() == (fresh / "out" / file).read_bytes()


def test_ctrl_c_is_exit_130_and_keeps_what_was_encoded(folder: Path) -> None:
    process = start(folder, slow_s=0.5)
    wait_until_encoding(folder, process, texts=513)
    process.send_signal(signal.SIGINT)
    code, _, errors = finish(process)
    assert code == 130
    assert errors == "interrupted. What was encoded is stored; run the same command to go on.\n"
    assert ", 512 from the store" in finish(start(folder))[1]


def test_two_audits_at_once_share_one_store(folder: Path) -> None:
    running = [start(folder, slow_s=0.05) for _ in range(2)]
    for process in running:
        code, _, errors = finish(process)
        assert code == 0, errors
    assert "Encoded 0 texts" in finish(start(folder))[1]


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no file size limit on this system")
def test_a_store_that_cannot_grow_is_exit_4_with_the_remedy(folder: Path) -> None:
    """A file size limit stands in for a full disk: the system refuses the write."""
    limited = f"ulimit -f 300; exec {' '.join(AUDIT)}"
    done = subprocess.run(
        ["bash", "-c", limited],
        cwd=folder,
        env={**os.environ, "PERIMETRY_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4, done.stderr
    assert "vectors.sqlite" in done.stderr
    assert "Free some space" in done.stderr
    assert done.stderr.count("\n") == 1
    code, out, errors = finish(start(folder))
    assert code == 0, errors
    assert "Encoded" in out
