"""Reads the JSON files of a model folder, and refuses what they ask for by name.

A file that is missing, malformed or not understood is an error that names it: a wrong vector is
worse than none.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from perimetry.errors import ModelError


def refusal(path: Path, what: str) -> ModelError:
    """The error for something that only sentence-transformers understands."""
    return ModelError(
        f"{path}: {what} is not supported by the onnx: engine. Use the st: engine: "
        f"st:{path.parent} (pip install 'perimetry[st]')"
    )


def read_json(path: Path, *, missing: dict[str, Any] | None = None) -> dict[str, Any]:
    """The object in ``path``, or ``missing`` if it is given and there is no such file."""
    content = parse_json(path, missing)
    if not isinstance(content, dict):
        raise ModelError(f"{path} does not hold a JSON object. Download the model again.")
    return content


def parse_json(path: Path, missing: object = None) -> object:
    """What is in ``path``, or ``missing`` if it is not ``None`` and there is no such file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if missing is not None:
            return missing
        raise ModelError(
            f"{path} is missing. Give the folder of a saved model, or download it again."
        ) from None
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise ModelError(
            f"{path} is not valid JSON ({error}). Download the model again."
        ) from error


def whole_number(
    config: dict[str, Any], key: str, path: Path, default: int | None = None, *, least: int = 1
) -> int:
    """``config[key]``, which must be a whole number of at least ``least``."""
    value = config.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ModelError(
            f"{path}: {key} must be a whole number above {least - 1}, not {value!r}. "
            "Download the model again."
        )
    return value


def fraction(config: dict[str, Any], key: str, path: Path, default: float) -> float:
    """``config[key]``, which must lie between 0 and 1."""
    value = config.get(key, default)
    if not isinstance(value, int | float) or not 0 < value < 1:
        raise ModelError(
            f"{path}: {key} must be a number between 0 and 1, not {value!r}. "
            "Download the model again."
        )
    return float(value)
