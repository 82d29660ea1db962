"""Every terminal, pipe and log: nothing is lost, nothing is drawn that is only read."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from perimetry.cli import main
from perimetry.cli.screen import SPELLED
from perimetry.files import write_text
from perimetry.results.comparison import comparison_json
from tests.cli.conftest import Command
from tests.report.records import COMPARISON

SMALL = ("--suite", "heros", "--limit", "8")
PAIRS = "anchor,positive,negative\n" + "".join(
    f"The {noun} number {n} is open.,The {noun} number {n} is not closed.,"
    f"The {noun} number {n} is shut.\n"
    for n, noun in enumerate(("door", "shop", "gate", "road", "lid", "port", "box", "window"))
)

COMMANDS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "hash:?dim=64", *SMALL, "--out", "a"),
    "audit of two": ("audit", "hash:?dim=16", "hash:?dim=64", "--suite", "core", "--limit", "2",
                     "--out", "b"),
    "audit of tasks": ("audit", "hash:?dim=64", "--suite", "advanced", "--limit", "8",
                       "--out", "t"),
    "audit of safety": ("audit", "hash:?dim=64", "--suite", "safety", "--limit", "8",
                        "--out", "s"),
    "audit of another": ("audit", "hash:?dim=16", *SMALL, "--out", "a16"),
    "compare": ("compare", "a16", "a"),
    "doctor": ("doctor", "hash:", "--against", "hash:?dim=16", "--out", "d"),
    "threshold": ("threshold", "hash:", "--out", "c.json"),
    "pair": ("pair", "The door is open.", "The door is shut.", "-e", "hash:"),
    "data": ("data", "check", "pairs.csv"),
    "encoders": ("encoders",),
    "encoders of one": ("encoders", "hash:?dim=64"),
    "sql": ("sql", "select encoder, subset, measure, value, n from estimates order by all limit 9",
            "--audits", "."),
    "cache": ("cache", "info"),
    "baseline": ("baseline", "save", "a"),
    "baseline shown": ("baseline", "show", "baseline.json"),
    "gate": ("gate", "a", "--config", "gate.toml"),
    "report": ("report", "a", "comparison.json", "--out", "page.html"),
}  # fmt: skip
"""The main commands, in an order in which each finds what it needs."""

CONFIG = """
[gate]
baseline = "baseline.json"

[gate.bounds]
negation = { order_accuracy = 0.9 }
"""

WIDE = "200"
NARROW = ("40", "80")

Said = Mapping[tuple[str, str], str]
"""What each command says at each width; "" is the width of a pipe."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files that the commands ask for."""
    folder = tmp_path_factory.mktemp("place")
    write_text(folder / "pairs.csv", PAIRS)
    write_text(folder / "gate.toml", CONFIG)
    write_text(folder / "comparison.json", comparison_json(COMPARISON))
    return folder


@pytest.fixture(scope="module")
def said(place: Path) -> Iterator[Said]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        patch.setenv("PERIMETRY_CACHE", str(place / "cache"))
        patch.setenv("TERM", "xterm-256color")
        patch.delenv("GITHUB_ACTIONS", raising=False)
        yield {
            (name, columns): printed(command, columns, patch)
            for name, command in COMMANDS.items()
            for columns in (WIDE, *NARROW, "")
        }


def printed(command: tuple[str, ...], columns: str, patch: pytest.MonkeyPatch) -> str:
    patch.setattr(sys, "argv", ["perimetry", *command])
    if columns:
        patch.setenv("COLUMNS", columns)
    else:
        patch.delenv("COLUMNS", raising=False)
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit):
        main()
    return out.getvalue()


@pytest.mark.parametrize("columns", NARROW)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_narrow_terminal_has_all_that_a_wide_one_has(said: Said, name: str, columns: str) -> None:
    narrow, wide = said[name, columns], said[name, WIDE]
    unbroken = "".join(narrow.split())
    assert [word for word in lasting(wide) if word not in unbroken] == []
    assert [line for line in narrow.splitlines()
            if len(line) > int(columns) and not is_copied(line)] == []  # fmt: skip


def lasting(text: str) -> list[str]:
    """The words of ``text`` that are the same in the next run, without the head of a profile."""
    kept = [line for line in text.splitlines() if not line.startswith(("Encoded", "edit  "))]
    return [
        word
        for word in " ".join(kept).split()
        if not re.fullmatch(r"(\d\.?\d*e-\d+|0\.000\d+)\W?", word)
    ]


