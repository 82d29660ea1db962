"""``vectors:FILE`` vectors that were computed elsewhere.

A Parquet file has a column ``text`` and a column ``vector`` (lists of floats). A ``.npy`` file has
shape ``(n, d)`` and beside it, or at ``?texts=FILE``, a ``.txt`` file with one text a line or a
``.jsonl`` file with one ``{"text": ...}`` a line, in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from perimetry.encoders.base import checked_vectors, shortened
from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import DataError, EncodingError, InputError
from perimetry.files import file_digest, read_json_lines, read_lines
from perimetry.records import Role


class VectorsEncoder:
    """A table from text to vector. It cannot encode a text that is not one of its ``texts``."""

    def __init__(self, texts: Sequence[str], vectors: NDArray[np.float32], name: str) -> None:
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self._vectors = checked_vectors(vectors, texts, name)
        self._row = {text: row for row, text in enumerate(texts)}
        self.texts = tuple(texts)
        digest = sha256(self._vectors.tobytes())
        for text in texts:
            digest.update(sha256(text.encode("utf-8", "surrogatepass")).digest())
        self.fingerprint = "vectors-" + digest.hexdigest()
        self.setup: Mapping[str, object] = {
            "engine": "vectors",
            "texts": len(texts),
            "dimension": self._vectors.shape[1],
        }

    @classmethod
    def load(cls, uri: EncoderURI) -> VectorsEncoder:
        """Open ``vectors:FILE.parquet`` or ``vectors:FILE.npy[?texts=FILE]``.

        Raises:
            DataError: the file is missing or is not what it should be.
        """
        options = take_options(uri.options, ("texts",), "vectors")
        path = Path(uri.target).expanduser()
        if not path.is_file():
            raise DataError(path, "there is no such file of vectors.")
        if path.suffix == ".npy":
            texts, vectors = _read_npy(path, options.get("texts"))
        elif path.suffix == ".parquet":
            texts, vectors = _read_parquet(path)
        else:
            raise InputError(f"vectors: reads .npy and .parquet, not {path.name!r}.")
        return cls(texts, vectors, f"vectors:{path.stem}-{file_digest(path)[:8]}")

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Look the texts up; the role changes nothing.

        Raises:
            EncodingError: a text is not in the table.
        """
        del role
        sent = [(prompt or "") + text for text in texts]
        missing = [text for text in sent if text not in self._row]
        if missing:
            raise EncodingError(
                f"{self.name} has no vector for {len(missing)} of {len(sent)} texts, first "
                f"{shortened(missing[0])!r}. Add them to the file."
            )
        return self._vectors[[self._row[text] for text in sent]]


def _read_npy(path: Path, texts_file: str | None) -> tuple[list[str], NDArray[np.float32]]:
    candidates = [Path(texts_file)] if texts_file else [path.with_suffix(s) for s in TEXT_SUFFIXES]
    texts_path = next((p for p in candidates if p.is_file()), None)
    if texts_path is None:
        raise DataError(candidates[0], f"the texts of {path.name} are missing. Add ?texts=FILE.")
    try:
        vectors = np.load(path, allow_pickle=False)
    except (ValueError, OSError, EOFError) as error:
        raise DataError(path, f"not a numpy array of numbers ({error}).") from None
    texts: list[str] = []
    if texts_path.suffix == ".jsonl":
        for line, row in read_json_lines(texts_path):
            if not isinstance(row.get("text"), str):
                raise DataError(texts_path, 'no string "text" in this object.', line=line)
            texts.append(row["text"])
    else:
        texts.extend(text for _, text in read_lines(texts_path))
    return _paired(path, texts, vectors)


TEXT_SUFFIXES = (".jsonl", ".txt")


def _read_parquet(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    try:
        table = pq.read_table(path, columns=["text", "vector"])
        vectors = np.array(table["vector"].to_pylist(), dtype=np.float32)
    except (pa.ArrowInvalid, pa.ArrowKeyError, ValueError, TypeError) as error:
        first = str(error).splitlines()[0]
        raise DataError(
            path, f"needs a column text and a column vector, lists of one length ({first})."
        ) from None
    return _paired(path, [str(text) for text in table["text"].to_pylist()], vectors)


def _paired(
    path: Path, texts: list[str], vectors: NDArray[np.float32]
) -> tuple[list[str], NDArray[np.float32]]:
    if vectors.ndim != 2 or vectors.shape[0] != len(texts):
        raise DataError(path, f"shape {vectors.shape} does not fit {len(texts)} texts.")
    if len(set(texts)) != len(texts):
        twice = next(text for row, text in enumerate(texts) if text in texts[:row])
        raise DataError(path, f"the text {shortened(twice)!r} stands in it twice.")
    return texts, vectors
