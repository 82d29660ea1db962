"""An encoder's cosines as pictures: where its pairs lie, and what each cut-off accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from perimetry.report.charts.drawing import COLOURS, FAINT, FONT_PIXELS, INK, drawn
from perimetry.report.sections.scores import CUTOFFS, EncoderScores, Histogram, ScoresView, hundred
from perimetry.report.wording import number

WIDTH = 270
"""Of a plot in pixels, without its labels: two stand side by side on a desk, one on a phone."""

PANEL, CURVE_HEIGHT = 80, 300
KINDS = ("say the same", "say something else")
MEANINGS = {"all": "All pairs", "close": "Share most words", "distant": "Share few words"}
MANY_TENTHS = 0.5
"""Where the axis begins if each tenth has room for its label."""

AXIS = 46
"""Room for the labels of a vertical axis in pixels, so that the plots stand under each other."""


def histogram_svg(view: ScoresView, encoder: EncoderScores, *, name: str) -> str:
    """How the cosines of either kind of pair are spread, as an ``<svg>`` element.

    ``name`` tells its parts from those of other pictures.
    """
    return drawn(
        _histograms(view, encoder),
        name=name,
        title=f"Cosines of pairs that say the same and of pairs that say something else, "
        f"{encoder.name}",
        text=" ".join(_spread(view, histogram) for histogram in encoder.histograms),
    )


def accepted_svg(view: ScoresView, encoder: EncoderScores, *, name: str) -> str:
    """What each cut-off accepts of either kind, as an ``<svg>`` element."""
    return drawn(
        _curve(view, encoder),
        name=name,
        title=f"Pairs that each cut-off accepts, {encoder.name}",
        text=" ".join(_told(encoder)),
    )


def _histograms(view: ScoresView, encoder: EncoderScores) -> Any:
    import altair as alt

    last = len(encoder.histograms)
    panels = [
        alt.layer(*_panel(view, encoder, histogram, last=place == last)).properties(
            width=WIDTH,
            height=PANEL,
            title=_heading(MEANINGS[histogram.stratum]),
            view=alt.ViewBackground(stroke=None),
        )
        for place, histogram in enumerate(encoder.histograms, start=1)
    ]
    return alt.vconcat(*panels, spacing=6)


def _panel(
    view: ScoresView, encoder: EncoderScores, histogram: Histogram, *, last: bool
) -> Iterator[Any]:
    import altair as alt

    steps = _steps(view, histogram)
    most = max(abs(float(step["share"])) for step in steps)
    hidden = alt.Axis(labels=False, ticks=False, domain=False, grid=False, minExtent=AXIS)
    y = alt.Y("share:Q", title=None, axis=hidden).scale(domain=[-most, most])
    x = _cosine(view, title="cosine" if last else None, labels=last)
    yield from _rules(view, encoder, x)
    yield (
        alt.Chart(alt.InlineData(values=steps))
        .mark_area(interpolate="step-after", opacity=1)
        .encode(x=x, y=y, y2=alt.datum(0), color=_colour())
    )
    yield alt.Chart(alt.InlineData(values=[{"share": 0}])).mark_rule(color=INK).encode(y="share:Q")


def _curve(view: ScoresView, encoder: EncoderScores) -> Any:
    import altair as alt

    rows = [
        {"cosine": step.cosine, "share": 100 * share, "kind": kind}
        for step in encoder.curve
        for kind, share in zip(KINDS, (step.same, step.different), strict=True)
    ]
    axis = alt.Axis(minExtent=AXIS, labelExpr="datum.label + ' %'")
    x = _cosine(view, title="accepted from this cosine on", labels=True)
    y = alt.Y("share:Q", title=None, axis=axis).scale(domain=[0, 100])
    dash = alt.StrokeDash("kind:N", sort=KINDS, legend=None).scale(
        domain=KINDS, range=[(1, 0), (6, 4)]
    )
    shape = alt.Shape("kind:N", sort=KINDS, legend=None).scale(
        domain=KINDS, range=("circle", "square")
    )
    lines = alt.Chart(alt.InlineData(values=rows)).mark_line(strokeWidth=2.5)
    marked = alt.InlineData(values=[row for row in rows if row["cosine"] in CUTOFFS])
    points = alt.Chart(marked).mark_point(filled=True, size=50, opacity=1)
    return alt.layer(
        *_rules(view, encoder, x),
        lines.encode(x=x, y=y, color=_colour(), strokeDash=dash),
        points.encode(x=x, y=y, color=_colour(), shape=shape),
    ).properties(width=WIDTH, height=CURVE_HEIGHT, title=_heading("Pairs accepted"))


def _heading(words: str) -> Any:
    import altair as alt

    return alt.TitleParams(
        words, anchor="start", frame="group", fontSize=FONT_PIXELS, fontWeight="normal",
        color=INK, offset=6,
    )  # fmt: skip


def _cosine(view: ScoresView, *, title: str | None, labels: bool) -> Any:
    """The horizontal channel, the same one in all layers."""
    import altair as alt

    start = view.edges[0]
    tenths = range(10, round(10 * start) - 1, -1 if start >= MANY_TENTHS else -2)
    axis = alt.Axis(
        values=[tenth / 10 for tenth in tenths], labels=labels, ticks=labels, domain=labels,
        grid=False, format=".1f", labelFlush=False,
    )  # fmt: skip
    return alt.X("cosine:Q", title=title, axis=axis).scale(domain=[start, 1], nice=False)


def _colour() -> Any:
    import altair as alt

    legend = alt.Legend(title=None, orient="top", columns=2, labelLimit=0, columnPadding=16)
    return alt.Color("kind:N", sort=KINDS, legend=legend).scale(domain=KINDS, range=COLOURS[:2])


def _rules(view: ScoresView, encoder: EncoderScores, x: Any) -> Iterator[Any]:
    """The cut-offs that people copy, and those of certificates."""
    import altair as alt

    for cutoffs, looks in (
        (CUTOFFS, {"color": FAINT}),
        (encoder.certified, {"color": INK, "strokeDash": [3, 3], "strokeWidth": 1.5}),
    ):
        shown = [{"cosine": cutoff} for cutoff in cutoffs if cutoff >= view.edges[0]]
        if shown:
            yield alt.Chart(alt.InlineData(values=shown)).mark_rule(**looks).encode(x=x)


def _steps(view: ScoresView, histogram: Histogram) -> list[dict[str, str | float]]:
    """The outline: the shares of same pairs upwards, those of different ones downwards."""
    return [
        {"cosine": edge, "kind": kind, "share": sign * count / sum(counts)}
        for kind, sign, counts in zip(
            KINDS, (1, -1), (histogram.same, histogram.different), strict=True
        )
        for edge, count in zip(view.edges, (*counts, counts[-1]), strict=True)
    ]


def _spread(view: ScoresView, histogram: Histogram) -> str:
    told = [
        f"those that {kind} mostly from {number(low, 3)} to {number(high, 3)}"
        for kind, counts in zip(KINDS, (histogram.same, histogram.different), strict=True)
        for low, high in [_middle(view.edges, counts)]
    ]
    return f"{MEANINGS[histogram.stratum]}: {', '.join(told)}."


def _middle(edges: Sequence[float], counts: Sequence[int]) -> tuple[float, float]:
    """Edges between which at least the middle half of the pairs lies."""
    total, reached, low, high = sum(counts), 0, edges[0], edges[-1]
    for place, count in enumerate(counts):
        if reached <= total / 4 < reached + count:
            low = edges[place]
        if reached < 3 * total / 4 <= reached + count:
            high = edges[place + 1]
        reached += count
    return low, high


def _told(encoder: EncoderScores) -> Iterator[str]:
    for row in encoder.cutoffs:
        whole = row.strata[0]
        yield (
            f"From {number(row.cutoff)} on {hundred(whole.same.value)} pairs that say the same and "
            f"{hundred(whole.different.value)} that say something else."
        )
