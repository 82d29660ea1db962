from __future__ import annotations

import pytest

from perimetry.measures.cues import differing_cues


@pytest.mark.parametrize(
    ("a", "b", "cues"),
    [
        ("Is it open?", "Isn't it open?", ["negation"]),
        ("flight ZN482 is late", "flight ZN428 is late", ["identifier"]),
        ("pay 1,500 euros", "pay 1,600 euros", ["number"]),
        ("wait two days", "wait three days", ["number"]),
        ("go to Leeds on foot", "go to York on foot", ["name"]),
        ("you must sign", "you may sign", ["modality"]),
        ("all rooms are free", "some rooms are free", ["quantifier"]),
        ("call before you come", "call after you come", ["order or condition"]),
        ("close the door", "shut the door", []),
        ("Paris is far", "London is far", []),  # a name that opens a sentence is not known as one
    ],
)
def test_each_cue_is_seen(a: str, b: str, cues: list[str]) -> None:
    assert differing_cues(a, b) == cues
    assert differing_cues(b, a) == cues
