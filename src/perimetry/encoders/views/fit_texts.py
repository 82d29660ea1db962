"""The texts on which a view is fitted: the built-in background, or a file of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from perimetry.encoders.views.base import background_texts
from perimetry.errors import DataError
from perimetry.files import read_json_lines, read_lines

BACKGROUND = "background"
LEAST = 2


@dataclass(frozen=True)
class FitTexts:
    """Distinct texts. ``digest`` (SHA-256 of them) tells them apart, ``shown`` names them."""

    shown: str
    digest: str
    texts: Sequence[str] = field(repr=False)


def read_fit_texts(value: str) -> FitTexts:
    """The texts that an option names: ``background``, or a ``.txt`` or ``.jsonl`` file.

    A ``.txt`` file has one a line, a ``.jsonl`` file one ``{"text": …}`` a line. Blank texts and
    repeats are left out.

    Raises:
        DataError: no such file, another suffix, a malformed line, or fewer than two texts.
    """
    if value == BACKGROUND:
        return _named(BACKGROUND, background_texts())
    path = Path(value).expanduser()
    if path.suffix not in (".txt", ".jsonl"):
        raise DataError(path, f"give {BACKGROUND!r}, or a .txt or .jsonl file of texts.")
    texts: list[str] = []
    if path.suffix == ".txt":
        texts.extend(text for _, text in read_lines(path))
    else:
        for line, row in read_json_lines(path):
            if not isinstance(row.get("text"), str):
                raise DataError(path, 'no string "text" in this object.', line=line)
            texts.append(row["text"])
    kept = list(dict.fromkeys(text for text in texts if text.strip()))
    if len(kept) < LEAST:
        raise DataError(path, f"a fit needs {LEAST} different texts, here are {len(kept)}.")
    found = _named(path.stem, kept)
    return FitTexts(f"{path.stem}-{found.digest[:8]}", found.digest, kept)


def _named(shown: str, texts: Sequence[str]) -> FitTexts:
    digest = sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
    return FitTexts(shown, digest, texts)