def is_copied(line: str) -> bool:
    """Whether it has a path or a command, which is never broken."""
    return (
        line.startswith(("Next: ", "      perimetry ", "Encoded")) or "/" in line or ".json" in line
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_gets_no_control_codes_and_what_to_do_next(said: Said, name: str) -> None:
    text = said[name, ""]
    assert "\x1b" not in text
    [following] = re.findall(r"^Next: (.*)$", text, re.MULTILINE)
    assert re.fullmatch(r"perimetry [a-z].+  # [a-z].*[^.]", following)


def test_a_pipe_is_wide_enough_for_a_table(said: Said) -> None:
    for name in ("compare", "gate", "threshold", "audit of tasks", "audit of safety"):
        heads = [
            line
            for line in said[name, WIDE].splitlines()
            if re.search(r"^\S.*\S  +\S.*\S  +\S", line)
        ]
        assert heads[0] in said[name, ""].splitlines(), name


def bare(folder: Path) -> dict[str, str]:
    """The environment of a process: what it needs, and a store of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return kept | {"PERIMETRY_CACHE": str(folder / "cache"), "COLUMNS": "100"}


def run(command: tuple[str, ...], folder: Path, **environment: str) -> tuple[str, str]:
    """What a command writes to a pipe: standard output and error."""
    done = subprocess.run(
        [sys.executable, "-m", "perimetry", *command],
        cwd=folder, env=bare(folder) | environment, capture_output=True, check=True,
    )  # fmt: skip
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    return done.stdout.decode(encoding), done.stderr.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_our_signs_are_spelled_where_the_encoding_lacks_them(place: Path, encoding: str) -> None:
    told, _ = run(COMMANDS["compare"], place)
    said, error = run(COMMANDS["compare"], place, PYTHONIOENCODING=encoding)
    lacking = {sign for sign in told if not sign.encode(encoding, "ignore")}
    assert "−" in lacking <= SPELLED.keys()
    assert said == "".join(SPELLED[sign] if sign in lacking else sign for sign in told)
    assert error == ""


def test_a_minus_stays_one_and_a_text_can_be_read_back(place: Path) -> None:
    asked = ("pair", "the cat", "a dog 店 é", "-e", "hash:")
    assert "normalised  −" in run(asked, place)[0]
    said, _ = run(asked, place, PYTHONIOENCODING="ascii")
    assert "normalised  -" in said
    assert "\\u5e97 \\xe9" in said


def test_a_posix_locale_is_no_hindrance(place: Path) -> None:
    said, error = run(COMMANDS["pair"], place, LC_ALL="C")
    assert "cosine      0.750" in said
    assert error == ""


def on_a_terminal(command: tuple[str, ...], folder: Path, **environment: str) -> str:
    """What a command draws on a terminal, standard error included."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "perimetry", *command],
        cwd=folder, env=bare(folder) | {"TERM": "xterm-256color"} | environment,
        stdin=its, stdout=its, stderr=its,
    )  # fmt: skip
    os.close(its)
    drawn = b""
    try:
        while block := os.read(ours, 65_536):
            drawn += block
    except OSError:  # the terminal ends with its process
        pass
    os.close(ours)
    assert process.wait() == 0
    return drawn.decode("utf-8")


def audited(name: str) -> tuple[str, ...]:
    return ("audit", f"hash:?dim={name}", *SMALL, "--out", name)


def test_a_terminal_has_colours_and_a_bar(place: Path) -> None:
    drawn = on_a_terminal(audited("31"), place)
    assert "\x1b[1m" in drawn
    assert "texts/s" in drawn


def test_no_color_leaves_no_colour(place: Path) -> None:
    drawn = on_a_terminal(audited("32"), place, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", drawn)


def test_a_dumb_terminal_gets_text_alone(place: Path) -> None:
    drawn = on_a_terminal(audited("33"), place, TERM="dumb")
    assert "\x1b" not in drawn
    assert "texts/s" not in drawn
    assert "Next: perimetry doctor 'hash:?dim=33'" in drawn


def test_a_log_that_forces_colours_is_not_flooded_by_a_bar(place: Path) -> None:
    said, error = run(audited("34"), place, FORCE_COLOR="1", CI="true", TERM="xterm")
    assert "\x1b[1m" in said
    assert error == ""


def test_json_is_all_that_json_prints(perimetry: Command) -> None:
    for command in (("doctor", "hash:", "--json"), ("threshold", "hash:", "--json")):
        json.loads(perimetry(*command).out)


def test_a_name_that_steers_is_shown_in_the_next_step(perimetry: Command, tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2J.txt").write_text("The door is open at 5 pm.\nA door is open.\n")
    done = perimetry("perturb", "a\x1b[2J.txt", "--rules", "number")
    assert "Next: perimetry audit --texts 'a␛[2J.txt'" in done.out
