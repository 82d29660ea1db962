from __future__ import annotations

from dataclasses import replace

import pytest

from perimetry.errors import InputError
from perimetry.repair.training.settings import Settings

FULL = Settings("full", seed=1)


def test_the_learning_rate_is_the_methods_unless_it_is_given() -> None:
    assert FULL.rate == 1e-4
    assert replace(FULL, method="lora").rate == 5e-4
    assert replace(FULL, learning_rate=1e-3).rate == 1e-3


@pytest.mark.parametrize(
    ("name", "value"),
    [("method", "most"), ("batch_size", 0), ("temperature", 0.0), ("max_steps", 0),
     ("minutes", -1.0), ("held_out", 1.0), ("replay_weight", -1.0), ("place_weight", -1.0),
     ("learning_rate", 0.0),
     ("ranking", -0.1), ("dropout", 1.0)],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(InputError, match="rate" if name == "learning_rate" else name):
        replace(FULL, **{name: value}).check()  # type: ignore[arg-type]


def test_the_defaults_are_fine() -> None:
    FULL.check()
