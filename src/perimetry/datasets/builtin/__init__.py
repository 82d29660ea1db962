"""The data sets that ship with perimetry: a folder a set, with its data and its card."""

from importlib.resources import files
from pathlib import Path


def builtin_file(dataset: str, file: str) -> Path:
    """The path of a file of a built-in set."""
    return Path(str(files(__name__) / dataset / file))


def builtin_files(dataset: str, suffix: str) -> list[Path]:
    """The paths of all files of a built-in set that end so, by name."""
    return sorted(path for path in builtin_file(dataset, "").iterdir() if path.suffix == suffix)
