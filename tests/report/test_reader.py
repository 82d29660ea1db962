"""A reader who knows nothing of the project finds the answers in the page's text alone.

The sentences are built here from the audit's numbers, in other ways than the report does it.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pyarrow.compute as pc
import pytest

from perimetry.decisions.compare import compare
from perimetry.encoders import open_encoder
from perimetry.probes import load_suite
from perimetry.report import render_html
from perimetry.report.dossier import Dossier
from perimetry.results import Audit
from perimetry.results.comparison import Comparison
from perimetry.runner import run_audit

NAMES = ("all-MiniLM-L6-v2", "all-MiniLM-L6-v2?dim=32")
TOPICS = {
    "negation": "negation", "antonym": "antonym", "number": "numbers and quantities",
    "date_time": "dates and times", "unit": "units and magnitudes", "identifier": "identifiers",
    "entity": "named entities", "role_swap": "who does what to whom",
    "temporal_order": "the order of events", "quantifier": "quantifiers and “only”",
    "condition": "conditions", "comparative": "comparatives", "modality": "modality",
}  # fmt: skip


class Shown(HTMLParser):
    """What a page shows, tags stripped."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._hidden = tag in ("script", "style")
        self.parts.append("" if tag == "wbr" else " ")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False
        self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


@pytest.fixture(scope="module")
def audit() -> Audit:
    encoders = [open_encoder(name) for name in (None, "all-MiniLM-L6-v2?dim=32")]
    return run_audit(encoders, load_suite("quick"), suite="quick", seed=0)


@pytest.fixture(scope="module")
def comparison(audit: Audit) -> Comparison:
    return compare(audit, seed=0)


@pytest.fixture(scope="module")
def text(audit: Audit, comparison: Comparison) -> str:
    html = render_html(Dossier(audit, comparisons=[comparison]))
    return " ".join("".join(Shown(html).parts).split())


def measured(audit: Audit, encoder: str, measure: str) -> list[dict[str, Any]]:
    wanted = pc.and_(
        pc.equal(audit.items["encoder"].cast("string"), encoder),
        pc.equal(audit.items["measure"].cast("string"), measure),
    )
    rows: list[dict[str, Any]] = audit.items.filter(wanted).to_pylist()
    return rows


def test_the_page_is_of_the_encoders_that_were_asked(audit: Audit, text: str) -> None:
    assert tuple(record.name for record in audit.encoders) == NAMES
    assert f"Blind spots of {NAMES[0]} and {NAMES[1]}" in text


@pytest.mark.parametrize("name", NAMES)
def test_is_it_safe_for_a_semantic_cache_at_090(audit: Audit, text: str, name: str) -> None:
    rows = measured(audit, name, "cosine")
    reached = {
        label: [row["value"] >= 0.9 for row in rows if f"/{label}/" in row["subset"]]
        for label in ("different", "same")
    }
    wrong, right = (
        f"{sum(found):,} of {len(found):,}" for found in (reached["different"], reached["same"])
    )
    share = f"{100 * np.mean(reached['different']):.0f} %"
    assert np.mean(reached["different"]) > 0.1  # far more than 1 %, so not safe
    use = text[text.index("Semantic cache, duplicate filter") : text.index("Search and reranking")]
    said = use[use.index(f"{name} ✕ not safe") :]
    assert said.index(f"{share} of the pairs that say something else reach 0.90 ({wrong}") < 200
    assert right in said


@pytest.mark.parametrize("name", NAMES)
def test_which_edits_fool_it_and_how_often(audit: Audit, text: str, name: str) -> None:
    rows = measured(audit, name, "margin")
    right = {
        kind: [row["value"] > 1e-6 for row in rows if row["subset"] == kind]
        for kind in dict.fromkeys(row["subset"] for row in rows)
    }
    worst = min(right, key=lambda kind: (np.mean(right[kind]), kind))
    wrong, tries = len(right[worst]) - sum(right[worst]), len(right[worst])
    assert f"What fooled it most: {TOPICS[worst]}. In {wrong} of {tries} tries" in text
    for kind in sorted(right, key=lambda kind: (np.mean(right[kind]), kind))[:3]:
        assert f"{TOPICS[kind]} {100 * np.mean(right[kind]):.0f} %" in text


def test_is_one_better_than_the_other(comparison: Comparison, text: str) -> None:
    whole = next(change for change in comparison.changes if change.subset == "all")
    assert f"Is {NAMES[1]} better than {NAMES[0]}?" in text
    said = {
        "improved": "Yes", "worse": "No, it is worse", "cannot be said": "It cannot be said",
        "no difference": "No difference",
    }[whole.outcome]  # fmt: skip
    assert f"{said}: the text that keeps the meaning lies closer in {100 * whole.new:.0f} %" in text
    difference = f"{whole.difference:.3f} ({whole.low:.3f} to {whole.high:.3f}".replace("-", "−")
    assert f"the difference is {difference}" in text


def test_how_sure_are_we(audit: Audit, text: str) -> None:
    for name in NAMES:
        whole = audit.get(name, "all", "order_accuracy")
        assert whole
        low, high = round(100 * whole.low), round(100 * whole.high)
        said = f"in {100 * whole.value:.0f} % of {whole.n:,} tries (95 % interval {low} to {high} %"
        assert said in text
    assert f"all of this rests on {whole.groups} sentences" in text
    assert "a stress test of what an encoder cannot see, not a forecast for your traffic" in text


def test_each_answer_says_by_what_rule_and_what_to_do_next(text: str) -> None:
    assert "at most 1 % reach 0.90 by the exact 95 % bound over sentences" in text
    assert "perimetry threshold MODEL --pairs mine.csv --use cache" in text
    assert "perimetry doctor MODEL" in text
