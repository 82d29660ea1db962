"""How a record is written as one JSON object, and read, or why it cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from perimetry.errors import DataError

T = TypeVar("T")


def record_json(record: Mapping[str, object]) -> str:
    """The text of a record's file.

    Raises:
        ValueError: a number in it is infinite or none.
    """
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_record(
    path: Path,
    build: Callable[[dict[str, Any]], T],
    *,
    newest: int,
    remedy: str,
    kind: str | None = None,
) -> T:
    """What ``build`` makes of the record in ``path``, without its kind and schema version.

    Args:
        path: the file.
        build: makes the record; what it raises for a field that is missing or odd is reported.
        newest: the schema version that is written now; older ones are read, newer ones refused.
        remedy: how to get a good file.
        kind: what the file must say it is.

    Raises:
        DataError: there is no file, it is damaged or of another kind, or a newer perimetry wrote
            it.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
        said = record.pop("kind", None)
        if kind is not None and said != kind:
            raise DataError(path, f"this is no {kind}. {remedy}")
        version = int(record.pop("schema_version"))
        if version > newest:
            raise DataError(path, f"schema {version} is newer than this perimetry. Upgrade it.")
        return build(record)
    except FileNotFoundError:
        raise DataError(path, f"there is no such file. {remedy}") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        problem = f"cannot be read ({type(error).__name__}: {error}). {remedy}"
        raise DataError(path, problem) from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
