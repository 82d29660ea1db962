from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import beta

from perimetry.records import ItemScores, Score
from perimetry.report import build_view, render_html
from perimetry.report.charts.scores import accepted_svg, histogram_svg
from perimetry.report.sections.scores import EncoderScores, build_scores
from perimetry.results import Audit
from perimetry.results.items import items_table, joined
from tests.report.maps import make_map
from tests.report.records import CERTIFIED
from tests.report.sections.test_map import cells

SAME, DIFFERENT = (0.95, 0.90, 0.70, 0.50), (0.96, 0.82, 0.60, 0.40)
SVG = "{http://www.w3.org/2000/svg}"


def scored(
    cosines: Mapping[str, Sequence[float]] | None = None,
    *,
    names: Sequence[str] = ("tiny",),
    kept: float = 0.25,
) -> Audit:
    """A map whose pairs have these cosines by label/stratum, each pair with a group of its own."""
    given = cosines or {"same/close": SAME, "different/close": DIFFERENT}
    rows = [
        Score(f"negation/{cell}", f"{cell}-{place}", f"{cell}-{place}", "cosine", value, "a", "b")
        for cell, values in given.items()
        for place, value in enumerate(values)
    ]
    tables = [items_table(name, "core", ItemScores(rows)) for name in names]
    return replace(make_map(names=names, kept=kept), items=joined(tables))


def first(audit: Audit) -> EncoderScores:
    return build_scores(audit)[0].encoders[0]


def test_a_cut_off_accepts_what_reaches_it_with_the_interval_of_its_groups():
    said = next(row for row in first(scored()).cutoffs if row.cutoff == 0.90)
    [whole] = said.strata
    assert (whole.same.events, whole.same.n, whole.same.value) == (2, 4, 0.5)
    assert (whole.different.events, whole.different.n, whole.different.value) == (1, 4, 0.25)
    # Two of four pairs, one in a group, are worth 1.5 of 3 (4 · 3/4, Kish), and the bounds of
    # Clopper and Pearson for those are quantiles of Beta(1.5, 2.5) and of Beta(2.5, 1.5).
    assert (whole.same.low, whole.same.high) == pytest.approx(
        (beta.ppf(0.025, 1.5, 2.5), beta.ppf(0.975, 2.5, 1.5))
    )


def test_where_none_is_accepted_the_bound_counts_groups():
    said = next(
        row for row in first(scored({"same/close": SAME, "different/close": (0.1,) * 59})).cutoffs
        if row.cutoff == 0.90
    )  # fmt: skip
    assert said.strata[0].different.high == pytest.approx(1 - 0.025 ** (1 / 59))


def test_the_outcome_is_said_as_so_many_of_a_hundred():
    # Beta(1.5, 2.5) and Beta(2.5, 1.5) for 0.50, Beta(0.75, 3.25) and Beta(1.75, 2.25) for 0.25.
    assert list(first(scored()).sentences) == [
        "At 0.90, 25 of 100 opposites pass as the same (95 % interval 0 to 87 %) and 50 of 100 "
        "paraphrases are refused (95 % interval 4 to 96 %).",
        "No cosine cut-off keeps half of the paraphrases with at most 1 % of the opposites: the "
        "best keeps 25 %.",
    ]


def test_strata_are_told_apart_where_both_have_both_kinds():
    by_cell = {
        "same/close": (0.95, 0.95),
        "different/close": (0.95, 0.85),
        "same/distant": (0.5, 0.5),
        "different/distant": (0.5, 0.5),
    }
    found = first(scored(by_cell))
    assert [part.stratum for part in found.cutoffs[0].strata] == ["all", "close", "distant"]
    assert found.sentences[1] == (
        "Of pairs that share most of their words, 50 of 100 opposites and all of the paraphrases "
        "pass; of those that share few, none of the opposites and none of the paraphrases."
    )


