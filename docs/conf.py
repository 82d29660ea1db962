"""How Sphinx builds the site: ``make docs`` writes it to ``site/``, without a network."""

from __future__ import annotations

import sys
from pathlib import Path

from perimetry import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "perimetry"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "from_the_program"]
exclude_patterns = ["_ext"]

myst_heading_anchors = 4
smartquotes_action = "D"  # dashes between a name and what it is; quotes stay as they are
nitpicky = True
nitpick_ignore_regex = [
    (r"py:.*", r"(?!perimetry\b).*"),  # other libraries have pages elsewhere
    (r"py:class", r"perimetry\..*"),  # a signature may name a type that no page describes
]
suppress_warnings = ["myst.header"]  # a table as a command wrote it starts with a lower heading

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
napoleon_use_ivar = True
maximum_signature_line_length = 88
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "perimetry"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # it is fetched page by page, which no browser does for files
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fcfcfa",
        "color-background-secondary": "#f3f3ee",
        "color-background-border": "#d9d9d3",
        "color-foreground-primary": "#1d2025",
        "color-foreground-secondary": "#565a63",
        "color-brand-primary": "#0b5fa5",
        "color-brand-content": "#0b5fa5",
        "color-brand-visited": "#8a3d8f",
        "color-highlight-on-target": "#e6eef6",
        "color-api-name": "#0b5fa5",
        "color-api-pre-name": "#565a63",
    },
    "dark_css_variables": {
        "color-background-primary": "#16181c",
        "color-background-secondary": "#1f2227",
        "color-background-border": "#3a3d44",
        "color-foreground-primary": "#e8e8e4",
        "color-foreground-secondary": "#abafb8",
        "color-brand-primary": "#6fb1ee",
        "color-brand-content": "#6fb1ee",
        "color-brand-visited": "#d6a0e2",
        "color-highlight-on-target": "#1c2b3a",
        "color-api-name": "#6fb1ee",
        "color-api-pre-name": "#abafb8",
    },
}
