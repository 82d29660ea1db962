"""What a command says last: the next useful one, as a line to copy."""

from __future__ import annotations

from shlex import join

import typer

from perimetry.report.wording import visible


def step(*words: object, does: str) -> str:
    """A command, and behind a comment's sign what it does; a word that is None is left out.

    >>> step("doctor", "a?dim=8", None, does="looks for silent faults")
    "perimetry doctor 'a?dim=8'  # looks for silent faults"
    """
    command = join(["perimetry", *(str(word) for word in words if word is not None)])
    return f"{visible(command)}  # {does}"


def tell_next(*steps: str) -> None:
    """Print the steps, the most useful first."""
    for place, each in enumerate(steps):
        typer.echo(f"{'      ' if place else 'Next: '}{each}")
