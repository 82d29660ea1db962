"""The map as a picture: for each phenomenon and encoder an AUROC and its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perimetry.report.drawing import (
    FAINT,
    INK,
    MARK,
    NARROW,
    WIDE,
    colour_and_shape,
    drawn,
    encoder_names,
    row_height,
)
from perimetry.report.map import MapView
from perimetry.report.view import View
from perimetry.report.wording import number
from perimetry.stats.verdict import BANDS

LABELS = {WIDE: 190, NARROW: 130}
"""Room for a phenomenon's name in pixels."""


def map_svg(found: MapView, view: View, *, width: int = WIDE) -> str:
    """The chart of a map as an ``<svg>`` element, or "" where no phenomenon has an AUROC.

    ``width`` is that of a plot whose labels are short, in pixels.
    """
    names = encoder_names(view, width)
    rows = _rows(found, names)
    if not rows:
        return ""
    return drawn(
        _chart(rows, names, width),
        name=f"{found.probe.replace('_', '-')}-{width}",
        title="AUROC by phenomenon",
        text=_described(found, view),
    )


def _chart(rows: Sequence[dict[str, str | float]], names: Sequence[str], width: int) -> Any:
    import altair as alt

    phenomena = list(dict.fromkeys(str(row["phenomenon"]) for row in rows))
    colour, shape = colour_and_shape(names, width)
    scale = alt.Scale(domain=[min(0.2, *(float(row["low"]) for row in rows)), 1.0])
    base = alt.Chart(alt.InlineData(values=list(rows))).encode(
        y=alt.Y(
            "phenomenon:N",
            sort=phenomena,
            title=None,
            axis=alt.Axis(minExtent=LABELS[width], labelLimit=LABELS[width]),
        ),
        yOffset=alt.YOffset("encoder:N", sort=names),
    )
    low = alt.X("low:Q", title=["AUROC", "0.5 = guessing, 1 = perfect"]).scale(scale)
    blind = (
        alt.Chart(alt.InlineData(values=[{"from": BANDS[0], "to": BANDS[1]}]))
        .mark_rect(color=FAINT, opacity=0.6)
        .encode(x=alt.X("from:Q").scale(scale), x2="to:Q")
    )
    chance = (
        alt.Chart(alt.InlineData(values=[{"at": 0.5}]))
        .mark_rule(color=INK, strokeDash=[3, 3])
        .encode(x=alt.X("at:Q").scale(scale))
    )
    interval = base.mark_rule(strokeWidth=2.5).encode(x=low, x2="high:Q", color=colour)
    mark = base.mark_point(size=MARK, filled=True, opacity=1).encode(
        x=alt.X("value:Q").scale(scale), color=colour, shape=shape
    )
    room = width - (LABELS[width] - 100)
    return alt.layer(blind, chance, interval, mark).properties(width=room, height=row_height(names))


def _rows(found: MapView, names: Sequence[str]) -> list[dict[str, str | float]]:
    return [
        {
            "phenomenon": row.label,
            "encoder": name,
            "value": cell.auroc.value,
            "low": cell.auroc.low,
            "high": cell.auroc.high,
        }
        for row in (*found.rows, found.total)
        for name, cell in zip(names, row.cells, strict=True)
        if cell.auroc
    ]


def _described(found: MapView, view: View) -> str:
    return (
        "; ".join(
            f"{row.label}: "
            + ", ".join(
                f"{encoder.name} {number(cell.auroc.value)}"
                for encoder, cell in zip(view.encoders, row.cells, strict=True)
                if cell.auroc
            )
            for row in (*found.rows, found.total)
        )
        + "."
    )
