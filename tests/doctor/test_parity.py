from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from perimetry.datasets.labelled import LabelledPair, LabelledSet, Triplet
from perimetry.doctor.flips import decision_flips
from perimetry.doctor.parity import parity
from perimetry.encoders import open_encoder
from perimetry.encoders.hashing import HashingEncoder
from perimetry.errors import InputError
from perimetry.records import Role


class Table:
    """Texts with vectors given by hand; a prompt is looked up with its text."""

    def __init__(
        self, rows: Mapping[str, Sequence[float]], prompts: Mapping[Role, str] | None = None
    ) -> None:
        self.name = self.fingerprint = "table"
        self.prompts: Mapping[Role, str] = prompts or {}
        self.setup: Mapping[str, object] = {}
        self._rows = rows

    def encode(
        self, texts: Sequence[str], *, role: Role, prompt: str | None = None
    ) -> NDArray[np.float32]:
        sent = self.prompts.get(role, "") if prompt is None else prompt
        return np.array([self._rows[sent + text] for text in texts], dtype=np.float32)


def pair(item: str, a: str, b: str, label: str) -> LabelledPair:
    return LabelledPair(item, "g", "c", a, b, label, "close")  # type: ignore[arg-type]


# The anchor a lies at 0°, its partners b and c where each table says; cosines 0.8, 0.6 and 0.28.
NEAR, MIDDLE, FAR = (0.8, 0.6), (0.6, 0.8), (0.28, 0.96)
KEEPING, BREAKING = pair("i/same", "a", "b", "same"), pair("i/opposite", "a", "c", "different")
DECISIONS = LabelledSet("d", "s", [KEEPING, BREAKING], [Triplet(KEEPING, BREAKING)])
RIGHT = Table({"a": (1, 0), "b": NEAR, "c": MIDDLE})
NOTHING = LabelledSet("d", "s", [], [])
TEXTS = ["a", "b", "c"]


def test_a_pair_flips_when_its_cosine_crosses_the_threshold() -> None:
    lower = Table({"a": (1, 0), "b": MIDDLE, "c": FAR})
    flips = decision_flips(RIGHT, lower, DECISIONS, threshold=0.7)
    assert (flips.pairs, flips.orders) == (2, 1)
    (flip,) = flips.pair_flips
    assert (flip.item, flip.texts) == ("i/same", ("a", "b"))
    assert (flip.one, flip.other) == pytest.approx((0.8, 0.6))
    assert flips.order_flips == []
    assert flips.share == 0.5


def test_an_order_flips_when_the_other_partner_is_nearer() -> None:
    turned = Table({"a": (1, 0), "b": MIDDLE, "c": NEAR})
    flips = decision_flips(RIGHT, turned, DECISIONS, threshold=0.0)
    (flip,) = flips.order_flips
    assert flip.texts == ("a", "b", "c")
    assert (flip.one, flip.other) == pytest.approx((0.2, -0.2))
    assert flips.pair_flips == []
    assert flips.share == 1


def test_a_tie_is_a_failure_so_it_flips_against_a_right_order() -> None:
    tied = Table({"a": (1, 0), "b": NEAR, "c": NEAR})
    assert len(decision_flips(RIGHT, tied, DECISIONS, threshold=0.0).order_flips) == 1


def test_what_lies_on_the_edge_by_rounding_alone_does_not_flip() -> None:
    nudged = Table({"a": (1, 0), "b": (0.8 - 1e-7, 0.6), "c": MIDDLE})
    assert not decision_flips(RIGHT, nudged, DECISIONS, threshold=0.8).pair_flips


def test_the_clearest_flip_comes_first() -> None:
    decisions = LabelledSet("d", "s", [pair("small", "a", "b", "same"), BREAKING], [])
    below = Table({"a": (1, 0), "b": FAR, "c": (0, 1)})
    one = Table({"a": (1, 0), "b": MIDDLE, "c": NEAR})
    flips = decision_flips(one, below, decisions, threshold=0.5)
    assert [flip.item for flip in flips.pair_flips] == ["i/opposite", "small"]


def test_an_encoder_is_the_same_as_itself() -> None:
    found = parity(RIGHT, RIGHT, TEXTS, threshold=0.7, decisions=DECISIONS)
    assert found.verdict == "the same"
    assert (found.cosine_min, found.overlap, found.kendall) == (1, 1, 1)
    assert found.length_difference == 0


