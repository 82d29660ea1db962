"""perimetry-core: anchors with overlap-matched partners, and edits that encoders over-react to.

The design is that of arXiv 2608.10216: for each anchor, {same, opposite} × {close, distant}. Of
several *same* candidates the one is taken whose token Jaccard with the anchor is nearest to the
opposite's, by a rule that no encoder has a part in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.labelled import LabelledPair, LabelledSet, Triplet
from perimetry.errors import DataError, InputError
from perimetry.files import read_json_lines
from perimetry.records import Relation
from perimetry.words import Stratum, stratum_of, token_jaccard

Split = Literal["dev", "test"]

STRATA: tuple[Stratum, ...] = get_args(Stratum)

MAIN = (
    "negation", "antonym", "number", "date_time", "unit", "identifier", "entity", "role_swap",
    "temporal_order", "quantifier", "modality", "condition",
)  # fmt: skip
"""The phenomena of the suite ``quick``."""


@dataclass(frozen=True)
class CoreAnchor:
    """A sentence with its candidates: some that say the same, one opposite in each stratum.

    ``order_blind`` says that the close opposite has the anchor's words in another order, so that
    token Jaccard sees no difference at all.
    """

    group: str
    phenomenon: str
    register: str
    split: str
    anchor: str
    same: Mapping[Stratum, Sequence[str]]
    opposite: Mapping[Stratum, str]
    order_blind: bool
    note: str
    depends: tuple[str, str] | None = None
    line: int = 0

    def chosen(self, stratum: Stratum) -> str:
        """The candidate whose overlap is nearest to the opposite's; the first of equals."""
        aim = token_jaccard(self.anchor, self.opposite[stratum])
        return min(self.same[stratum], key=lambda text: abs(token_jaccard(self.anchor, text) - aim))

    def pairs(self) -> Iterator[tuple[LabelledPair, bool]]:
        """Every pair of the anchor and whether it is one to score."""
        for stratum in STRATA:
            chosen = self.chosen(stratum)
            for place, text in enumerate(self.same[stratum], start=1):
                mark = f"same-{stratum}" if text == chosen else f"same-{stratum}-{place}"
                yield self._pair(mark, text, "same", stratum), text == chosen
            opposite = self.opposite[stratum]
            yield self._pair(f"opposite-{stratum}", opposite, "different", stratum), True
        if self.depends:
            text, reason = self.depends
            stratum = stratum_of(self.anchor, text)
            yield self._pair("depends", text, "depends", stratum, reason), True

    def _pair(
        self, mark: str, text: str, label: Relation, stratum: Stratum, note: str = ""
    ) -> LabelledPair:
        return LabelledPair(
            item=f"{self.group}/{mark}",
            group=self.group,
            category=self.phenomenon,
            text_a=self.anchor,
            text_b=text,
            label=label,
            stratum=stratum,
            split=self.split,
            note=note or self.note,
            line=self.line,
        )


def builtin_core(split: Split | None = "test") -> LabelledSet:
    """The anchors that ship with perimetry, of one half or of both; their card lies beside them."""
    data = read_anchors(builtin_file("core", "anchors.jsonl"))
    return _of_split(data, split, "perimetry-core")


def builtin_keeping(split: Split | None = "test") -> LabelledSet:
    """Edits that keep the meaning and move many encoders, each beside the nearest opposite."""
    data = read_keeping(builtin_file("core", "keeping.jsonl"))
    return _of_split(data, split, "perimetry-core, keeping edits")


def read_anchors(path: Path) -> LabelledSet:
    """Read a file of anchors, one JSON object a line, in the format of ``anchors.jsonl``.

    Raises:
        DataError: a field is missing or has the wrong type, with its line.
    """
    anchors = [_anchor(path, line, row) for line, row in _rows(path)]
    if not anchors:
        raise DataError(path, "there is no anchor in it.")
    scored: list[LabelledPair] = []
    spare: list[LabelledPair] = []
    for anchor in anchors:
        for pair, chosen in anchor.pairs():
            (scored if chosen else spare).append(pair)
    source = f"file {path.name}"
    return LabelledSet(path.name, source, scored, _triplets(scored), spare, matched=True)


