"""The command ``perimetry``: its commands, and how errors become exit codes.

0 pass · 1 a check failed · 2 bad arguments or data · 3 model or backend unavailable · 4 input or
output failed · 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

import typer

from perimetry import __version__
from perimetry.cli.audit import audit
from perimetry.cli.baseline import baseline
from perimetry.cli.cache import cache
from perimetry.cli.compare import compare
from perimetry.cli.data import data
from perimetry.cli.doctor import doctor
from perimetry.cli.encoders import encoders
from perimetry.cli.fetch import fetch
from perimetry.cli.gate import gate
from perimetry.cli.merge import merge
from perimetry.cli.no_harm import no_harm
from perimetry.cli.pair import pair
from perimetry.cli.perturb import perturb
from perimetry.cli.repair import repair
from perimetry.cli.report import report
from perimetry.cli.screen import speak_any_encoding
from perimetry.cli.sql import sql
from perimetry.cli.threshold import threshold
from perimetry.errors import PerimetryError, StorageError

INTERRUPTED = 130
WELCOME = """\
perimetry maps the blind spots of text encoders. What people come for:

  Where is my encoder blind?    perimetry audit MODEL
  Is there a safe cut-off?      perimetry threshold MODEL --pairs mine.csv
  What is wrong? What changed?  perimetry doctor MODEL
                                perimetry compare OLD NEW

Without MODEL it is the bundled all-MiniLM-L6-v2.
All commands: perimetry --help"""
AFTER_INTERRUPT = "interrupted. What was encoded is stored; run the same command to go on."

app = typer.Typer(
    name="perimetry",
    help="Maps the blind spots of text encoders.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(audit)
app.command()(compare)
app.command()(doctor)
app.command()(gate)
app.command()(threshold)
app.command()(merge)
app.command()(no_harm)
app.command()(pair)
app.command()(perturb)
app.command()(repair)
app.command()(report)
app.command()(sql)
app.command()(encoders)
app.command()(fetch)
app.add_typer(baseline, name="baseline")
app.add_typer(data, name="data")
app.add_typer(cache, name="cache")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"perimetry {__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Maps the blind spots of text encoders and tells which decisions an encoder is safe for."""
    del version
    if context.invoked_subcommand is None:
        typer.echo(WELCOME)


class Interrupted(BaseException):
    """Ctrl-C, under a name of its own: typer would end the process before a word is said."""


def main() -> NoReturn:
    """Run the command line and exit with the code that the outcome has."""
    signal.signal(signal.SIGINT, _interrupt)
    speak_any_encoding()
    sys.exit(_exit_code(app))


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Interrupted


def _exit_code(command: Callable[[], object]) -> int:
    try:
        command()
    except PerimetryError as error:
        return _say(f"error: {error}", error.exit_code)
    except Interrupted:
        return _say(AFTER_INTERRUPT, INTERRUPTED)
    except BrokenPipeError:  # the reader of a pipe has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return StorageError.exit_code
    except MemoryError:
        return _say("error: out of memory. Use --limit, or fewer encoders.", 4)
    except SystemExit as leaving:  # typer leaves this way, bad arguments included
        return leaving.code if isinstance(leaving.code, int) else 0
    return 0


def _say(line: str, code: int) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return code
