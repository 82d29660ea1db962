"""The page of the command line: what ``--help`` says, of every command."""

from __future__ import annotations

import re
from typing import Any

import typer

from perimetry.cli.app import app


def commands_page() -> str:
    """Every command in Markdown, each below its name."""
    command = typer.main.get_command(app)
    return "\n\n".join(_sections(command, command.context_class(command, info_name=app.info.name)))


def _sections(command: Any, context: Any) -> list[str]:
    path = context.command_path
    subcommands = getattr(command, "commands", {})
    parts = [f"## {path}", _plain(command.help or "")]
    if not subcommands:
        usage = " ".join([path, *command.collect_usage_pieces(context)])
        parts.append(f"```text\n{usage}\n```")
    parts.append(f"```{{program}} {path}\n```")
    parts += [
        _parameter(found, context) for found in command.get_params(context) if not found.hidden
    ]
    for name, below in subcommands.items():
        parts += _sections(below, command.context_class(below, info_name=name, parent=context))
    return parts


def _parameter(found: Any, context: Any) -> str:
    names, said = found.get_help_record(context)
    title = names.replace(" / ", ", ")  # a flag and its opposite
    return f"````{{option}} {title}\n\n{_plain(said)}\n````"


def _plain(text: str) -> str:
    """``text`` in Markdown that shows it as it is, and names of options as code."""
    escaped = re.sub(r"([\\`*_<>#\[\]{}|])", r"\\\1", text.replace("\f", ""))
    return re.sub(r"(?<![\w-])(--[a-z][a-z-]*)", r"`\1`", escaped)
