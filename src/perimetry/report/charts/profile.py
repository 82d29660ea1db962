"""The profile as a picture: a mark and an interval for each edit and encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perimetry.report.charts.drawing import (
    MARK,
    WIDE,
    colour_and_shape,
    drawn,
    encoder_names,
    row_height,
)
from perimetry.report.view import View
from perimetry.report.wording import number

LABELS = 100
"""Room for an edit's name in pixels, since the reader's font may be wider than the one measured."""


def profile_svg(view: View, *, width: int = WIDE) -> str:
    """The chart of ``view.profile`` as an ``<svg>`` element, or "" where there is no profile.

    ``width`` is that of the plot without its labels, in pixels.
    """
    if not view.profile:
        return ""
    return drawn(
        _chart(view, width),
        name=str(width),
        title="Normalised similarity by kind of edit",
        text=_described(view),
    )


def _chart(view: View, width: int) -> Any:
    import altair as alt

    names = encoder_names(view, width)
    rows = _rows(view, names)
    edits = [row.label for row in view.profile]
    colour, shape = colour_and_shape(names, width)
    lowest = min(0.0, *(float(row["low"]) for row in rows))
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("edit:N", sort=edits, title=None, axis=alt.Axis(minExtent=LABELS)).scale(
            paddingInner=0.1, paddingOuter=0.05
        ),
        yOffset=alt.YOffset("encoder:N", sort=names),
    )
    low = alt.X(
        "low:Q", title=["normalised similarity", "0 = random pair, 1 = the same vector"]
    ).scale(domain=[lowest, 1.0])
    interval = base.mark_rule(strokeWidth=2.5).encode(x=low, x2="high:Q", color=colour)
    mark = base.mark_point(size=MARK, filled=True, opacity=1).encode(
        x="value:Q", color=colour, shape=shape
    )
    return (
        alt.layer(interval, mark)
        .properties(width=width, height=row_height(names))
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
    )


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


def _described(view: View) -> str:
    return (
        "; ".join(
            f"{row.label} ({row.relation}): "
            + ", ".join(
                f"{encoder.name} {number(cell.similarity.value)}"
                for encoder, cell in zip(view.encoders, row.cells, strict=True)
                if cell is not None
            )
            for row in view.profile
        )
        + "."
    )
