"""Near pairs among a user's unlabelled texts, as a sheet for people to label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perimetry.datasets.background import Background
from perimetry.datasets.pairs import Columns, write_rows
from perimetry.datasets.texts import SourceText, read_texts
from perimetry.encoders.base import Encoder
from perimetry.errors import DataError, EncodingError
from perimetry.measures.cues import differing_cues
from perimetry.measures.nearest import nearest
from perimetry.measures.ranking import NO_DOCUMENT
from perimetry.measures.similarity import cosine
from perimetry.records import Text, unique
from perimetry.runner.encode import OnProgress, encode_texts
from perimetry.store import VectorStore
from perimetry.words import stratum_of, token_jaccard

NEIGHBOURS = 10
NEAR_PERCENTILE = 99.0
"""A pair is near when its cosine is above this percentile of unrelated sentences'."""

COLUMNS: Columns = {
    "text_a": str,
    "text_b": str,
    "label": str,
    "category": str,
    "stratum": str,
    "note": str,
    "cosine": str,
    "jaccard": str,
    "line_a": int,
    "line_b": int,
}
"""The columns of a sheet; ``label`` is empty, to be filled with same, different or depends."""


@dataclass(frozen=True)
class NearPair:
    """Two texts of a file that an encoder holds for near, and the cues in which they differ."""

    text_a: SourceText
    text_b: SourceText
    cosine: float
    cues: Sequence[str]

    @property
    def row(self) -> dict[str, object]:
        """The pair as a row of the sheet."""
        a, b = self.text_a.text, self.text_b.text
        return {
            "text_a": a,
            "text_b": b,
            "label": "",
            "category": self.cues[0] if self.cues else "other",
            "stratum": stratum_of(a, b),
            "note": ", ".join(self.cues),
            "cosine": f"{self.cosine:.4f}",
            "jaccard": f"{token_jaccard(a, b):.4f}",
            "line_a": self.text_a.line,
            "line_b": self.text_b.line,
        }


@dataclass(frozen=True)
class Mined:
    """The near pairs of a file, the hardest first, of which ``found`` there were in all."""

    pairs: Sequence[NearPair]
    found: int
    texts: int
    near_from: float


def mine_pairs(
    path: Path,
    encoder: Encoder,
    background: Background,
    *,
    column: str | None = None,
    limit: int = 200,
    store: VectorStore | None = None,
    watch: Callable[[str, int], OnProgress] | None = None,
) -> Mined:
    """The near pairs among the texts of ``path``.

    A pair is near when one text is among the :data:`NEIGHBOURS` nearest of the other and its cosine
    is above the 99th percentile of unrelated sentences. Hardest first: pairs that differ in a cue
    such as a number, a negation or a name, by falling cosine, since there an encoder errs
    most; then the others by falling cosine. Equal texts count once.

    Raises:
        DataError: the file cannot be read, has fewer than two different texts or no near pair.
        EncodingError: the encoder tells no two texts apart.
    """
    distinct = {s.text.strip(): s for s in reversed(list(read_texts(path, column)))}
    sources = sorted(distinct.values(), key=lambda source: source.line)
    if len(sources) < 2:
        raise DataError(path, "near pairs need two different texts at least.")
    texts = [Text(source.text.strip()) for source in sources]
    unrelated = [Text(sentence) for sentence in background.sentences]
    needed = unique([*texts, *unrelated])
    watching = watch(encoder.name, len(needed)) if watch else None
    vectors = encode_texts(encoder, needed, store, watching)
    left, right = np.array(background.pairs()).T
    matrix = vectors[unrelated]
    near_from = float(np.percentile(cosine(matrix[left], matrix[right]), NEAR_PERCENTILE))
    if near_from > 1 - 1e-6:
        raise EncodingError("the encoder gives unrelated sentences the same vector. Check it.")
    own = vectors[texts]
    ranking = nearest(own, own, NEIGHBOURS, exclude=np.arange(len(own)))
    places = sorted(
        {
            (min(i, j), max(i, j))
            for i, row in enumerate(ranking.documents.tolist())
            for j in row
            if j != NO_DOCUMENT
        }
    )
    pairs = list(_near(sources, places, own, near_from))
    if not pairs:
        raise DataError(path, f"no two texts have a cosine above {near_from:.2f}, so none is near.")
    pairs.sort(key=lambda pair: (not pair.cues, -pair.cosine, pair.text_a.line, pair.text_b.line))
    return Mined(pairs[:limit], len(pairs), len(sources), near_from)


def write_sheet(path: Path, mined: Mined) -> None:
    """Write the pairs as a sheet to label, in the format of the suffix, all or nothing."""
    write_rows(path, COLUMNS, (pair.row for pair in mined.pairs))


def _near(
    sources: Sequence[SourceText],
    places: Sequence[tuple[int, int]],
    vectors: NDArray[np.float32],
    near_from: float,
) -> Iterator[NearPair]:
    left, right = np.array(places).T
    for (i, j), value in zip(places, cosine(vectors[left], vectors[right]).tolist(), strict=True):
        if value > near_from:
            a, b = sources[i], sources[j]
            yield NearPair(a, b, value, differing_cues(a.text, b.text))
