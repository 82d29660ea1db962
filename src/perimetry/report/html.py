"""The report as one HTML file that needs nothing beside it: no font, no network."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from perimetry.files import write_text
from perimetry.records import Estimate
from perimetry.report.charts.certificate import curve_svg
from perimetry.report.charts.drawing import NARROW, WIDE
from perimetry.report.charts.map import strip_svg
from perimetry.report.charts.profile import profile_svg
from perimetry.report.charts.scores import accepted_svg, histogram_svg
from perimetry.report.colours import COLOURS
from perimetry.report.dossier import Dossier
from perimetry.report.sections.certificate import CURVE_COLUMNS, share
from perimetry.report.sections.checkup import CHECK_SIGNS
from perimetry.report.sections.comparison import CHANGE_COLUMNS, PLACE_COLUMNS
from perimetry.report.sections.map import DETAILS
from perimetry.report.sections.repair import GAIN_COLUMNS, HARM_COLUMNS
from perimetry.report.sections.scores import EncoderScores, ScoresView
from perimetry.report.view import View, build_view
from perimetry.report.wording import VERDICT_SIGNS, interval, number
from perimetry.results import Audit, audit_paths

HEADING = re.compile(r'<h2 id="([^"]+)"[^>]*>(.*?)</h2>', re.DOTALL)
"""A section's heading in a page: its identity and its words, which are markup already."""


SEPARATED = re.compile("[^/?&=_:]*[/?&=_:]|[^/?&=_:]+")
"""The parts of an encoder's name, each with the sign that ends it."""


def render_html(found: Audit | Dossier | View) -> str:
    """The report on an audit, and on the records beside it, as an HTML page.

    Equal records give equal bytes.
    """
    view = build_view(found)
    return render_page(
        "report.html.j2",
        sections="sections.html.j2",
        view=view,
        profile_chart=_pictures(lambda width: profile_svg(view, width=width)),
        score_charts=[
            [
                _score_pictures(found, encoder, f"{place}-{of}")
                for of, encoder in enumerate(found.encoders, start=1)
            ]
            for place, found in enumerate(view.scores, start=1)
        ],
        curves=[
            _pictures(partial(curve_svg, certificate, name=f"certificate-{place}"))
            for place, certificate in enumerate(view.certificates, start=1)
        ],
        map_details=DETAILS,
        change_columns=CHANGE_COLUMNS,
        place_columns=PLACE_COLUMNS,
        curve_columns=CURVE_COLUMNS,
        gain_columns=GAIN_COLUMNS,
        harm_columns=HARM_COLUMNS,
        several=len(view.encoders) > 1,
        signs=VERDICT_SIGNS,
        check_signs=CHECK_SIGNS,
        runs=view.explorer is not None and view.explorer.shown > 0,
    )


def _pictures(draw: Callable[..., str]) -> dict[str, Markup] | None:
    """A picture for a desk and one for a phone, None where there is nothing to draw.

    Vega's SVG, which escapes the names in it, is markup.
    """
    wide = draw(width=WIDE)
    if not wide:
        return None
    return {"wide": Markup(wide), "narrow": Markup(draw(width=NARROW))}  # noqa: S704


def _score_pictures(found: ScoresView, encoder: EncoderScores, name: str) -> dict[str, Markup]:
    return {
        "spread": Markup(histogram_svg(found, encoder, name=f"spread-{name}")),  # noqa: S704
        "accepted": Markup(accepted_svg(found, encoder, name=f"accepted-{name}")),  # noqa: S704
    }


def render_page(template: str, *, sections: str = "", runs: bool = False, **values: object) -> str:
    """One of our templates with ``values``, in our style and under our policy.

    Args:
        template: the page.
        sections: the template of its body, whose headings are the page's contents.
        runs: whether the page has the explorer, whose script is the only one ever allowed.
        values: what the templates draw.
    """
    environment = _environment()
    style = environment.get_template("report.css").render()
    script = environment.get_template("explorer.js").render() if runs else ""
    shared = {
        "script": Markup(script),  # noqa: S704 (our own file)
        "runs": runs,
        "words": COLOURS,
        **values,
    }
    body = environment.get_template(sections).render(shared) if sections else ""
    return environment.get_template(template).render(
        style=Markup(style),  # noqa: S704 (our own file)
        policy=_policy(style, script),
        body=Markup(body),  # noqa: S704 (our own template, which escapes)
        contents=[(id_, Markup(title)) for id_, title in HEADING.findall(body)],  # noqa: S704
        **shared,
    )


def write_report(found: Audit | Dossier, folder: Path) -> Path:
    """Write ``report.html`` into ``folder``, all or nothing, and return its path.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    path = audit_paths(folder)["report"]
    write_text(path, render_html(found))
    return path


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("perimetry.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["number"] = number
    environment.filters["interval"] = interval
    environment.filters["tied"] = _tied
    environment.filters["share"] = share
    environment.filters["strip"] = _strip
    environment.filters["breakable"] = _breakable
    return environment


def _strip(estimate: Estimate) -> Markup:
    return Markup(strip_svg(estimate))  # noqa: S704 (our own, of numbers alone)


def _breakable(name: str) -> Markup:
    """``name`` with places where a line may end, as a reader would break it."""
    return Markup("<wbr>").join(SEPARATED.findall(name))


def _tied(sentence: str) -> str:
    """``sentence`` with no line break between a number and its percent sign."""
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


def _policy(style: str, script: str) -> str:
    """A Content-Security-Policy that allows the page's own style and script and nothing else."""
    allowed = f"style-src '{_digest(style)}'" + (f"; script-src '{_digest(script)}'" * bool(script))
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
