"""``static:FILE`` a table of word vectors, such as GloVe: the mean of the words' vectors.

A text file has a word and its numbers on each line, with blanks between (GloVe's layout); a first
line of two whole numbers (word2vec's) is passed over. A ``.npy`` file has shape ``(words, d)`` and
beside it, or at ``?vocab=FILE``, its words in the same order: ``.txt`` with one a line, or
``.parquet`` with one column of strings.

How a text becomes words (``TOKENISER``): it is lower-cased if no word of the table has a capital.
A run of letters and digits held together by ``- . , / '`` is one word if the table has it
(*well-known*, *3.5*); otherwise it falls apart as in the Penn Treebank (*don't* into *do* and
*n't*, *it's* into *it* and *'s*), and punctuation marks are words of their own. Words that are not
in the table are left out of the mean. A text with no known word gets a zero vector and is counted
in ``unknown_texts``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from perimetry.encoders.base import check_texts, checked_vectors
from perimetry.encoders.static.token_table import normalize_option, unit
from perimetry.encoders.static.unknown import UnknownTexts
from perimetry.encoders.uri import EncoderURI, take_options
from perimetry.errors import DataError
from perimetry.files import file_digest, read_lines
from perimetry.records import Role

TOKENISER = "compounds in the table, else Penn Treebank contractions, words and marks; version 1"
COMPOUND = re.compile(r"\w+(?:[-.,/']\w+)*|[^\w\s]")
WORD = re.compile(r"\w+(?=n't\b)|n't\b|'(?:s|re|ve|ll|d|m)\b|\w+|[^\w\s]", re.IGNORECASE)
VOCAB_SUFFIXES = (".txt", ".parquet")


class WordTableEncoder:
    """Means of word vectors. ``unknown_texts`` counts texts with no known word."""

    def __init__(
        self,
        words: Sequence[str],
        vectors: NDArray[np.float32],
        *,
        name: str,
        normalise: bool = False,
        digest: str | None = None,
        rows_passed_over: int = 0,
    ) -> None:
        self.name = name
        self.prompts: Mapping[Role, str] = {}
        self.unknown_texts = UnknownTexts()
        self._vectors = checked_vectors(vectors, words, name)
        self._row: dict[str, int] = {}
        for row, word in enumerate(words):  # the first of equal words counts
            self._row.setdefault(word, row)
        self._lower = all(word == word.lower() for word in self._row)
        self._normalise = normalise
        self.setup: Mapping[str, object] = {
            "engine": "static",
            "layout": "word table",
            "weights_sha256": digest or _digest(words, self._vectors),
            "words": len(self._row),
            "rows_passed_over": rows_passed_over,
            "tokeniser": TOKENISER,
            "lower_case": self._lower,
            "unknown_words": "left out; a text of nothing else gets a zero vector",
            "pooling": "mean",
            "normalise": normalise,
            "dimension": int(self._vectors.shape[1]),
        }
        content = json.dumps(self.setup, sort_keys=True)
        self.fingerprint = "words-" + sha256(content.encode()).hexdigest()

    @classmethod
    def load(cls, uri: EncoderURI) -> WordTableEncoder:
        """Open ``static:FILE``, with ``?vocab=FILE`` for a ``.npy`` file and ``?normalize=1``.

        Raises:
            InputError: an unknown option, or a value that it cannot have.
            DataError: the file is no table of word vectors.
        """
        options = take_options(uri.options, ("vocab", "normalize"), "static")
        normalise = normalize_option(options, False)
        path = Path(uri.target).expanduser()
        name = uri.without(["vocab"]).display(f"static:{path.stem}")
        if path.suffix == ".npy":
            vocab = _vocab_file(path, options.get("vocab"))
            words, vectors = _read_words(vocab), _read_npy(path)
            if vectors.ndim != 2 or len(words) != len(vectors):
                raise DataError(path, f"shape {vectors.shape} does not fit {len(words)} words.")
            digest = sha256((file_digest(path) + file_digest(vocab)).encode()).hexdigest()
            return cls(words, vectors, name=name, normalise=normalise, digest=digest)
        words, vectors, passed_over = _read_text(path)
        return cls(
            words,
            vectors,
            name=name,
            normalise=normalise,
            digest=file_digest(path),
            rows_passed_over=passed_over,
        )

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        """Encode ``texts`` into shape ``(len(texts), dimension)``; the role changes nothing."""
        del role
        check_texts(texts)
        vectors = np.zeros((len(texts), self._vectors.shape[1]), dtype=np.float32)
        unknown = []
        for place, text in enumerate(texts):
            words = self.words((prompt or "") + text)
            rows = [self._row[word] for word in words if word in self._row]
            if rows:
                vectors[place] = self._vectors[rows].mean(axis=0)
            else:
                unknown.append(text)
        self.unknown_texts.add(unknown)
        return unit(vectors) if self._normalise else vectors

    def words(self, text: str) -> list[str]:
        """The words of ``text``, whether the table has them or not."""
        return list(self._split(text.lower() if self._lower else text))

    def _split(self, text: str) -> Iterator[str]:
        for compound in COMPOUND.findall(text.replace("’", "'")):
            if compound in self._row:
                yield compound
            else:
                yield from WORD.findall(compound)


def _digest(words: Sequence[str], vectors: NDArray[np.float32]) -> str:
    digest = sha256(vectors.tobytes())
    digest.update("\0".join(words).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _read_text(path: Path) -> tuple[list[str], NDArray[np.float32], int]:
    """The words, their vectors, and how many rows have blanks within the word.

    No text has such a word once it is split at blanks, so those rows are passed over.
    """
    head = [line.split(" ") for _, line in islice(read_lines(path), 2)]
    header = bool(head) and len(head[0]) == 2 and all(cell.isdecimal() for cell in head[0])
    first = (head[1:] if header else head)[:1]
    cells = len(first[0]) if first else 0
    columns = cells - bool(first and first[0][-1] == "")  # word2vec ends a line with a blank
    if columns < 2:
        raise DataError(path, "not a word and its numbers on each line, with blanks between.")
    passed_over = 0

    def pass_over(row: pyarrow.csv.InvalidRow) -> str:
        nonlocal passed_over
        passed_over += 1
        return "skip" if row.actual_columns > cells else "error"

    names = ["word", *map(str, range(1, cells))]
    numbers = names[1:columns]
    try:
        table = pyarrow.csv.read_csv(
            path,
            read_options=pyarrow.csv.ReadOptions(column_names=names, skip_rows=int(header)),
            parse_options=pyarrow.csv.ParseOptions(
                delimiter=" ", quote_char=False, invalid_row_handler=pass_over
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                column_types={"word": pa.string(), **dict.fromkeys(numbers, pa.float32())},
                include_columns=names[:columns],
                null_values=[],
            ),
        )
    except pa.ArrowInvalid as error:
        first_line = str(error).splitlines()[0]
        raise DataError(path, f"not a table of word vectors ({first_line}).") from None
    vectors = np.stack([table[column].to_numpy() for column in numbers], axis=1)
    return table["word"].to_pylist(), vectors, passed_over


def _vocab_file(path: Path, stated: str | None) -> Path:
    candidates = [Path(stated)] if stated else [path.with_suffix(s) for s in VOCAB_SUFFIXES]
    found = next((file for file in candidates if file.expanduser().is_file()), None)
    if found is None:
        raise DataError(candidates[0], f"the words of {path.name} are missing. Add ?vocab=FILE.")
    return found.expanduser()


def _read_words(path: Path) -> list[str]:
    if path.suffix != ".parquet":
        return [line for _, line in read_lines(path)]
    try:
        table = pq.read_table(path)
    except pa.ArrowInvalid as error:
        raise DataError(path, f"not a Parquet file ({str(error).splitlines()[0]}).") from None
    if table.num_columns != 1:
        raise DataError(path, f"{table.num_columns} columns. Give a file with one, the words.")
    return [str(word) for word in table.column(0).to_pylist()]


def _read_npy(path: Path) -> NDArray[np.float32]:
    try:
        return np.asarray(np.load(path, allow_pickle=False), dtype=np.float32)
    except (ValueError, TypeError, OSError, EOFError) as error:
        raise DataError(path, f"not a numpy array of numbers ({error}).") from None
