"""Sentences with one partner for each rule of HEROS: our own set, a HEROS-format table, the hub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.sampling import drawn_groups
from perimetry.errors import DataError, UnavailableError
from perimetry.files import read_json_lines, read_table
from perimetry.records import Relation

RELATIONS: Mapping[str, Relation] = {
    "synonym": "same",
    "typo": "same",
    "antonym": "different",
    "negation": "different",
    "random_word": "different",
}
"""The edits of HEROS and whether they keep the meaning, in the order of the tables."""

COLUMNS: Mapping[str, str] = {
    "original": "original",
    "synonym": "synonym",
    "antonym": "antonym",
    "typo": "typo",
    "negation": "negation",
    "random (mlm)": "random_word",
    "random": "random_word",
    "random_word": "random_word",
}
"""The columns of a HEROS-format table, whatever their case, and the edit each one holds."""

MADE_BY_RULES = "rules on "
"""How the source of a set begins whose partners were made by rule."""

HUB_ID = "dcml0714/Heros"
HUB_FILE = "heros.tsv"


@dataclass(frozen=True)
class EditedSentence:
    """A sentence and its partners by edit; an edit that a rule declined is absent."""

    item: str
    group: str
    original: str
    partners: Mapping[str, str]


@dataclass(frozen=True)
class HerosSet:
    """A named set of edited sentences. ``digest`` changes with any text in it."""

    name: str
    source: str
    sentences: Sequence[EditedSentence]
    relations: Mapping[str, Relation] = field(default_factory=lambda: RELATIONS)

    @property
    def keeping(self) -> list[str]:
        """The edits that keep the meaning."""
        return [edit for edit, relation in self.relations.items() if relation == "same"]

    @property
    def breaking(self) -> list[str]:
        """The edits that break it."""
        return [edit for edit, relation in self.relations.items() if relation == "different"]

    @property
    def digest(self) -> str:
        """SHA-256 of all identities and texts, in order."""
        rows = [[s.item, s.group, s.original, sorted(s.partners.items())] for s in self.sentences]
        return sha256(json.dumps(rows, ensure_ascii=True).encode()).hexdigest()

    def pairs(self, edit: str) -> list[tuple[str, str]]:
        """The pairs (original, partner) of one edit, in order."""
        return [(s.original, s.partners[edit]) for s in self.sentences if edit in s.partners]

    def sample(self, groups: int, seed: int) -> HerosSet:
        """A random choice of ``groups`` whole groups, in the set's order; all if it has fewer.

        Raises:
            InputError: ``groups`` is below 1.
        """
        names = (sentence.group for sentence in self.sentences)
        kept = drawn_groups(names, groups, np.random.default_rng(seed))
        if kept == {sentence.group for sentence in self.sentences}:
            return self
        return replace(self, sentences=[s for s in self.sentences if s.group in kept])


def builtin_heros() -> HerosSet:
    """The set that ships with perimetry; its card lies beside it."""
    path = builtin_file("heros", "data.jsonl")
    sentences = [
        EditedSentence(
            item=row["id"],
            group=row["id"],
            original=row["original"],
            partners={edit: row[edit] for edit in RELATIONS if row.get(edit)},
        )
        for _, row in read_json_lines(path)
    ]
    return HerosSet("perimetry-heros", "built in", sentences)


def load_heros(data: str | None) -> HerosSet:
    """The set called ``data``: ``None`` for our own, a file, or ``dcml0714/Heros`` from the hub.

    Raises:
        DataError: the file is missing or not in the HEROS format.
        UnavailableError: the hub's set is not in the local cache and the hub cannot be reached.
    """
    if data is None:
        return builtin_heros()
    path = Path(data).expanduser()
    if data == HUB_ID and not path.exists():
        return replace(read_heros(_download()), name=HUB_ID, source=f"hub data set {HUB_ID}")
    return read_heros(path)


def read_heros(path: Path) -> HerosSet:
    """Read a ``.tsv`` or ``.csv`` with the columns Original and any of the edits.

    An empty cell means that the sentence has no such partner.

    Raises:
        DataError: naming the line, when a row has no original, no partner or an edit that changes
            nothing; or the file, when it has no rows or not the columns.
    """
    if path.suffix.lower() not in (".tsv", ".csv"):
        raise DataError(path, "HEROS data is a .tsv or .csv file.")
    rows = read_table(path)
    header_line, header = next(rows, (0, []))
    if not header:
        raise DataError(path, "the file is empty. Its header is: " + HEADER)
    edits = _edits_of(path, header, header_line)
    groups: dict[str, str] = {}
    sentences = [
        _sentence(path, line, dict(_cells(path, line, edits, row)), groups) for line, row in rows
    ]
    if not sentences:
        raise DataError(path, "the file has a header and no rows.")
    return HerosSet(path.name, f"file {path.name}", sentences)


HEADER = "Original, Synonym, Antonym, Negation, Random (MLM), Typo"


def _edits_of(path: Path, header: Sequence[str], line: int) -> list[str]:
    """The edit that each column holds, "" for a column that is none of ours."""
    edits = [COLUMNS.get(cell.strip().casefold(), "") for cell in header]
    if "original" not in edits or len(set(edits) - {"", "original"}) == 0:
        raise DataError(
            path,
            f"needs a column Original and an edit; the header has {', '.join(header)}. "
            f"Expected: {HEADER}.",
            line=line,
        )
    return edits


def _cells(
    path: Path, line: int, edits: Sequence[str], row: Sequence[str]
) -> Iterable[tuple[str, str]]:
    """The row's filled cells by edit. A column given twice must say the same twice."""
    seen: dict[str, str] = {}
    for edit, cell in zip(edits, row, strict=True):
        text = cell.strip()
        if not edit or not text:
            continue
        if seen.setdefault(edit, text) != text:
            raise DataError(path, f"two columns hold {edit} and differ here.", line=line)
    return seen.items()


def _sentence(
    path: Path, line: int, cells: dict[str, str], groups: dict[str, str]
) -> EditedSentence:
    original = cells.pop("original", "")
    if not original:
        raise DataError(path, "the original sentence is empty.", line=line)
    if not cells:
        raise DataError(path, "no partner at all. Fill a cell or delete the row.", line=line)
    for edit, text in cells.items():
        if text == original:
            raise DataError(path, f"the {edit} equals the original.", line=line)
    item = f"line-{line}"
    return EditedSentence(item, groups.setdefault(original, item), original, cells)


def _download() -> Path:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError

    try:
        return Path(hf_hub_download(HUB_ID, HUB_FILE, repo_type="dataset"))
    except (OSError, HfHubHTTPError) as error:
        raise UnavailableError(
            f"cannot get {HUB_ID} from the hub ({type(error).__name__}). Download {HUB_FILE} "
            f"where there is a network and give its path: --data {HUB_FILE}"
        ) from None
