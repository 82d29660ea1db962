"""A table of a TOML file that is read strictly: what is not known or of another type is an error.

Errors name the file, the key, its line where it can be found, and the nearest known name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any

from perimetry.errors import DataError
from perimetry.files import read_lines

KEY = r"""(?:"[^"]*"|'[^']*'|[\w-]+)"""
DOTTED = rf"{KEY}(?:\s*\.\s*{KEY})*"
HEADER = re.compile(rf"\s*\[+\s*({DOTTED})\s*\]+")
ENTRY = re.compile(rf"\s*({DOTTED})\s*=")
AT_LINE = re.compile(r"\s*\(at line (\d+), column (\d+)\)|\s*\(at end of document\)")

Keys = tuple[str, ...]


class Toml:
    """A TOML file: its tables, and the lines on which its keys stand."""

    def __init__(self, path: Path) -> None:
        """Read ``path``.

        Raises:
            DataError: there is no such file, or it is not TOML.
        """
        self.path = path
        lines = [line for _, line in read_lines(path)]
        try:
            self.entries: dict[str, Any] = tomllib.loads("\n".join(lines) + "\n")
        except tomllib.TOMLDecodeError as error:
            at = AT_LINE.search(str(error))
            problem = AT_LINE.sub("", str(error)).rstrip(".")
            line = int(at[1]) if at and at[1] else len(lines)
            raise DataError(path, f"not TOML ({problem}).", line=line) from None
        self._lines = _key_lines(lines)

    def line(self, keys: Keys) -> int | None:
        """The line of a key, or of the innermost table around it whose line is known."""
        for length in range(len(keys), 0, -1):
            if keys[:length] in self._lines:
                return self._lines[keys[:length]]
        return None

    def table(self, *keys: str) -> Table | None:
        """The table at ``keys``, None if the file has none.

        Raises:
            DataError: something stands there that is no table.
        """
        found: Any = self.entries
        for length, key in enumerate(keys, start=1):
            if key not in found:
                return None
            found = found[key]
            if not isinstance(found, dict):
                raise DataError(
                    self.path, f"{dotted(keys[:length])}: write a table.",
                    line=self.line(keys[:length]),
                )  # fmt: skip
        return Table(self, keys, found)


class Table:
    """One table. Each ``take`` removes a key; :meth:`close` refuses what was not taken."""

    def __init__(self, toml: Toml, keys: Keys, entries: Mapping[str, Any]) -> None:
        self.toml = toml
        self.keys = keys
        self._left = dict(entries)
        self._known: list[str] = []

    @property
    def names(self) -> list[str]:
        """The keys that are left, in the order of the file."""
        return list(self._left)

    def text(self, key: str) -> str | None:
        """Text that is not empty."""
        found = self._take(key)
        if found is None:
            return None
        if isinstance(found, str) and found.strip():
            return found
        raise self.error(f"write text in quotes, not {found!r}.", key)

    def choice(self, key: str, choices: Sequence[str]) -> str | None:
        """One of ``choices``."""
        found = self._take(key)
        if found is None:
            return None
        if isinstance(found, str) and found in choices:
            return found
        raise self.error(f"{found!r} is not one of {', '.join(choices)}.", key)

    def number(self, key: str, *, least: float | None = None) -> float | None:
        """A finite number, at least ``least``."""
        found = self._take(key)
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int | float) or not isfinite(found):
            raise self.error(f"write a number, not {found!r}.", key)
        if least is not None and found < least:
            raise self.error(f"write a number of at least {least:g}, not {found:g}.", key)
        return float(found)

    def whole(self, key: str, *, least: int) -> int | None:
        """A whole number, at least ``least``."""
        found = self._take(key)
        if found is None:
            return None
        if isinstance(found, bool) or not isinstance(found, int) or found < least:
            raise self.error(f"write a whole number of at least {least}, not {found!r}.", key)
        return found

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A list of texts, at least one."""
        found = self._take(key)
        if found is None:
            return None
        if not isinstance(found, list) or not found or not all(isinstance(t, str) for t in found):
            raise self.error(f'write a list such as ["negation"], not {found!r}.', key)
        return tuple(found)

    def inner(self, key: str) -> Table | None:
        """A table within this one."""
        found = self._take(key)
        if found is None:
            return None
        if not isinstance(found, dict):
            raise self.error(f"write a table, not {found!r}.", key)
        return Table(self.toml, (*self.keys, key), found)

    def tables(self) -> Iterator[tuple[str, Table]]:
        """Every key that is left, each of which must be a table."""
        for key in self.names:
            if inner := self.inner(key):
                yield key, inner

    def is_table(self, key: str) -> bool:
        """Whether a table stands at ``key``."""
        return isinstance(self._left.get(key), dict)

    def close(self) -> None:
        """Refuse what was not taken.

        Raises:
            DataError: a key that nothing asked for.
        """
        for key in self._left:
            near = nearest(key, self._known)
            hint = f" Did you mean {near!r}?" if near else f" Known: {', '.join(self._known)}."
            raise DataError(
                self.toml.path,
                f"[{dotted(self.keys)}] has no key {key!r}.{hint}",
                line=self.line(key),
            )

    def line(self, key: str) -> int | None:
        """The line on which ``key`` stands, where it can be found."""
        return self.toml.line((*self.keys, key))

    def error(self, problem: str, key: str) -> DataError:
        """What is wrong with the value at ``key``."""
        where = dotted((*self.keys, key))
        return DataError(self.toml.path, f"{where}: {problem}", line=self.line(key))

    def _take(self, key: str) -> Any:
        self._known.append(key)
        return self._left.pop(key, None)


def nearest(name: str, known: Sequence[str]) -> str | None:
    """The known name that ``name`` is most likely a misspelling of.

    >>> nearest("negatoin", ["negation", "number"])
    'negation'
    """
    found = get_close_matches(name, list(known), n=1, cutoff=0.7)
    return found[0] if found else None


def dotted(keys: Keys) -> str:
    """Keys as TOML writes them.

    >>> dotted(("gate", "core: all"))
    'gate."core: all"'
    """
    return ".".join(key if re.fullmatch(r"[\w-]+", key) else f'"{key}"' for key in keys)


def _key_lines(lines: Sequence[str]) -> dict[Keys, int]:
    """The first line of each key. Keys inside inline tables stand on the line of their table."""
    found: dict[Keys, int] = {}
    table: Keys = ()
    for number, line in enumerate(lines, start=1):
        if header := HEADER.match(line):
            table = _split(header[1])
            found.setdefault(table, number)
        elif entry := ENTRY.match(line):
            found.setdefault((*table, *_split(entry[1])), number)
    return found


def _split(keys: str) -> Keys:
    return tuple(key.strip("\"'") for key in re.findall(KEY, keys))
