"""What several tests need: the bundled model, public data, a cache of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"  # read once, when the hub's library is first imported

from perimetry.encoders.models import bundled


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Tests never read or fill the user's cache, and never call the hub."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERIMETRY_CACHE", str(folder))
        patch.setenv("HF_HOME", str(folder / "hub"))
        yield folder


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The folder of the bundled all-MiniLM-L6-v2."""
    folder = bundled.wheel_folder()
    assert folder is not None, "the bundled encoder is missing; run: perimetry fetch"
    return folder


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public data sets, or a skip that says how to give one."""
    folder = os.environ.get("PERIMETRY_DATA")
    if not folder or not Path(folder).is_dir():
        pytest.skip("set PERIMETRY_DATA to the folder of public data sets to run this")
    return Path(folder)
