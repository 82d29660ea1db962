"""The command line: one file a command, wiring only."""

from perimetry.cli.app import main

__all__ = ["main"]