def test_a_flipped_sign_changes_no_decision_but_every_vector() -> None:
    flipped = Table({"a": (-1, 0), "b": (-0.8, -0.6), "c": (-0.6, -0.8)})
    found = parity(RIGHT, flipped, TEXTS, threshold=0.7, decisions=DECISIONS)
    assert found.cosine_min == found.cosine_mean == -1
    assert found.verdict == "equal for decisions"


def test_another_dimension_has_no_cosine_and_may_decide_alike() -> None:
    wider = Table({"a": (0, 1, 0), "b": (0, 0.8, 0.6), "c": (0, 0.6, 0.8)})
    found = parity(RIGHT, wider, TEXTS, threshold=0.7, decisions=DECISIONS)
    assert found.cosine_min is found.cosine_mean is found.length_difference is None
    assert found.worst == []
    assert found.verdict == "equal for decisions"


def test_longer_vectors_of_the_same_direction_are_equal_for_decisions_only() -> None:
    longer = Table({"a": (2, 0), "b": (1.6, 1.2), "c": (1.2, 1.6)})
    found = parity(RIGHT, longer, TEXTS, threshold=0.7, decisions=DECISIONS)
    assert found.length_difference == pytest.approx(0.5)
    assert found.verdict == "equal for decisions"


def test_the_worst_texts_come_first() -> None:
    moved = Table({"a": (1, 0), "b": NEAR, "c": FAR})
    found = parity(RIGHT, moved, TEXTS, threshold=0.7, decisions=NOTHING)
    assert found.worst[0].text == "c"
    assert found.worst[0].cosine == found.cosine_min == pytest.approx(0.6 * 0.28 + 0.8 * 0.96)


def test_neighbours_by_hand() -> None:
    # From a: b, c, d by one; b, d, c by the other. Of three neighbours two of three pairs agree.
    one = Table({"a": (1, 0), "b": (0.9, 0.1), "c": (0.6, 0.4), "d": (0.3, 0.7)})
    other = Table({"a": (1, 0), "b": (0.9, 0.1), "c": (0.3, 0.7), "d": (0.6, 0.4)})
    found = parity(one, other, ["a", "b", "c", "d"], threshold=0.7, decisions=NOTHING)
    # a and b: 1/3 each; c saw d, b, a and sees d, b, a; so does d, with c for d: both 1.
    assert found.overlap == 1  # there are but three to name
    assert found.kendall == pytest.approx((1 / 3 + 1 / 3 + 1 / 3 + 1 / 3) / 4)
    assert found.verdict == "different"


def test_a_prompt_that_one_of_them_lacks_is_seen_in_its_role_alone() -> None:
    rows = {"a": (1, 0), "b": NEAR, "c": MIDDLE}
    asked = {f"q {text}": vector[::-1] for text, vector in rows.items()}
    prompted = Table({**rows, **asked}, {"query": "q "})
    bare = Table(rows)
    found = parity(prompted, bare, TEXTS, threshold=0.7, decisions=NOTHING)
    assert found.worst[0].role == "query"
    assert found.cosine_min == 0  # of a: (0, 1) with the prompt, (1, 0) without
    assert found.cosine_mean == pytest.approx((0 + 0.96 + 0.96 + 1 + 1 + 1) / 6)


def test_two_texts_or_one_twice_are_refused() -> None:
    with pytest.raises(InputError, match="3 different texts"):
        parity(RIGHT, RIGHT, ["a", "b"], threshold=0.7)
    with pytest.raises(InputError, match="3 different texts"):
        parity(RIGHT, RIGHT, ["a", "b", "a"], threshold=0.7)


def test_the_dev_half_of_core_is_decided_unless_told_otherwise() -> None:
    encoder = HashingEncoder(64)
    found = parity(encoder, encoder, TEXTS, threshold=0.5)
    assert (found.flips.pairs, found.flips.orders) == (2373, 1152)
    assert found.verdict == "the same"


def test_fewer_bits_are_not_the_same() -> None:
    texts = [f"it is {n} past noon on the {n * 7} bus" for n in range(20)]
    encoder, fewer = open_encoder("hash:?dim=256"), open_encoder("hash:?dim=256&quantize=binary")
    found = parity(encoder, fewer, texts, threshold=0.7)
    assert found.verdict == "different"
    assert found.flips.pair_flips
