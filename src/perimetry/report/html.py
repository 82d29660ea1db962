"""The report as one HTML file that needs nothing beside it: no script, no font, no network."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from perimetry.files import write_text
from perimetry.report.chart import profile_svg
from perimetry.report.drawing import NARROW, WIDE
from perimetry.report.map import DETAILS
from perimetry.report.map_chart import map_svg
from perimetry.report.view import build_view
from perimetry.report.wording import VERDICT_SIGNS, interval, number
from perimetry.results import Audit, audit_paths


def render_html(audit: Audit) -> str:
    """The report on ``audit`` as an HTML page. Equal audits give equal bytes."""
    view = build_view(audit)
    return render_page(
        "report.html.j2",
        view=view,
        # Vega's SVG, which escapes the names in it, is markup.
        wide_chart=Markup(profile_svg(view, width=WIDE)),  # noqa: S704
        narrow_chart=Markup(profile_svg(view, width=NARROW)),  # noqa: S704
        map_charts={
            found.probe: {
                "wide": Markup(map_svg(found, view, width=WIDE)),  # noqa: S704
                "narrow": Markup(map_svg(found, view, width=NARROW)),  # noqa: S704
            }
            for found in view.maps
            if not found.keeps
        },
        map_details=DETAILS,
        several=len(view.encoders) > 1,
        signs=VERDICT_SIGNS,
    )


def render_page(template: str, **values: object) -> str:
    """One of our templates with ``values``, in our style and under our policy."""
    environment = _environment()
    style = environment.get_template("report.css").render()
    return environment.get_template(template).render(
        style=Markup(style),  # noqa: S704 (our own file)
        policy=_policy(style),
        **values,
    )


def write_report(audit: Audit, folder: Path) -> Path:
    """Write ``report.html`` into ``folder``, all or nothing, and return its path.

    Raises:
        StorageError: the disk is full or the folder cannot be written.
    """
    path = audit_paths(folder)["report"]
    write_text(path, render_html(audit))
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
    return environment


def _policy(style: str) -> str:
    """A Content-Security-Policy that allows the page's own style and nothing else."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
