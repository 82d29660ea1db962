"""A threshold's curve as a picture: what each cut-off accepts of either kind of pair."""

from __future__ import annotations

from typing import Any

from perimetry.report.charts.drawing import COLOURS, INK, NARROW, WIDE, drawn
from perimetry.report.sections.certificate import CertificateView, share
from perimetry.report.wording import number

HEIGHT = 240
SERIES = ("same accepted", "different accepted")
SOLID: tuple[int, ...] = (1, 0)
DASHED = (6, 4)


def curve_svg(view: CertificateView, *, name: str, width: int = WIDE) -> str:
    """The curve as an ``<svg>`` element, or "" where the certificate has none.

    ``name`` tells its parts from those of other pictures; ``width`` is that of the plot, in pixels.
    """
    if not view.curve:
        return ""
    return drawn(
        _chart(view, width),
        name=f"{name}-{width}",
        title=f"Shares of pairs accepted from each cosine on, {view.encoder}",
        text=_described(view),
    )


def _chart(view: CertificateView, width: int) -> Any:
    import altair as alt

    rows = [
        {"cosine": point.threshold, "share": 100 * value, "pairs": series}
        for point in view.curve
        for series, value in zip(SERIES, (point.accept, point.false_accept), strict=True)
    ]
    legend = alt.Legend(
        title=None, orient="top", columns=1 if width == NARROW else 2, symbolType="stroke",
        symbolStrokeWidth=3, labelLimit=0, columnPadding=32,
    )  # fmt: skip
    lines = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(strokeWidth=2.5, interpolate="step-before")
        .encode(
            x=alt.X("cosine:Q", title="accepted from this cosine on").scale(zero=False),
            y=alt.Y("share:Q", title="pairs accepted, %").scale(domain=[0, 100]),
            color=alt.Color("pairs:N", sort=SERIES, legend=legend).scale(
                domain=SERIES, range=COLOURS[:2]
            ),
            strokeDash=alt.StrokeDash("pairs:N", sort=SERIES, legend=legend).scale(
                domain=SERIES, range=[SOLID, DASHED]
            ),
        )
    )
    layers = [lines]
    if view.threshold is not None:
        at = alt.InlineData(values=[{"cosine": view.threshold}])
        layers.append(
            alt.Chart(at).mark_rule(color=INK, strokeDash=[3, 3]).encode(x=alt.X("cosine:Q"))
        )
    return alt.layer(*layers).properties(width=width, height=HEIGHT)


def _described(view: CertificateView) -> str:
    step = max(1, len(view.curve) // 8)
    told = "; ".join(
        f"from {number(point.threshold)} on {share(point.accept)} of the same and "
        f"{share(point.false_accept)} of the different pairs"
        for point in view.curve[::step]
    )
    chosen = "" if view.threshold is None else f" The rule tested is {number(view.threshold, 4)}."
    return f"{told}.{chosen}"
