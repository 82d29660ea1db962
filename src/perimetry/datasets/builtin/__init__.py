"""The data sets that ship with perimetry: a folder a set, with its data and its card."""

from importlib.resources import files
from pathlib import Path


def builtin_file(dataset: str, file: str) -> Path:
    """The path of a file of a built-in set."""
    return Path(str(files(__name__) / dataset / file))
