"""The profile as a picture: a mark and an interval for each edit and encoder, as inline SVG.

Vega-Lite is run when the report is built, so the page needs no script. Colours are CSS variables
with a fallback, so the picture follows the page into dark mode and stands alone too.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from perimetry.report.view import View
from perimetry.report.wording import number, short

WIDE, NARROW = 560, 225
"""Widths of the plot in pixels, without the labels: for a desk and for a phone."""

LABELS = 100
"""Room for an edit's name in pixels, since the reader's font may be wider than the one measured."""

INK, FAINT = "var(--ink, #1d2025)", "var(--line, #d9d9d3)"
FALLBACKS = (
    "#0b5fa5", "#b0400a", "#0b7650", "#8a3d8f", "#7a5c00", "#b0235f", "#2a6b7a", "#55585f",
)  # fmt: skip
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
"""One fewer than the colours, so that colour and shape together repeat only after 56 encoders."""

COLOURS = tuple(f"var(--mark-{place}, {colour})" for place, colour in enumerate(FALLBACKS, start=1))
FONT = "system-ui, sans-serif"
FONT_PIXELS, MARK = 14, 85


def profile_svg(view: View, *, width: int = WIDE) -> str:
    """The chart of ``view.profile`` as an ``<svg>`` element, or "" where there is no profile.

    Equal views give equal bytes. ``width`` is that of the plot without its labels, in pixels.
    """
    if not view.profile:
        return ""
    from vl_convert import vegalite_to_svg

    svg = vegalite_to_svg(_specification(view, width), allowed_base_urls=[])
    return _described(svg, view, width)


def _specification(view: View, width: int) -> dict[str, Any]:
    import altair as alt

    names = _names(view, limit=24 if width == NARROW else 60)
    rows = _rows(view, names)
    edits = [row.label for row in view.profile]
    several = len(names) > 1
    legend = (
        alt.Legend(
            title=None,
            orient="top",
            columns=1 if width == NARROW or max(map(len, names)) > 24 else 2,
            labelLimit=0,
            columnPadding=32,
            rowPadding=6,
        )
        if several
        else None
    )
    colour = alt.Color("encoder:N", sort=names, legend=legend).scale(domain=names, range=COLOURS)
    shape = alt.Shape("encoder:N", sort=names, legend=legend).scale(domain=names, range=SHAPES)
    lowest = min(0.0, *(float(row["low"]) for row in rows))
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("edit:N", sort=edits, title=None, axis=alt.Axis(minExtent=LABELS)),
        yOffset=alt.YOffset("encoder:N", sort=names),
    )
    low = alt.X(
        "low:Q", title=["normalised similarity", "0 = random pair, 1 = the same vector"]
    ).scale(domain=[lowest, 1.0])
    interval = base.mark_rule(strokeWidth=2.5).encode(x=low, x2="high:Q", color=colour)
    mark = base.mark_point(size=MARK, filled=True, opacity=1).encode(
        x="value:Q", color=colour, shape=shape
    )
    chart = (
        alt.layer(interval, mark)
        .properties(width=width, height=alt.Step(18 if several else 30, **{"for": "offset"}))
        .facet(
            row=alt.Row(
                "relation:N",
                sort=["keeps meaning", "breaks meaning"],
                header=alt.Header(
                    title=None, labelOrient="top", labelAnchor="start", labelFontWeight="bold"
                ),
            ),
            spacing=14,
        )
        .resolve_scale(y="independent")
        .configure(aria=False, background="transparent", font=FONT)
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
    specification: dict[str, Any] = chart.to_dict()
    return specification


def _names(view: View, limit: int) -> list[str]:
    """The encoders' names, cut to ``limit`` and still all different."""
    cut = [short(encoder.name, limit) for encoder in view.encoders]
    return [
        name if cut.count(name) == 1 else f"{place}. {name}"
        for place, name in enumerate(cut, start=1)
    ]


def _rows(view: View, names: Sequence[str]) -> list[dict[str, str | float]]:
    return [
        {
            "edit": row.label,
            "relation": row.relation,
            "encoder": name,
            "value": cell.similarity.value,
            "low": cell.similarity.low,
            "high": cell.similarity.high,
        }
        for row in view.profile
        for name, cell in zip(names, row.cells, strict=True)
        if cell is not None
    ]


def _described(svg: str, view: View, width: int) -> str:
    """``svg`` as one image with a title and a description, which a screen reader reads for it."""
    values = "; ".join(
        f"{row.label} ({row.relation}): "
        + ", ".join(
            f"{encoder.name} {number(cell.similarity.value)}"
            for encoder, cell in zip(view.encoders, row.cells, strict=True)
            if cell is not None
        )
        for row in view.profile
    )
    element, _, parts = svg.partition(">")
    title, text = f"chart-title-{width}", f"chart-text-{width}"
    return (
        f'{element} role="img" aria-labelledby="{title} {text}">'
        f'<title id="{title}">Normalised similarity by kind of edit</title>'
        f'<desc id="{text}">{escape(values)}.</desc>{parts}'
    )
