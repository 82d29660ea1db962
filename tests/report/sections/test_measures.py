from __future__ import annotations

from io import StringIO

from rich.console import Console

from perimetry.records import DatasetNote, Estimate, ItemScores
from perimetry.report import build_view, print_audit, render_html
from perimetry.results import Audit, EncoderEstimate, EncoderRecord
from perimetry.results.items import items_table, joined


def audit() -> Audit:
    estimates = [
        EncoderEstimate(name, "safety", Estimate(subset, measure, value, value, value, 12, 6))
        for name in ("tiny", "random")
        for subset in ("homonyms", "<b>all</b>")
        for measure, value in (("normalised_similarity", 0.625), ("label_purity", 0.5))
    ]
    return Audit(
        suite="safety",
        seed=0,
        limit=None,
        encoders=[EncoderRecord("tiny", "p", {}, {})],
        datasets={"safety": DatasetNote("requests", "d" * 64, "built in", 6, family="safety")},
        estimates=estimates,
        items=joined([items_table("tiny", "safety", ItemScores([]))]),
        versions={},
        baselines=("random",),
    )


def test_a_probe_without_a_section_of_its_own_has_a_table_of_all_it_measures() -> None:
    [table] = build_view(audit()).measures
    assert table.columns == ["normalised similarity", "label purity"]
    assert [(row.subset, row.scorer) for row in table.rows] == [
        ("homonyms", "tiny"), ("homonyms", "random"),
        ("<b>all</b>", "tiny"), ("<b>all</b>", "random"),
    ]  # fmt: skip


def test_the_page_shows_the_table_escaped_and_no_empty_section() -> None:
    page = render_html(audit())
    assert "What it knows of safety" in page
    assert "0.625" in page
    assert "<b>all" not in page
    assert "The worst triplets" not in page


def test_the_terminal_shows_the_encoder_without_the_baselines() -> None:
    file = StringIO()
    print_audit(audit(), Console(file=file, width=100))
    lines = [" ".join(line.split()) for line in file.getvalue().splitlines()]
    assert "homonyms 12 0.625 0.500" in lines
    assert sum(line.startswith("homonyms") for line in lines) == 1
