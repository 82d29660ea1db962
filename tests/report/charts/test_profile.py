import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from perimetry.report import build_view
from perimetry.report.charts.drawing import NARROW
from perimetry.report.charts.profile import profile_svg
from tests.report.audits import make_audit

SVG = "{http://www.w3.org/2000/svg}"


def parsed(names: tuple[str, ...]) -> ET.Element:
    return ET.fromstring(profile_svg(build_view(make_audit(names=names))))


def texts(svg: ET.Element) -> list[str]:
    return ["".join(element.itertext()) for element in svg.iter(f"{SVG}text")]


def test_it_is_one_image_with_a_title_and_the_values_in_words():
    svg = parsed(("tiny",))
    assert svg.get("role") == "img"
    title, description = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert svg.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert description.text is not None
    assert "negation (breaks meaning): tiny 0.50" in description.text


def test_edits_are_grouped_by_whether_they_keep_the_meaning():
    drawn = texts(parsed(("tiny",)))
    order = ["keeps meaning", "synonym", "breaks meaning", "antonym", "negation", "random word"]
    assert set(order) <= set(drawn)
    assert drawn.index("antonym") < drawn.index("negation") < drawn.index("random word")


def test_a_mark_stands_at_its_value():
    svg = profile_svg(build_view(make_audit()), width=1000)
    assert len(re.findall(r'transform="translate\(500,', svg)) >= 4  # value 0.5 of 1000 pixels


@pytest.mark.parametrize("count", [1, 2, 8, 12])
def test_each_encoder_has_a_shape_and_a_colour_of_its_own(count: int):
    svg = parsed(tuple(f"encoder {place}" for place in range(count)))
    marks = [
        group
        for group in svg.iter(f"{SVG}g")
        if "role-mark" in group.get("class", "") and "mark-symbol" in group.get("class", "")
    ]
    looks = {
        (path.get("d"), path.get("fill"), path.get("stroke"))
        for group in marks
        for path in group.iter(f"{SVG}path")
    }
    assert len(looks) == count


def test_a_single_encoder_needs_no_legend():
    assert "tiny" not in texts(parsed(("tiny",)))
    assert "tiny" in texts(parsed(("tiny", "small")))


def test_names_that_are_cut_alike_stay_apart():
    names = tuple("m" * 50 + middle + "n" * 50 for middle in ("a", "b"))
    drawn = [text for text in texts(parsed(names)) if "…" in text]
    assert len(set(drawn)) == 2


def test_names_cannot_break_out():
    drawn = texts(parsed(("</svg><script>x</script>", 'a"b')))
    assert "</svg><script>x</script>" in drawn


def test_values_below_the_floor_widen_the_axis():
    audit = make_audit()
    below = [
        replace(entry, estimate=replace(entry.estimate, low=-0.35))
        for entry in audit.estimates
        if entry.estimate.measure == "normalised_similarity"
    ]
    drawn = texts(ET.fromstring(profile_svg(build_view(replace(audit, estimates=below)))))
    assert "−0.2" in drawn
    assert "−0.2" not in texts(parsed(("tiny",)))


def test_the_text_is_fourteen_pixels_in_both_widths():
    for svg in (
        profile_svg(build_view(make_audit(names=("a", "b")))),
        profile_svg(build_view(make_audit(names=("a", "b"))), width=NARROW),
    ):
        assert set(re.findall(r'font-size="(\w+)"', svg)) == {"14px"}


def test_the_narrow_one_fits_a_phone():
    svg = ET.fromstring(profile_svg(build_view(make_audit()), width=NARROW))
    assert float(svg.get("width", "inf")) <= 390 - 2 * 20


def test_equal_views_give_equal_bytes():
    assert profile_svg(build_view(make_audit())) == profile_svg(build_view(make_audit()))


def test_no_profile_no_chart():
    assert profile_svg(build_view(replace(make_audit(), estimates=[]))) == ""
