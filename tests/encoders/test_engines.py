from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from perimetry.encoders import engines, open_encoder
from perimetry.encoders.hashing import HashingEncoder
from perimetry.errors import InputError, ModelError

READY = HashingEncoder(8, name="ready made")


def opens(target: str, options: dict[str, str], threads: int | None) -> HashingEncoder:
    return HashingEncoder(int(target or 2), name=f"sized:{target}{sorted(options.items())}")


def opens_nothing(target: str, options: dict[str, str], threads: int | None) -> None:
    return None


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Engines are read once a process; here each test has its own."""
    engines.all_engines.cache_clear()
    yield
    engines.all_engines.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, name: str, attribute: str) -> None:
    entry = EntryPoint(name, f"{__name__}:{attribute}", engines.GROUP)
    monkeypatch.setattr(engines, "entry_points", lambda group: [entry])


def test_a_plugin_takes_target_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "sized", "opens")
    assert open_encoder("sized:4?a=b").name == "sized:4[('a', 'b')]"
    assert open_encoder("sized:").setup["dimension"] == 2


def test_a_plugin_may_be_an_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "ready", "READY")
    assert open_encoder("ready:") is READY


def test_a_plugin_takes_views(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "ready", "READY")
    assert open_encoder("ready:?dim=4").name == "ready made?dim=4"


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("opens_nothing", "made a NoneType, which is no encoder"),
        ("absent", "cannot be imported: AttributeError"),
    ],
)
def test_a_plugin_that_brings_no_encoder_is_named(
    monkeypatch: pytest.MonkeyPatch, attribute: str, message: str
) -> None:
    install(monkeypatch, "broken", attribute)
    assert open_encoder("hash:").name == "hash:"  # a broken plugin harms no other engine
    with pytest.raises(ModelError, match=message):
        open_encoder("broken:")


@pytest.mark.parametrize(
    ("name", "message"),
    [("onnx", "takes the name 'onnx'"), ("my-own", "calls its engine 'my-own'. Use letters")],
)
def test_a_plugin_cannot_take_a_name_or_have_an_odd_one(
    monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    install(monkeypatch, name, "opens")
    with pytest.raises(InputError, match=message):
        open_encoder("hash:")


def test_an_engine_that_needs_more_says_how_to_get_it() -> None:
    lines = {e.name: e.install_line for e in engines.all_engines().values() if e.package}
    assert lines == {
        "openai": "pip install 'perimetry[api]'",
        "st": "pip install 'perimetry[st]'",
        "use": "pip install 'perimetry[use]'",
    }