def read_keeping(path: Path) -> LabelledSet:
    """Read a file of keeping edits: ``group, edit, register, split, anchor, kept, opposite``.

    Raises:
        DataError: a field is missing or has the wrong type, with its line.
    """
    pairs: list[LabelledPair] = []
    triplets: list[Triplet] = []
    for line, row in _rows(path):
        fields = {name: _text(path, line, row, name) for name in KEEPING_FIELDS}
        group, edit, anchor = fields["group"], fields["edit"], fields["anchor"]
        keeping, breaking = (
            LabelledPair(
                f"{group}/{mark}", group, edit, anchor, fields[mark], label,
                stratum_of(anchor, fields[mark]), split=fields["split"], line=line,
            )
            for mark, label in KEPT_OR_OPPOSITE
        )  # fmt: skip
        pairs += [keeping, breaking]
        triplets.append(Triplet(keeping, breaking))
    if not pairs:
        raise DataError(path, "there is no edit in it.")
    return LabelledSet(path.name, f"file {path.name}", pairs, triplets)


KEEPING_FIELDS = ("group", "edit", "register", "split", "anchor", "kept", "opposite")
KEPT_OR_OPPOSITE: tuple[tuple[str, Relation], ...] = (("kept", "same"), ("opposite", "different"))


def _of_split(data: LabelledSet, split: Split | None, name: str) -> LabelledSet:
    if split is None:
        return replace(data, name=name, source="built in")
    if split not in get_args(Split):
        raise InputError(f"there is no split {split!r}. Splits: {', '.join(get_args(Split))}.")
    part = data.only([pair for pair in data.pairs if pair.split == split])
    spare = [pair for pair in data.spare if pair.split == split]
    return replace(part, name=f"{name} ({split})", source="built in", spare=spare)


def _triplets(scored: Sequence[LabelledPair]) -> list[Triplet]:
    """One triplet a stratum of each anchor, named by them."""
    by_item = {pair.item: pair for pair in scored}
    return [
        Triplet(pair, by_item[opposite])
        for pair in scored
        if pair.label == "same" and (opposite := f"{pair.group}/opposite-{pair.stratum}") in by_item
    ]


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows with data; a line may hold the canary alone."""
    seen: dict[str, int] = {}
    for line, row in read_json_lines(path):
        if set(row) == {"canary"}:
            continue
        group = _text(path, line, row, "group")
        if ">" in group:
            raise DataError(path, f"group {group!r} holds '>', which names triplets.", line=line)
        if group in seen:
            raise DataError(path, f"group {group!r} stands on line {seen[group]} too.", line=line)
        seen[group] = line
        yield line, row


def _anchor(path: Path, line: int, row: Mapping[str, Any]) -> CoreAnchor:
    depends = row.get("depends")
    if depends is not None and not (
        isinstance(depends, dict) and {"text", "reason"} <= set(depends)
    ):
        raise DataError(path, "depends needs a text and a reason.", line=line)
    return CoreAnchor(
        group=_text(path, line, row, "group"),
        phenomenon=_text(path, line, row, "phenomenon"),
        register=_text(path, line, row, "register"),
        split=_text(path, line, row, "split"),
        anchor=_text(path, line, row, "anchor"),
        same={s: _texts(path, line, row, f"same_{s}") for s in STRATA},
        opposite={s: _text(path, line, row, f"opposite_{s}") for s in STRATA},
        order_blind=bool(row.get("order_blind", False)),
        note=_text(path, line, row, "note"),
        depends=(
            (_text(path, line, depends, "text"), _text(path, line, depends, "reason"))
            if depends
            else None
        ),
        line=line,
    )


def _text(path: Path, line: int, row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise DataError(path, f"no text under {name!r}.", line=line)
    return value


def _texts(path: Path, line: int, row: Mapping[str, Any], name: str) -> list[str]:
    value = row.get(name)
    if not isinstance(value, list) or not value:
        raise DataError(path, f"{name!r} must be a list of texts.", line=line)
    for text in value:
        if not isinstance(text, str) or not text.strip():
            raise DataError(path, f"{name!r} holds something that is no text.", line=line)
    return value
