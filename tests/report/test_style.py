"""The style of all pages: colours that can be read, and no direction but that of the text."""

import re
from importlib.resources import files

import pytest

TEMPLATES = files("perimetry.report") / "templates"
STYLE = (TEMPLATES / "report.css").read_text(encoding="utf-8")
PARTS = STYLE + (TEMPLATES / "explorer.css").read_text(encoding="utf-8")
LIGHT, DARK, PRINT = (
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", block))
    for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[:3]
)
SCHEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}
GROUNDS = ("paper", "band")
TINTED = {"good": ["good"], "fair": ["fair"], "bad": ["bad", "worse"]}
TEXTS = [
    *((ink, ground) for ink in ("ink", "soft", "good", "fair", "bad") for ground in GROUNDS),
    *((word, f"{tint}-tint") for word, tints in TINTED.items() for tint in tints),
    *(("ink", f"{tint}-tint") for tints in TINTED.values() for tint in tints),
    ("added-ink", "added"),
    ("removed-ink", "removed"),
    ("paper", "ink"),
]
MARKS = [(f"mark-{place}", ground) for place in range(1, 9) for ground in GROUNDS]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    digits = colour.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_wcag():
    # Black on white is 21; #767676 is the well-known lightest grey that passes AA on white.
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_meets_wcag_aa(scheme: str, text: str, ground: str):
    colours = SCHEMES[scheme]
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_can_be_made_out(scheme: str, mark: str, ground: str):
    colours = SCHEMES[scheme]
    assert contrast(colours[mark], colours[ground]) >= 3


def test_every_scheme_has_every_colour_and_every_colour_is_one_of_them():
    assert LIGHT.keys() == DARK.keys() == PRINT.keys()
    assert {name for pair in TEXTS + MARKS for name in pair} == LIGHT.keys() - {"line"}
    rules = re.sub(r":root \{.*?\}", "", PARTS, flags=re.DOTALL)
    assert not re.search(r"#[0-9a-f]{3}", rules)


def test_every_variable_that_is_used_is_defined():
    used = set(re.findall(r"var\(--([\w-]+)", PARTS))
    defined = set(re.findall(r"--([\w-]+):", PARTS))
    assert used <= defined


def test_the_style_follows_the_direction_of_the_text():
    assert not re.search(r"\b(left|right)\b", PARTS)


def test_a_page_asks_for_nothing():
    assert "url(" not in PARTS
    assert "@import" not in PARTS
