"""The tutorial and the guides do what they say.

Of each page, in its order, the files that it says to save are written and its ``console`` blocks
are run in an empty folder. What a block shows must stand in what the command said: the same words
in the same order, numbers within a tolerance; ``…`` stands for whatever there was.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer

from perimetry.cli.app import app

DOCS = Path(__file__).parents[1] / "docs"
SAVE = r"Save this as `([^`]+)`(?:(?!\n\n).)*\n\n"
BLOCK = re.compile(rf"(?:{SAVE})?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?")
ANY = "…"


@dataclass
class Step:
    """A file to save, or a command and what it must show."""

    command: str = ""
    shown: list[str] = field(default_factory=list)
    saved: tuple[str, str] | None = None


def steps(text: str) -> Iterator[Step]:
    """What a page has its reader do."""
    for name, language, body in BLOCK.findall(text):
        if name:
            yield Step(saved=(name, body))
        elif language == "console":
            yield from _commands(body)


def _commands(body: str) -> Iterator[Step]:
    found: list[Step] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            found.append(Step(line[2:]))
        elif found and found[-1].command.endswith("\\"):
            found[-1].command += f"\n{line}"
        else:
            found[-1].shown.append(line)
    return iter(found)


PAGES = [
    page
    for page in [DOCS / "tutorial.md", *sorted(DOCS.glob("how-to/*.md"))]
    if any(steps(page.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_what_its_commands_say(page: Path, own_cache: Path, tmp_path: Path) -> None:
    tools = Path(sys.executable).parent
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GITHUB_", "PERIMETRY_"))}
    environment = {
        **kept,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PERIMETRY_CACHE": str(own_cache),
        "COLUMNS": "100",
    }
    code = 0
    for step in steps(page.read_text(encoding="utf-8")):
        if step.saved:
            name, body = step.saved
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(body, encoding="utf-8")
            continue
        asks_code = step.command == "echo $?"
        assert asks_code or not code, f"{page.name}: {step.command} comes after exit code {code}"
        done = subprocess.run(
            ["bash", "-c", f"(exit {code}); {step.command}"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stdout + done.stderr
        missing = not_said(step.shown, said)
        assert missing is None, f"{page.name}: {step.command}\nlacks: {missing}\nsaid:\n{said}"
        code = done.returncode
    assert not code, f"{page.name} ends with exit code {code}"


def not_said(shown: Sequence[str], said: str) -> str | None:
    """The first part of what is shown that does not stand in ``said`` after the parts before it."""
    words, place = said.split(), 0
    part: list[str] = []
    for word in [*" ".join(shown).split(), ANY]:
        if word != ANY:
            part.append(word)
            continue
        starts = range(place, len(words) - len(part) + 1)
        start = next((at for at in starts if all(map(like, part, words[at:]))), None)
        if start is None:
            return " ".join(part)
        place, part = start + len(part), []
    return None


def like(shown: str, said: str) -> bool:
    """Whether a word is the one shown, numbers within 2 %, or one in the last place shown."""
    if ANY in shown:
        return bool(re.fullmatch(".*".join(map(re.escape, shown.split(ANY))), said))
    if NUMBER.sub("#", shown) != NUMBER.sub("#", said):
        return False
    return all(map(_near, NUMBER.findall(shown), NUMBER.findall(said)))


def _near(shown: str, said: str) -> bool:
    a, b = (float(text.replace(",", "").replace("−", "-")) for text in (shown, said))
    last_place = 10.0 ** -len(shown.partition(".")[2]) if "." in shown or abs(a) > 10 else 0.0
    return abs(a - b) <= max(0.02 * abs(a), 1.01 * last_place)


COMMAND = re.compile(r"^(?:\$ )?perimetry ([^#;|\n]*)", re.MULTILINE)
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
EXAMPLES = sorted([DOCS.parent / "README.md", *DOCS.glob("**/*.md")])


@pytest.mark.parametrize(
    "page", EXAMPLES, ids=lambda page: page.relative_to(DOCS.parent).as_posix()
)
def test_every_command_and_option_that_a_page_shows_exists(page: Path) -> None:
    for _, language, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language not in ("sh", "console"):
            continue
        for line in COMMAND.findall(QUOTED.sub("quoted", body.replace("\\\n", " "))):
            words = line.split()
            command: Any = typer.main.get_command(app)
            while words and not words[0].startswith("-") and hasattr(command, "commands"):
                assert words[0] in command.commands, f"{page.name}: {line}"
                command = command.commands[words.pop(0)]
            known = {name for found in command.params for name in found.opts + found.secondary_opts}
            options = {word.partition("=")[0] for word in words if word.startswith("-")}
            assert options <= known | {"--help"}, f"{page.name}: {line}: {options - known}"


def test_what_was_not_said_is_found() -> None:
    said = "all 576 0.56 (0.54 to 0.57)\nReport: audits/core-12ab/report.html"
    assert not_said(["all 576 0.55 …", "Report: audits/core-…/report.html"], said) is None
    assert not_said(["all 576 0.60"], said) == "all 576 0.60"
    assert not_said(["Report: …", "all 576"], said) == "all 576"
    assert not_said(["576 all"], said) == "576 all"
    assert not_said(["exit 1"], "exit 0") == "exit 1"


def test_saved_files_and_commands_are_found_in_order() -> None:
    page = (
        "Save this as `a.csv`:\n\n```csv\nx\n```\n\n```console\n$ cat a.csv \\\n  b\nx\n$ ls\n```\n"
    )
    found = list(steps(page))
    assert found == [Step(saved=("a.csv", "x\n")), Step("cat a.csv \\\n  b", ["x"]), Step("ls")]
