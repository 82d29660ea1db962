"""What the report's pictures share: colours, shapes, a legend, the step to inline SVG.

Vega-Lite is run when the report is built, so the page needs no script. Colours are CSS variables
with a fallback, so a picture follows the page into dark mode and stands alone too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from perimetry.report.view import View
from perimetry.report.wording import short

WIDE, NARROW = 560, 225
"""Widths of the plot in pixels, without the labels: for a desk and for a phone."""

INK, FAINT = "var(--ink, #1d2025)", "var(--line, #d9d9d3)"
FALLBACKS = (
    "#0b5fa5", "#b0400a", "#0b7650", "#8a3d8f", "#7a5c00", "#b0235f", "#2a6b7a", "#55585f",
)  # fmt: skip
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
"""One fewer than the colours, so that colour and shape together repeat only after 56 encoders."""

COLOURS = tuple(f"var(--mark-{place}, {colour})" for place, colour in enumerate(FALLBACKS, start=1))
PART_ROLE = re.compile(
    r'(<[a-z]+ class="[^"]*") role="graphics-[a-z]+"(?: aria-roledescription="[^"]*")?'
)
"""What Vega calls the parts of a picture; inside one image they would be images without a name."""

TAG = re.compile("<[^>]*>")
LONG_NUMBER = re.compile(r"-?\d+\.\d{2,}")
NOTHING = re.compile(
    '<path class="(?:back|fore)ground"[^>]*(?:display="none"|d="M0,0h0v0h0Z")[^>]*/>'
)
"""What Vega writes for the areas behind and before a group that has none."""

FONT = "system-ui, sans-serif"
FONT_PIXELS, MARK = 14, 85


def encoder_names(view: View, width: int) -> list[str]:
    """The encoders' names, cut to fit a plot of ``width`` and still all different."""
    limit = 24 if width == NARROW else 60
    cut = [short(encoder.name, limit) for encoder in view.encoders]
    return [
        name if cut.count(name) == 1 else f"{place}. {name}"
        for place, name in enumerate(cut, start=1)
    ]


def colour_and_shape(names: Sequence[str], width: int) -> tuple[Any, Any]:
    """The channels that tell encoders apart, with one legend where there are several."""
    import altair as alt

    legend = (
        alt.Legend(
            title=None,
            orient="top",
            columns=1 if width == NARROW or max(map(len, names)) > 24 else 2,
            labelLimit=0,
            columnPadding=32,
            rowPadding=6,
        )
        if len(names) > 1
        else None
    )
    colour = alt.Color("encoder:N", sort=names, legend=legend).scale(domain=names, range=COLOURS)
    shape = alt.Shape("encoder:N", sort=names, legend=legend).scale(domain=names, range=SHAPES)
    return colour, shape


def row_height(names: Sequence[str]) -> Any:
    """The height of a row of the plot: a place for each encoder."""
    import altair as alt

    return alt.Step(18 if len(names) > 1 else 30, **{"for": "offset"})


def styled(chart: Any) -> Any:
    """``chart`` in the report's colours and type."""
    return (
        chart.configure(aria=False, background="transparent", font=FONT)
        .configure_view(stroke=FAINT)
        .configure_axis(
            labelColor=INK,
            titleColor=INK,
            gridColor=FAINT,
            domainColor=FAINT,
            tickColor=FAINT,
            labelFontSize=FONT_PIXELS,
            titleFontSize=FONT_PIXELS,
            titleFontWeight="normal",
            titlePadding=10,
            tickCount=5,
        )
        .configure_header(labelColor=INK, labelFontSize=FONT_PIXELS)
        .configure_legend(
            labelColor=INK, labelFontSize=FONT_PIXELS, symbolSize=MARK, symbolStrokeWidth=0
        )
    )


def drawn(chart: Any, *, name: str, title: str, text: str) -> str:
    """``chart`` as one ``<svg>`` image; a screen reader reads ``title`` and ``text`` for it.

    Equal charts give equal bytes. ``name`` tells its parts from those of other pictures.
    """
    from vl_convert import vegalite_to_svg

    svg = _rounded(vegalite_to_svg(styled(chart).to_dict(), allowed_base_urls=[]))
    element, _, parts = PART_ROLE.sub(r"\1", svg).partition(">")
    title_id, text_id = f"chart-title-{name}", f"chart-text-{name}"
    return (
        f'{element} role="img" aria-labelledby="{title_id} {text_id}">'
        f'<title id="{title_id}">{escape(title)}</title>'
        f'<desc id="{text_id}">{escape(text)}</desc>{parts}'
    )


def _rounded(svg: str) -> str:
    """``svg`` with no more digits than a pixel needs, and without the parts that draw nothing.

    Texts lie between the tags and stay as they are.
    """
    return TAG.sub(lambda tag: LONG_NUMBER.sub(_tenths, tag[0]), NOTHING.sub("", svg))


def _tenths(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}".removesuffix(".0")