def test_every_pair_is_in_one_bin_and_a_cut_off_is_an_edge():
    view = build_scores(scored({"same/close": (0.9, 1.0000001, -0.2), "different/close": (0.8,)}))[
        0
    ]
    [whole] = view.encoders[0].histograms
    assert (sum(whole.same), sum(whole.different)) == (3, 1)
    assert whole.same[view.edges.index(0.9)] == 1
    assert whole.same[-1] == 1
    assert whole.different[view.edges.index(0.8)] == 1
    assert {0.8, 0.85, 0.9, 0.95, 1.0} <= set(view.edges)


def test_stray_pairs_below_the_axis_are_counted_in_the_first_bin():
    same = (0.05, *np.linspace(0.6, 0.9, 200).tolist())
    view = build_scores(scored({"same/close": same, "different/close": (0.7,)}))[0]
    assert view.edges[0] == 0.6
    assert view.encoders[0].histograms[0].same[0] >= 1
    assert sum(view.encoders[0].histograms[0].same) == 201


def test_the_curve_falls_from_all_to_none():
    curve = first(scored()).curve
    assert (curve[0].same, curve[0].different) == (1.0, 1.0)
    assert (curve[-1].same, curve[-1].different) == (0.0, 0.0)
    at = {step.cosine: (step.same, step.different) for step in curve}
    assert at[0.9] == (0.5, 0.25)
    assert all(a.same >= b.same for a, b in pairwise(curve))


def test_a_certified_cut_off_has_a_row_and_a_line_for_its_encoder_alone():
    audit = scored(names=("tiny", "other"))
    certificate = replace(CERTIFIED, encoder=audit.encoders[0])
    tiny, other = build_scores(audit, [certificate])[0].encoders
    assert [(row.cutoff, row.certified) for row in tiny.cutoffs if row.certified] == [
        (0.9375, "certified behind guards")
    ]
    assert (tiny.certified, other.certified) == ([0.9375], [])
    failed = replace(certificate, outcome="Too few pairs to certify")
    assert build_scores(audit, [failed])[0].encoders[0].certified == []


def test_a_map_without_both_kinds_has_no_scores():
    assert build_scores(scored({"same/close": SAME})) == []
    assert build_scores(make_map(probe="over_reaction")) == []


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def test_the_pictures_fit_a_phone_and_say_their_numbers_in_words():
    view = build_scores(scored())[0]
    for svg in (
        histogram_svg(view, view.encoders[0], name="one"),
        accepted_svg(view, view.encoders[0], name="two"),
    ):
        assert float(parsed(svg).get("width", "inf")) <= 390 - 2 * 20
    description = parsed(accepted_svg(view, view.encoders[0], name="two")).findtext(f"{SVG}desc")
    assert description is not None
    assert "From 0.90 on 50 of 100 pairs that say the same and 25 of 100" in description
    spread = parsed(histogram_svg(view, view.encoders[0], name="one")).findtext(f"{SVG}desc")
    assert spread == (
        "All pairs: those that say the same mostly from 0.700 to 0.925, those that say something "
        "else mostly from 0.600 to 0.825."
    )


def test_the_pictures_have_no_long_numbers_and_names_in_them_stay_whole():
    name = 'v1.23456 d="M0.123456" </svg>'
    view = build_scores(scored(names=(name,)))[0]
    svg = accepted_svg(view, view.encoders[0], name="x")
    assert "1.23456" in svg.partition("</title>")[0]
    assert "0.123456" in svg.partition("</title>")[0]
    root = parsed(svg)
    numbers = [
        value for part in root.iter() for value in (part.get("d"), part.get("transform")) if value
    ]
    assert numbers
    assert not any(re.search(r"\.\d\d", value) for value in numbers)


def test_the_section_has_a_table_for_each_picture():
    page = render_html(scored())
    assert "What a cut-off lets through" in page
    row = cells(page, "Cut-offs, tiny")
    start = row.index("0.90")
    assert row[start : start + 3] == ["0.90", "25 % 0 to 87", "50 % 4 to 96"]
    counted = cells(page, "Pairs by cosine, tiny")
    start = counted.index("0.900")
    assert counted[start : start + 3] == ["0.900", "1", "0"]


def test_equal_audits_give_equal_pictures():
    assert render_html(scored()) == render_html(scored())
    assert build_view(scored()).scores[0].probe == "core"
