"""Every error perimetry raises on purpose, each with the exit code of the command line.

::

    PerimetryError
    ├── InputError            2  an argument, a configuration or a data file is wrong
    │   └── DataError         2  ... in a file, at a line
    ├── UnavailableError      3  a model or backend cannot be used; never reported as a score
    │   ├── ModelError        3  a model folder is missing, broken or not understood
    │   ├── MissingExtraError 3  an optional dependency is not installed
    │   ├── BudgetError       3  a limit on requests or cost is reached
    │   └── EncodingError     3  an encoder returned something that is not a set of vectors
    │       └── ModelChangedError 3  another model answers under the same name
    └── StorageError          4  reading or writing failed (disk full, no permission, corrupt file)

A message is one line: what is wrong, where, and what to do.
"""

from __future__ import annotations

from pathlib import Path


class PerimetryError(Exception):
    """The root of the tree: catch it to catch everything perimetry raises on purpose."""

    exit_code = 1


class InputError(PerimetryError):
    """An argument, a configuration or a data file is wrong."""

    exit_code = 2


class DataError(InputError):
    """A data file is wrong, at a known line where there is one."""

    def __init__(self, path: Path | str, problem: str, *, line: int | None = None) -> None:
        self.path = Path(path)
        self.line = line
        self.problem = problem
        place = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(f"{place}: {problem}")


class UnavailableError(PerimetryError):
    """A model or backend cannot be used here, so there is no score to report."""

    exit_code = 3


class ModelError(UnavailableError):
    """A model is missing, broken or of a kind that the engine does not understand."""


class MissingExtraError(UnavailableError):
    """An optional dependency is not installed; the message is the line that installs it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed. Install it with: pip install 'perimetry[{extra}]'"
        )


class EncodingError(UnavailableError):
    """An encoder returned something that is not one finite vector for each text."""


class StorageError(PerimetryError):
    """Reading or writing failed: disk full, no permission, or a corrupt file."""

    exit_code = 4
