"""Dossiers that have every section of a report."""

from __future__ import annotations

from dataclasses import replace

from perimetry.report.dossier import Dossier
from tests.report.audits import make_audit
from tests.report.checkups import make_checkup
from tests.report.maps import make_map
from tests.report.records import CERTIFIED, COMPARISON, NONE_FOUND, REPAIR


def map_dossier(text: str = "a text") -> Dossier:
    """A map beside every kind of record, in which ``text`` stands for a user's own words."""
    flips = [replace(COMPARISON.flips[0], item=text, anchor=text, text_a=text, text_b=f"{text} b")]
    return Dossier(
        make_map(names=(text, f"{text}2"), anchor=text, category=text),
        checkups=[make_checkup(name=text, text=text)],
        comparisons=[replace(COMPARISON, old=text, new=f"{text}2", flips=flips, data=text)],
        certificates=[CERTIFIED, replace(NONE_FOUND, reason=text, guards=(text,))],
        repairs=[replace(REPAIR, reason=text, left_out=[text])],
    )


def edits_dossier(text: str = "a text") -> Dossier:
    """An audit of edits, in which ``text`` stands wherever a user's own words can."""
    return Dossier(
        make_audit(
            names=(text, f"{text}2"),
            data=text,
            source=text,
            setup={text: text},
            prompts={"query": text, text: text},
        )
    )
